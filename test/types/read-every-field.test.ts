import { beforeAll, describe, expect, test } from "vitest";
import { checkerTimeout, compile } from "../support/compiler/client.js";
import { cases, withoutNullChecks, writeReader } from "./field-reader.js";

/** The last form of each domain. test/thorough/types reads all responses. */
const sample = [...new Map(cases.map((each) => [each.fixture.name.split(".")[0], each])).values()];
const text = writeReader(sample);

describe("a strict program", () => {
  let problems: readonly string[];
  beforeAll(async () => {
    problems = await compile([
      { name: "reader.ts", text },
      { name: "doubting-reader.ts", text: withoutNullChecks(text) },
    ]);
  }, checkerTimeout);

  test("reads every documented field of a response of each domain without `?.`, `!` or a cast", () => {
    expect(problems.filter((problem) => problem.startsWith("reader.ts"))).toEqual([]);
    expect(text).not.toMatch(/\?\.|!\.|\bas\b/);
    expect(text.match(/present\(/g)?.length).toBeGreaterThan(50);
  });

  test("does not compile if a field may be missing or null that it takes as present", () => {
    expect(problems.length).toBeGreaterThan(0);
  });
});
