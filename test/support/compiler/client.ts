import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { inject } from "vitest";
import type { Operations } from "./setup.js";

export type { SourceFile } from "./type-checker.js";

/**
 * The time limit in milliseconds of a test that uses the type checker. One thread serves all tests,
 * so on a slow machine a test waits for the compilations of others.
 */
export const checkerTimeout = 600_000;

/** Calls the compiler of the run. */
async function call<Name extends keyof Operations>(
  name: Name,
  ...args: Parameters<Operations[Name]>
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  const address: string | undefined = inject("compiler");
  if (address === undefined)
    throw new Error("compiler: Vitest needs the globalSetup test/support/compiler/setup.ts.");
  // Not `fetch`, which tests replace.
  const outgoing = request(address, { method: "POST", agent: false });
  outgoing.end(JSON.stringify({ name, args }));
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const { result, error } = (await json(incoming)) as {
    result: Awaited<ReturnType<Operations[Name]>>;
    error?: string;
  };
  if (error !== undefined) throw new Error(`compiler: ${name} failed: ${error}`);
  return result;
}

/**
 * Compiles files with the strictest settings, or with `options` as in a tsconfig.json. Returns
 * every problem in them.
 */
export const compile = (...args: Parameters<Operations["compile"]>) => call("compile", ...args);

/** Returns what an editor shows over the last character of each text in a file. */
export const hovers = (...args: Parameters<Operations["hovers"]>) => call("hovers", ...args);

/** Returns `name: type` for every export of a file of the repository, and for its members. */
export const signatures = (...args: Parameters<Operations["signatures"]>) =>
  call("signatures", ...args);

/** Builds the examples and the package that they import, once per run. Returns the folder. */
export const buildExamples = (...args: Parameters<Operations["buildExamples"]>) =>
  call("buildExamples", ...args);

/** Returns `line: text` of everything in a program that silences the type checker. */
export const findWorkarounds = (...args: Parameters<Operations["findWorkarounds"]>) =>
  call("findWorkarounds", ...args);
