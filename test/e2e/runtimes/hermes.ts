import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

/** Runs a program. Kills it when the test ends. */
function execute(command: string, args: readonly string[]) {
  const running = promisify(execFile)(command, args, { maxBuffer: 1e8 });
  onTestFinished(() => void running.child.kill("SIGKILL"));
  return running;
}

/**
 * Runs a bundle in the engine. Returns the output of `print`, or rejects if the bundle throws. The
 * engine has timers, promises, BigInt and `Proxy`. It has no web APIs, which React Native adds: no
 * `fetch`, `URL`, `TextEncoder`, `AbortController` or `crypto`. It does not support private fields,
 * `async`, named groups or `\p{…}`, so the bundler has to compile them.
 */
export async function runInHermes(engine: string, bundle: string): Promise<string> {
  const { stdout } = await execute(engine, ["-Xes6-promise", "-Xmicrotask-queue", "-w", bundle]);
  return stdout;
}

/**
 * Compiles a bundle to bytecode. Returns the compiler's warnings. Rejects with its message if the
 * syntax is not supported.
 */
export async function compileForHermes(
  compiler: string,
  bundle: string,
  bytecode: string,
): Promise<string> {
  const args = ["-O", "-w", "-emit-binary", "-out", bytecode, bundle];
  const { stderr } = await execute(compiler, args);
  return stderr;
}
