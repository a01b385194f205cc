import ts from "typescript";
import { expect, test } from "vitest";
import { compile } from "./compile.js";
import { ambientTypes, blocks, compiled, runnable } from "./page-blocks.js";

test("a block of a page that is not compiled or not run says why", () => {
  const notes = blocks.map(({ note, where }) => `${where} ${note}`.trim());
  const allowed = /^\S+:\d+$|^docs\/api\.md:\d+ nocheck$|^\S+:\d+ (?:nocheck|norun): \S.{5,}$/;
  expect(notes.filter((note) => !allowed.test(note))).toEqual([]);
  expect(runnable.length).toBeGreaterThan(blocks.length / 2);
});

test("every block of a page compiles with the strictest settings", { timeout: 120_000 }, () => {
  const programs = compiled.map(({ code, where }, i) => ({
    name: `page-${i}.ts`,
    text: `${code}\nexport {};\n`,
    where,
  }));
  const settings = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  expect(
    compile([{ name: "pages-ambient.ts", text: ambientTypes }, ...programs], settings),
  ).toEqual([]);
});

test("no block of a page has a cast, a non-null assertion or any", () => {
  for (const { code, where } of compiled) {
    const plain = code
      .replace(/\/\/.*|"[^"]*"|`[^`]*`|import [\s\S]*?;/g, "")
      .replace(/as const/g, "");
    expect(plain, where).not.toMatch(/\bas\b|\bany\b|@ts-|[\w)\]]!(?!=)/);
  }
});
