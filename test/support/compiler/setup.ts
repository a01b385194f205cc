import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildExamples } from "./build-examples.js";
import { startThread } from "./start-thread.js";
import type { Operations as ThreadOperations } from "./thread.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the compiler service. */
    compiler: string;
  }
}

/** What the service does for tests. */
export interface Operations extends ThreadOperations {
  /** Builds the examples, once per run. Returns the folder. */
  buildExamples(programs: readonly string[]): Promise<string>;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The service of one run. It reads each file only once. */
function createService() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "compiler-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Vitest ends without a teardown if it is interrupted twice.
  process.once("exit", remove);
  let thread: ReturnType<typeof startThread> | undefined;
  let examples: Promise<string> | undefined;
  return {
    async call(name: keyof Operations, args: readonly unknown[]): Promise<unknown> {
      if (name === "buildExamples") {
        examples ??= buildExamples(root, folder, args[0] as readonly string[]);
        return examples;
      }
      thread ??= startThread(root, folder);
      return (await thread).call(name, args);
    },
    async stop() {
      await Promise.allSettled([examples, thread?.then(({ stop }) => stop())]);
      process.off("exit", remove);
      remove();
    },
  };
}

/** Provides one compiler for all workers of a run. It starts at the first call. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let service: ReturnType<typeof createService> | undefined;
  const stop = async () => {
    const running = service;
    service = undefined;
    await running?.stop();
  };

  const server = createServer(async (request, response) => {
    try {
      service ??= createService();
      const { call } = service;
      const { name, args } = (await json(request)) as { name: keyof Operations; args: unknown[] };
      response.end(JSON.stringify({ result: await call(name, args) }));
    } catch (error) {
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : `${error}` }));
    }
  });
  // A crash of Vitest must not leave a process that waits for calls.
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  project.provide("compiler", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  // In watch mode.
  project.onTestsRerun(stop);
  return async () => {
    await stop();
    server.close();
    server.closeAllConnections();
  };
}
