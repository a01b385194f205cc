import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, onTestFinished } from "vitest";
import type { IntentEntry, Journal } from "../../../src/intents/index.js";
import type { PolicyStore } from "../../../src/policy/index.js";
import type { ReplayStore } from "../../../src/webhooks/index.js";
import { type Kind, openServer, readSchema, type Server } from "./servers.js";

/** A process with the stores of the package. */
export interface Worker {
  readonly policy: PolicyStore;
  readonly journal: Journal;
  readonly replays: ReplayStore;
  /** Calls a function of worker.mjs. Rejects with the fields of its error. */
  call<T = unknown>(name: string, ...args: unknown[]): Promise<T>;
  kill(): Promise<void>;
}

async function startWorker({ kind, url, node }: Server): Promise<Worker> {
  const path = new URL("./worker.mjs", import.meta.url).pathname;
  const env = { ...process.env, BURSAR_STORE: kind, BURSAR_STORE_URL: url };
  const child = fork(path, {
    execPath: node,
    execArgv: ["--no-warnings"],
    env,
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>();
  ended.then(() => {
    for (const { reject } of waiting.values()) reject(new TypeError("the worker has ended"));
  });
  let count = 0;
  const call = <T>(name: string, ...args: unknown[]) =>
    new Promise<T>((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      child.send({ id: count, name, args });
    });
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  await Promise.race([once(child, "message"), ended]);
  if (child.exitCode !== null) throw new TypeError("the worker has ended, see above");
  child.on("message", (message) => {
    const { id, result, error } = message as { id: number; result: never; error?: object };
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(Object.assign(new Error(), error));
    else resolve?.(result);
  });
  async function* list(...args: unknown[]): AsyncGenerator<IntentEntry> {
    yield* await call<IntentEntry[]>("list", ...args);
  }
  return {
    call,
    kill,
    policy: {
      reserve: (...args) => call("policy.reserve", ...args),
      release: (...args) => call("policy.release", ...args),
      freeze: (...args) => call("policy.freeze", ...args),
      unfreeze: (...args) => call("policy.unfreeze", ...args),
      frozen: (...args) => call("policy.frozen", ...args),
    },
    journal: {
      begin: (...args) => call("journal.begin", ...args),
      update: (...args) => call("journal.update", ...args),
      open: () => list("open"),
      list: (filter) => list("list", filter),
    },
    replays: {
      async claim(id) {
        const claim = await call<"done" | "busy" | number>("claim", id);
        if (typeof claim === "string") return claim;
        const settle = (how: string) => call<void>("settle", claim, how);
        return { complete: () => settle("complete"), release: () => settle("release") };
      },
    },
  };
}

/** Runs tests on a database of each kind, with its tables. */
export function describeStores(
  kinds: readonly Kind[],
  run: (open: OpenWorker, getServer: () => Server, kind: Kind) => void,
): void {
  describe.each(kinds)("stores | %s", (kind) => {
    let opened: Server | { reason: string };
    beforeAll(async () => {
      opened = await openServer(kind);
      // `.ci/run` sets it: the gate must not pass without the database.
      if ("reason" in opened && process.env["BURSAR_FAILURES_FILE"])
        throw new TypeError(opened.reason);
      if (!("reason" in opened) && !kind.includes("redis")) await createTables(opened);
    });
    afterAll(() => ("reason" in opened ? undefined : opened.stop()));
    beforeEach(({ skip }) => {
      if ("reason" in opened) skip(opened.reason);
    });
    const getServer = () => opened as Server;
    run(
      async () => {
        const worker = await startWorker(getServer());
        onTestFinished(worker.kill);
        return worker;
      },
      getServer,
      kind,
    );
  });
}

export type OpenWorker = () => Promise<Worker>;

/** Runs every statement of the schema. */
async function createTables(server: Server): Promise<void> {
  const worker = await startWorker(server);
  const schema = await readSchema(server.kind);
  for (const sql of schema.split(/;\n/).filter(Boolean)) await worker.call("raw", sql, []);
  await worker.kill();
}
