// Formats programs for the pages, in one run of Biome with the settings of the repository.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");

/** The characters that a block of code shows in a window of 1280 pixels. */
export const columns = 72;

/** Formats the code of each file. Returns it by the name of the file. */
export function formatPrograms(programs) {
  const folder = mkdtempSync(join(tmpdir(), "bursar-programs-"));
  try {
    const { formatter, javascript } = JSON.parse(readFileSync(`${root}biome.json`, "utf8"));
    const config = { root: true, formatter: { ...formatter, lineWidth: columns }, javascript };
    writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
    for (const [name, code] of programs) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), code);
    }
    execFileSync(process.execPath, [biome, "format", "--write", "."], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return new Map(
      [...programs.keys()].map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
