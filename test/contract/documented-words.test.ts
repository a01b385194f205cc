import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** The folders in which the types of requests and responses are declared. */
const folders = ["src/contract", "src/shared", "src/http", "src/resources"];

const read = (file: string) => readFile(file, "utf8");

async function readSources(folder: string): Promise<(readonly [file: string, text: string])[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  return Promise.all(files.map(async (name) => [name, await read(`${folder}/${name}`)] as const));
}

test("no type of a request or response names a word that only the sandbox sends", async () => {
  const declared = await read("src/sandbox/world/words.ts");
  const interfaceText = declared.split("export interface SandboxWords {")[1]?.split("\n}")[0] ?? "";
  const words = [...new Set(interfaceText.match(/"[A-Z_]+"/g))];
  expect(words.length).toBeGreaterThan(20);
  expect(words).toContain('"ADD_LIQUIDITY"');

  const sources = (await Promise.all(folders.map(readSources))).flat();
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.some(([, text]) => text.includes('"LENDING_SUPPLY_BORROW"'))).toBe(true);
  const found = sources.flatMap(([file, text]) =>
    words.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
