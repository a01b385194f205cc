import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

it("applies the change that CONTRIBUTING.md shows", () => {
  const page = readFileSync(new URL("CONTRIBUTING.md", root), "utf8");
  const [, diff] = /^```diff\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const files = [...(diff ?? "").matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file);
  expect(files).toContain("test/support/fixtures/tokens.ts");
  const check = () => execFileSync("git", ["apply", "--check", "-"], { cwd: root, input: diff });
  expect(check).not.toThrow();
});
