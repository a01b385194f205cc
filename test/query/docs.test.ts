import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { compile } from "../docs/compile.js";

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
  const program = { name: "docs-query.tsx", text: imports + parts.join("\n") };
  expect(compile([program], { jsx: ts.JsxEmit.ReactJSX, noUnusedLocals: true })).toEqual([]);
});
