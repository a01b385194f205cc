import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";

/** How a call ends. */
interface Ending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts the thread of the type checker, which ends with this process. Node 20 cannot run
 * TypeScript, so the thread is built to `folder` first.
 */
export async function startThread(root: string, folder: string) {
  await build({
    entryPoints: [fileURLToPath(new URL("thread.ts", import.meta.url))],
    outfile: join(folder, "thread.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const thread = new Worker(join(folder, "thread.mjs"), {
    workerData: root,
    // A program is millions of objects, which Node otherwise copies from space to space.
    resourceLimits: { maxYoungGenerationSizeMb: 256 },
  });
  thread.unref();

  const waiting = new Map<number, Ending>();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  thread.on("error", fail);
  thread.on("exit", (code) => fail(new Error(`the thread ended with exit code ${code}`)));
  thread.on("message", ({ id, result, error }) => {
    const ending = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) ending?.resolve(result);
    else ending?.reject(new Error(error));
  });

  let calls = 0;
  return {
    call(name: string, args: readonly unknown[]): Promise<unknown> {
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => {
        const id = calls++;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, name, args });
      });
    },
    stop: () => thread.terminate(),
  };
}
