import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;

/** Imports that the programs in docs/query.md omit. */
const imports = `
import { dehydrate, HydrationBoundary, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SignedOperation, SwapQuoteRequest } from "bursar";
import { millisecondsLeft } from "bursar/signing";
`;

test("the programs in docs/query.md compile", { timeout: 60_000 }, () => {
  const page = readFileSync(`${root}docs/query.md`, "utf8");
  const parts = [...page.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map((match) => match[1]);
  expect(parts.length).toBeGreaterThan(5);
  const name = `${root}docs-query.tsx`;
  const text = imports + parts.join("\n");
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
    paths: {
      bursar: [`${root}src/index.ts`],
      "bursar/query": [`${root}src/query/index.ts`],
      "bursar/signing": [`${root}src/signing/index.ts`],
    },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => file === name || fileExists(file);
  host.getSourceFile = (file, language, ...rest) =>
    file === name
      ? ts.createSourceFile(file, text, language)
      : getSourceFile(file, language, ...rest);
  const program = ts.createProgram([name], options, host);
  const source = program.getSourceFile(name);
  const problems = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ];
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")),
  ).toEqual([]);
});
