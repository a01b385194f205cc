import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { readExampleDiff } from "./example-diff.js";

it("applies the change that CONTRIBUTING.md shows", () => {
  const diff = readExampleDiff();
  const files = [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file);
  expect(files).toHaveLength(7);
  expect(files).toContain("test/support/fixtures/tokens.ts");
  const root = new URL("../../", import.meta.url);
  const check = () => execFileSync("git", ["apply", "--check", "-"], { cwd: root, input: diff });
  expect(check).not.toThrow();
});
