import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readExampleDiff } from "./example-diff.js";

// test/thorough applies it with git, and runs what a contributor runs then.
it("shows a change in CONTRIBUTING.md whose old lines are in the files", () => {
  const [, ...changes] = readExampleDiff().split(/^--- a\/.+\n\+\+\+ b\//m);
  const files = changes.map((change) => change.slice(0, change.indexOf("\n")));
  expect(files).toHaveLength(7);
  expect(files).toContain("test/support/fixtures/tokens.ts");
  for (const [i, file] of files.entries()) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    const [, ...hunks] = (changes[i] as string).split(/^@@.*\n/m);
    expect(hunks.length).toBeGreaterThan(0);
    for (const hunk of hunks) {
      const old = hunk.split("\n").filter((line) => /^[ -]/.test(line));
      expect(text, file).toContain(old.map((line) => line.slice(1)).join("\n"));
    }
  }
});
