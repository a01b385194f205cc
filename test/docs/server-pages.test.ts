import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkerTimeout } from "../support/compiler/client.js";
import { compilePrograms, findPrograms } from "./server-programs.js";

const root = new URL("../../", import.meta.url).pathname;

// test/thorough/docs compiles docs/proxy.md.
describe("with the strictest settings of TypeScript", { timeout: checkerTimeout }, () => {
  test("the programs of docs/webhooks.md compile, and fit a Next.js route", async () => {
    expect(findPrograms("docs/webhooks.md").length).toBeGreaterThan(2);
    expect(await compilePrograms("docs/webhooks.md", ["POST"])).toEqual([]);
  });

  test("no program of these pages has a cast, a non-null assertion or any", () => {
    for (const page of ["docs/proxy.md", "docs/webhooks.md"]) {
      for (const { text, where } of findPrograms(page)) {
        // Without strings and comments, and without the renaming `export { a as B }`.
        const code = text?.replace(/\/\/.*|"[^"]*"/g, "").replace(/export \{[^}]*\}/g, "");
        expect(code, where).not.toMatch(/\bas\b|\bany\b|[\w)\]]!(?!=)/);
      }
    }
  });

  test("the files of these pages are those of the examples", () => {
    for (const [page, folder, file] of [["docs/proxy.md", "several-servers", "once"]]) {
      const example = readFileSync(`${root}examples/${folder}/${file}.mts`, "utf8");
      // Without the comment about the file.
      const code = example.slice(example.indexOf("\n\n") + 2);
      expect(readFileSync(root + page, "utf8")).toContain(`// lib/${file}.ts\n${code}\`\`\``);
    }
  });
});
