import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  compileForHermes,
  compilerVersion,
  engineVersion,
  fetchHermes,
  fetchHermesCompiler,
  runInHermes,
} from "./hermes.js";

async function write(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-hermes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "bundle.js");
  await writeFile(file, text);
  return file;
}

const { path: engine, reason } = fetchHermes();
describe(`Hermes engine | ${engineVersion} | script`, () => {
  if (!engine) test("runs on this system", ({ skip }) => skip(reason));
  else {
    test("runs a script with promises and timers", async () => {
      const script = `new Promise(function (done) { setTimeout(done, 5, 2n ** 70n); }).then(function (big) { print("done " + big); });`;
      expect(await runInHermes(engine, await write(script))).toBe(`done ${2n ** 70n}\n`);
    });
    test("reports an error that a script throws", async () => {
      await expect(
        runInHermes(engine, await write(`throw new Error("expected error");`)),
      ).rejects.toThrow("expected error");
    });
  }
});

const { path: compiler, reason: noCompiler } = fetchHermesCompiler();
describe(`Hermes compiler | ${compilerVersion} | bytecode`, () => {
  if (!compiler) test("runs on this system", ({ skip }) => skip(noCompiler));
  else {
    test("compiles the syntax of current app bundles", async () => {
      const file = await write(
        `class Box { #x = 1; async y() { return /\\p{Cf}/u.test(await this.#x); } } new Box().y();`,
      );
      await compileForHermes(compiler, file, `${file}.hbc`);
    });
    test("rejects unsupported syntax", async () => {
      const file = await write("async function* pages() { yield 1; }");
      await expect(compileForHermes(compiler, file, `${file}.hbc`)).rejects.toThrow(
        "async generators are unsupported",
      );
    });
  }
});
