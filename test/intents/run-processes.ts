import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { build } from "esbuild";
import { expect, onTestFinished } from "vitest";
import { openFileJournal } from "../../src/intents/file-journal.js";
import type { IntentEntry } from "../../src/intents/index.js";
import { createRandom } from "../support/random-runs.js";
import { toList } from "./intent-kit.js";

const root = new URL("../../", import.meta.url).pathname;
const sealAt = 20_000;

/**
 * Runs processes that change the same journal at once. Some are killed, and some are stopped for a
 * while. Asserts that each acknowledged change is in the journal, and that each revision was
 * acknowledged once.
 */
export async function runProcesses(rounds: number, calls: number, seed: number): Promise<number> {
  const random = createRandom(seed);
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "processes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "append.mjs");
  await build({
    entryPoints: [join(root, "test/intents/append-program.ts")],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["vitest"],
    logLevel: "silent",
  });
  const path = join(folder, "journal.jsonl");
  const acknowledged = new Map<string, IntentEntry>();
  for (let round = 0; round < rounds; round++) {
    const children = Array.from({ length: 4 }, (_, i) => {
      const args = [program, path, sealAt, seed * 1_000 + round * 10 + i, calls].map(String);
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
      const ended = once(child, "close");
      return { child, ended, output: text(child.stdout), errors: text(child.stderr) };
    });
    const [killed, stopped] = children;
    const disturb = async () => {
      await setTimeout(random(200));
      stopped?.child.kill("SIGSTOP");
      await setTimeout(random(200));
      if (round % 3 > 0) killed?.child.kill("SIGKILL");
      await setTimeout(random(200));
      stopped?.child.kill(random(3) === 0 ? "SIGKILL" : "SIGCONT");
    };
    await Promise.all([disturb(), ...children.map(({ ended }) => ended)]);
    for (const { output, errors } of children) {
      expect([seed, round, await errors]).toEqual([seed, round, ""]);
      for (const line of (await output).split("\n").filter(Boolean)) {
        const entry = JSON.parse(line) as IntentEntry;
        const name = `${entry.intent} ${entry.revision}`;
        expect([seed, round, name, acknowledged.get(name)]).toEqual([seed, round, name, undefined]);
        acknowledged.set(name, entry);
      }
    }
    const last = new Map<string, IntentEntry>();
    for (const entry of acknowledged.values())
      if (entry.revision > (last.get(entry.intent)?.revision ?? 0)) last.set(entry.intent, entry);
    const stored = await toList(openFileJournal(path, sealAt).list());
    for (const [intent, entry] of last) {
      const found = stored.find((each) => each.intent === intent);
      // A process may have been killed before it printed the last change.
      if (found?.revision === entry.revision) expect([seed, found]).toEqual([seed, entry]);
      else expect(found?.revision).toBeGreaterThan(entry.revision);
    }
  }
  // The file was archived while they ran.
  expect(existsSync(`${path}.1`)).toBe(true);
  return acknowledged.size;
}
