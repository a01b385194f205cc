import { parentPort, workerData } from "node:worker_threads";
import { findWorkarounds } from "./find-workarounds.js";
import { createTypeChecker } from "./type-checker.js";

/** `workerData` is the folder of the repository, with a slash at the end. */
const operations = { ...createTypeChecker(workerData), findWorkarounds };

/** What the thread of the type checker does. */
export type Operations = typeof operations;

parentPort?.on("message", ({ id, name, args }) => {
  try {
    const operation = operations[name as keyof Operations] as (...all: unknown[]) => unknown;
    parentPort?.postMessage({ id, result: operation(...args) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.stack : String(error) });
  }
});
