import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { assertBuilt } from "./assert-built.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A repository whose files were written at these times, in seconds. */
function createRepository(files: Record<string, number>): string {
  const root = mkdtempSync(join(tmpdir(), "built-"));
  folders.push(root);
  for (const [name, time] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "");
    utimesSync(join(root, name), time, time);
  }
  return root;
}

const built = { "dist/index.js": 20, "tsup.config.ts": 10, "src/index.ts": 10 };

test("a build that is as new as its source is packed", () => {
  const root = createRepository({ ...built, "src/http/send.ts": 20, "README.md": 30 });
  expect(() => assertBuilt(root)).not.toThrow();
});

test.each([
  ["src/index.ts", { ...built, "src/index.ts": 21 }],
  ["src/http/wire/send.ts", { ...built, "src/http/wire/send.ts": 21 }],
  ["tsup.config.ts", { ...built, "tsup.config.ts": 21 }],
])("a build that is older than %s is an error", (name, files) => {
  const message = `dist/index.js is older than ${name}. Run npm run build.`;
  expect(() => assertBuilt(createRepository(files))).toThrow(message);
});

test("a package that was not built is an error", () => {
  const root = createRepository({ "tsup.config.ts": 10, "src/index.ts": 10 });
  expect(() => assertBuilt(root)).toThrow("dist/index.js does not exist. Run npm run build.");
});
