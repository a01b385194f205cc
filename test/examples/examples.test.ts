import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { checkerTimeout, compile, findWorkarounds } from "../support/compiler/client.js";
import { expectedOutput } from "./expected-output.js";
import { openExamples, programs, sources } from "./run.js";
import { expectOutput } from "./run-example.js";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** test/thorough/examples runs and compiles all examples. readme.test.ts runs a swap. */
const sample = ["bitcoin.mts"];

describe("without a network", () => {
  let examples: Awaited<ReturnType<typeof openExamples>>;
  beforeAll(async () => {
    examples = await openExamples();
  });

  test("the guard ends a program that opens a socket", async () => {
    writeFileSync(
      join(examples.folder, "caught.mjs"),
      'await fetch("http://127.0.0.1:45678/").catch(() => {});',
    );
    expect(await examples.run("caught.mjs")).toMatchObject({
      code: 99,
      err: expect.stringContaining("a socket was opened"),
    });
  });

  test.concurrent.each(sample)("%s runs to its end and prints the expected lines", (name) =>
    expectOutput(examples, name),
  );
});

test("every program in the folder itself has expected lines", () => {
  const own = programs.filter((name) => !name.includes("/"));
  expect(Object.keys(expectedOutput).sort()).toEqual(own);
});

test.each(programs)("%s states in its header what it shows and how to run it", (name) => {
  const header = read(`examples/${name}`).split("\n\n")[0] ?? "";
  expect(header).toMatch(/^\/\/ Shows /);
  // The parts of a program say which program runs them.
  if (
    !/csv|limit|sessions|page|payouts\/(?:pay|payments|plan|progress|report|settings)\.mts|app\.mts/.test(
      name,
    )
  )
    expect(header).toMatch(/^\/\/ Run it/m);
  expect(header.split("\n").every((line) => line.startsWith("//"))).toBe(true);
});

test("finds every way around the types", { timeout: checkerTimeout }, async () => {
  const ways = [
    ...["value!", "value as string", "<string>value", "const value: any = 1", "let value!: string"],
    ...["class A { value!: string }", "const f = (value: unknown): value is string => true"],
    // The two parts keep a search for such comments from finding this line.
    ...['import { a } from "./a.js"', `${"//"} @ts-ignore`],
  ];
  const none = "if (!a) b = [1] as const satisfies number[];";
  const found = await findWorkarounds("program.ts", [none, ...ways].join(";\n"));
  expect(found.map((line) => Number.parseInt(line, 10))).toEqual(ways.map((_, i) => i + 2));
});

test.each(sources)(
  "%s needs no cast and no other way around the types",
  { timeout: checkerTimeout },
  async (name) => {
    const found = await findWorkarounds(name, read(`examples/${name}`));
    expect(found.filter((problem) => !/ from "\.\.?\/[\w/-]+(?:\.mjs)?";$/.test(problem))).toEqual(
      [],
    );
  },
);

test("an example compiles with the strictest settings", { timeout: checkerTimeout }, async () => {
  expect(await compile([{ name: "examples/sign-a-swap.mts" }])).toEqual([]);
});
