import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fetchRuntime } from "../../../scripts/fetch-runtime.mjs";

const execute = promisify(execFile);

/** The newest engine that the registry has as a program: of 2022. Newer ones come inside of apps only. */
export const engineVersion = "0.12.0";
/** The compiler of the newest React Native: it says what today's engine reads, and runs nothing. */
export const compilerVersion = "260318099.0.6";

type Fetched = ReturnType<typeof fetchRuntime>;

/** The engine, or why it is not here. */
export function fetchHermes(): Fetched {
  return fetchRuntime({
    name: "hermes",
    version: engineVersion,
    package: "hermes-engine-cli",
    file: "linux64-bin/hermes",
  });
}

/** The compiler to bytecode, or why it is not here. */
export function fetchHermesCompiler(): Fetched {
  return fetchRuntime({
    name: "hermesc",
    version: compilerVersion,
    package: "hermes-compiler",
    file: "hermesc/linux64-bin/hermesc",
  });
}

/**
 * Runs a bundle in the engine. Answers with what it printed by `print`; rejects where it threw. The engine has timers, promises, BigInt and
 * `Proxy`, and nothing of the web: no `fetch`, `URL`, `TextEncoder`, `AbortController` nor `crypto`, which React Native brings by itself.
 * It reads no private fields, no `async`, no named groups and no `\p{…}`: the bundler has to write them out.
 */
export async function runInHermes(engine: string, bundle: string): Promise<string> {
  const { stdout } = await execute(engine, ["-Xes6-promise", "-Xmicrotask-queue", "-w", bundle], {
    timeout: 120_000,
    maxBuffer: 1e8,
  });
  return stdout;
}

/** Compiles a bundle to bytecode. Rejects with the compiler's words where today's engine does not read it. */
export async function compileForHermes(
  compiler: string,
  bundle: string,
  bytecode: string,
): Promise<void> {
  await execute(compiler, ["-O", "-w", "-emit-binary", "-out", bytecode, bundle], {
    timeout: 300_000,
    maxBuffer: 1e8,
  });
}
