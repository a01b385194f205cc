import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "../../support/compiler/client.js";

const assertions = readdirSync(new URL("../../types/", import.meta.url))
  .filter((name) => name.endsWith(".test-d.ts"))
  .map((name) => `test/types/${name}`);

/** One program, because each checks the types that it uses again. */
let problems: readonly string[];
beforeAll(async () => {
  const names = [...assertions, "test/support/express.d.ts"];
  problems = await compile(names.map((name) => ({ name })));
});

describe("the types", () => {
  it.each(assertions)("are as asserted in %s", (name) => {
    expect(problems.filter((problem) => problem.startsWith(`${name}:`))).toEqual([]);
  });
});
