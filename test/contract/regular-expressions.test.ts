import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/index.js";
import { trimEnd } from "../../src/shared/trim-end.js";
import { toUnits } from "../../src/signing/shared/units.js";
import { builders, isLinear, listBuilders, longRuns, measured } from "./regular-expressions.js";

// test/thorough measures every expression, with longer texts.
describe("the regular expressions of src", () => {
  it("are built at run time only where their growth is measured", () => {
    const root = new URL("../../src/", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => /\bRegExp\(/.test(readFileSync(new URL(file, root), "utf8")));
    expect(files.sort()).toEqual(builders);
  });

  it.each(Object.entries(measured))("match in linear time in %s", async (_, [run, pieces]) => {
    const slow: string[] = [];
    for (const build of listBuilders(pieces)) {
      if (!(await isLinear(run, build, 4_000))) slow.push(JSON.stringify(build(50)));
    }
    expect(slow).toEqual([]);
  });
});

describe("long runs of one character", () => {
  it.each(longRuns)("take linear time %s", async (_, run, build) => {
    expect(await isLinear(run, build, 4_000)).toBe(true);
  });

  const run = (character: string) => character.repeat(4_000);

  it("convert to units", () => {
    expect(toUnits(`1.${run("0")}`, 18)).toBe(10n ** 18n);
    for (const text of [`0.${run("0")}1`, `0.${run("0")}x`, `${run("0")}.${run("0")}1`])
      expect(() => toUnits(text, 18)).toThrow();
  });

  it("are trimmed from the end only", () => {
    expect(trimEnd("0.100", "0")).toBe("0.1");
    expect(trimEnd("000", "0")).toBe("");
    expect(trimEnd("", "0")).toBe("");
    expect(trimEnd("a//b", "/")).toBe("a//b");
    expect(trimEnd(`${run("0")}1`, "0")).toHaveLength(4_001);
  });

  it("are accepted in a base URL", () => {
    const baseUrl = `https://sandbox.test/${run("/")}a`;
    expect(createSandbox({ baseUrl }).baseUrl).toBe(baseUrl);
  });
});
