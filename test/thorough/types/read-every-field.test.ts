import { beforeAll, describe, expect, test } from "vitest";
import { compile } from "../../support/compiler/client.js";
import { cases, withoutNullChecks, writeReader } from "../../types/field-reader.js";

const text = writeReader(cases);

describe("a strict program", () => {
  let problems: readonly string[];
  beforeAll(async () => {
    problems = await compile([
      { name: "reader.ts", text },
      { name: "doubting-reader.ts", text: withoutNullChecks(text) },
    ]);
  });

  test("reads every documented field of every response without `?.`, `!` or a cast", () => {
    expect(problems.filter((problem) => problem.startsWith("reader.ts"))).toEqual([]);
    expect(text).not.toMatch(/\?\.|!\.|\bas\b/);
    expect(text.match(/present\(/g)?.length).toBeGreaterThan(500);
  });

  test("does not compile if a field may be missing or null that it takes as present", () => {
    expect(problems.length).toBeGreaterThan(20);
  });
});
