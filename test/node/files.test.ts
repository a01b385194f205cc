import { fstatSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withFile } from "../../src/node/files.js";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

// Windows has no such permissions.
test.skipIf(process.platform === "win32")("creates a file that only its owner can read", () => {
  const path = join(createFolder(), "a");
  withFile(path, "a", () => {});
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("closes a file also if its use throws", () => {
  let opened = -1;
  const use = (file: number) => {
    opened = file;
    throw new RangeError("disk full");
  };
  expect(() => withFile(join(createFolder(), "a"), "a", use)).toThrow(RangeError);
  expect(() => fstatSync(opened)).toThrow("EBADF");
});
