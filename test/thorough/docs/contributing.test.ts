import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readExampleDiff } from "../../docs/example-diff.js";
import { isSoak } from "../../support/random-runs.js";

const copy = mkdtempSync(join(tmpdir(), "bursar-example-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What a contributor runs, without the build. */
const commands = [
  ["npm", "run", "reference"],
  ["npm", "run", "types"],
  isSoak ? ["npm", "run", "lint"] : ["npx", "biome", "check", "--error-on-warnings"],
  [
    ...["npx", "vitest", "run", "test/contract", "test/check", "test/sandbox/every"],
    ...["test/properties/records", "test/properties/proxy"],
  ],
];

// These suites take 80 s, and ten times that on a busy machine.
const timeout = 3_600_000;

it("makes an endpoint of the change that CONTRIBUTING.md shows, and of nothing else", {
  timeout,
}, () => {
  execFileSync("git", ["clone", "--quiet", "--shared", ".", copy]);
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  execFileSync("git", ["apply", "-"], { cwd: copy, input: readExampleDiff() });
  const { BURSAR_COUNT_FILE: _, BURSAR_FAILURES_FILE: __, ...env } = process.env;
  for (const [command = "", ...args] of commands) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: copy,
      encoding: "utf8",
      env,
    });
    const output = status === 0 ? "" : stdout + stderr;
    expect({ command: args.join(" "), output }).toEqual({ command: args.join(" "), output: "" });
  }
});
