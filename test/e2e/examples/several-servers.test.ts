import { readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "../../../src/webhooks/index.js";
import { nativeCompiler } from "../package/consumer.js";
import { type ExampleProject, openExample, type Program, start } from "./project.js";
import { findRedis, startRedis } from "./redis.js";

const redis = findRedis();
const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
const lease = 3_000;

if (redis.path === undefined) test("several-servers runs here", ({ skip }) => skip(redis.reason));
else describe("several-servers | ioredis | Redis", () => run(redis.path));

/** The outcome of a request: its status, or undefined if the connection broke. */
const statusOf = (pending: Promise<Response>) =>
  pending.then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => undefined,
  );

/** Calls a function for every number below a limit, 20 at a time. */
async function forEach(total: number, call: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < total) await call(next++);
  };
  await Promise.all(Array.from({ length: 20 }, work));
}

function run(redisPath: string) {
  let project: ExampleProject;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    project = await openExample("several-servers", "proxy", "tsconfig.json");
    // The handler rejects a store of the package with a lease below twice its tolerance.
    const server = join(project.folder, "several-servers/server.mts");
    const text = await readFile(server, "utf8");
    const store = `redisReplayStore(redis, { lease: ${lease} })`;
    const short = `{ claim: (id) => ${store}.claim(id) }`;
    expect(text).toContain("redisReplayStore(redis)");
    await writeFile(server, text.replace("redisReplayStore(redis)", short));
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await project?.remove();
  });

  /** Starts a local service. */
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stops.unshift(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts a Redis, and returns a function that starts a server of the example. */
  async function open(settings: Record<string, string>) {
    const store = await startRedis(redisPath);
    stops.push(store.stop);
    const env = {
      REDIS_URL: store.url,
      BURSAR_API_KEY: "the-key",
      WEBHOOK_SECRET: secret,
      PORT: "0",
      ...settings,
    };
    return async (): Promise<Program & { url: string }> => {
      const args = ["--import", "tsx", "several-servers/server.mts"];
      const program = start(process.execPath, args, { cwd: project.folder, env });
      stops.unshift(() => program.kill());
      await program.until(/listening on port \d+/);
      const [, port] = /port (\d+)/.exec(program.output()) ?? [];
      return { ...program, url: `http://127.0.0.1:${port}` };
    };
  }

  test("compiles with the strictest settings", async () => {
    const args = [nativeCompiler, "-p", "several-servers"];
    const compiler = start(process.execPath, args, { cwd: project.folder });
    expect({ code: await compiler.ended, output: compiler.output() }).toEqual({
      code: 0,
      output: "",
    });
  });

  test("two proxies forward each write once, although one of them is killed", async () => {
    const total = 300;
    const arrivals = new Map<string, number>();
    const service = await serve((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      request.on("end", async () => {
        const { userOperationHash } = JSON.parse(body) as { userOperationHash: string };
        arrivals.set(userOperationHash, (arrivals.get(userOperationHash) ?? 0) + 1);
        await sleep(20);
        response.writeHead(202, { "content-type": "application/json" });
        response.end(JSON.stringify({ userOperationHash }));
      });
    });
    const startServer = await open({ BURSAR_BASE_URL: service, POINTS: "100000" });
    const [one, two] = await Promise.all([startServer(), startServer()]);
    const hashOf = (i: number) => `0x${i.toString(16).padStart(64, "0")}`;
    const send = ({ url }: { url: string }, i: number) =>
      statusOf(
        fetch(`${url}/api/bursar/api/v1/crypto/execute-user-op`, {
          method: "POST",
          headers: { "content-type": "application/json", "bursar-once": `write-${i}-of-a-page` },
          body: JSON.stringify({
            userOperationHash: hashOf(i),
            signature: `0x${"cd".repeat(65)}`,
          }),
        }),
      );

    const accepted = new Set<number>();
    const lost = new Set<number>();
    await forEach(total, async (i) => {
      if (i === total / 2) void one.kill("SIGKILL");
      const statuses = await Promise.all([send(one, i), send(two, i)]);
      if (statuses.includes(202)) accepted.add(i);
      if (statuses.includes(undefined)) lost.add(i);
      expect(statuses.filter((status) => status === 202).length, `write ${i}`).toBeLessThan(2);
    });
    await one.ended;
    const restarted = await startServer();
    const again: unknown[] = [];
    await forEach(total, async (i) => {
      again.push(...(await Promise.all([send(restarted, i), send(two, i)])));
    });

    expect(new Set(again)).toEqual(new Set([502]));
    expect([...arrivals.values()].filter((count) => count > 1)).toEqual([]);
    expect([...accepted].filter((i) => !arrivals.has(hashOf(i)))).toEqual([]);
    // A write without a confirmation was in progress when the proxy was killed.
    const unconfirmed = Array.from({ length: total }, (_, i) => i).filter((i) => !accepted.has(i));
    expect(unconfirmed.filter((i) => !lost.has(i))).toEqual([]);
    expect(unconfirmed.length).toBeLessThanOrEqual(20);
    expect(lost.size).toBeGreaterThan(0);
  });

  test("two proxies share one limit, which survives a crash", async () => {
    const service = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"tokens":[],"total":0,"page":1,"perPage":100}');
    });
    const startServer = await open({ BURSAR_BASE_URL: service, POINTS: "30" });
    const [one, two] = await Promise.all([startServer(), startServer()]);
    const read = ({ url }: { url: string }) =>
      statusOf(fetch(`${url}/api/bursar/api/v1/crypto/tokens`));
    const statuses: unknown[] = [];
    await forEach(60, async (i) => {
      if (i === 20) void one.kill("SIGKILL");
      statuses.push(...(await Promise.all([read(one), read(two)])));
    });
    const restarted = await startServer();
    const allowed = statuses.filter((status) => status === 200).length;
    expect(allowed).toBeLessThanOrEqual(30);
    // A request that the killed proxy had counted may lack its response.
    expect(allowed).toBeGreaterThan(30 - 20);
    expect(new Set(statuses)).toEqual(new Set([200, 429, undefined]));
    expect([await read(restarted), await read(two)]).toEqual([429, 429]);
  });

  test("two servers process each delivery once, although one of them is killed", async () => {
    const total = 100;
    const credits: { order: string; at: number }[] = [];
    const sentAt = new Map<string, number>();
    const acknowledged = new Set<string>();
    let killing: Promise<string[]> | undefined;
    /** Returns the orders that were being processed. The lease makes them wait. */
    const kill = async () => {
      await one.kill("SIGKILL");
      await sleep(lease / 6);
      return credits.map(({ order }) => order).filter((order) => !acknowledged.has(order));
    };
    const ledger = await serve(async (request, response) => {
      const order = String(request.headers["idempotency-key"]);
      credits.push({ order, at: performance.now() });
      // Odd orders are first delivered to the server that is killed while it processes one.
      if (credits.length > total / 2 && /[13579]$/.test(order)) killing ??= kill();
      request.resume();
      await sleep(100);
      response.end();
    });
    const startServer = await open({ LEDGER_URL: ledger });
    const [one, two] = await Promise.all([startServer(), startServer()]);
    const deliveries = await Promise.all(
      Array.from({ length: total }, (_, i) =>
        signWebhook(
          {
            event_type: "ramp.deposit",
            orderId: `order_${i}`,
            status: "COMPLETED",
            receivedCryptoAmount: "1.5",
          },
          secret,
        ),
      ),
    );
    const deliver = ({ url }: { url: string }, i: number) => {
      const { headers = {}, body = "" } = deliveries[i] ?? {};
      return statusOf(fetch(`${url}/webhooks`, { method: "POST", headers, body }));
    };

    await forEach(total, async (i) => {
      sentAt.set(`order_${i}`, performance.now());
      let targets = i % 2 === 0 ? [two] : [one];
      while (!(await Promise.all(targets.map((server) => deliver(server, i)))).includes(204)) {
        targets = [one, two];
        await sleep(100);
      }
      acknowledged.add(`order_${i}`);
    });
    await one.ended;
    const restarted = await startServer();
    await forEach(total, async (i) => {
      const statuses = await Promise.all([deliver(restarted, i), deliver(two, i)]);
      expect(statuses).toEqual([204, 204]);
    });

    const unfinished = (await killing) ?? [];
    const orders = credits.map(({ order }) => order);
    expect(new Set(orders).size).toBe(total);
    const repeated = orders.filter((order, i) => orders.indexOf(order) !== i);
    // Only what the killed server was processing is repeated, after its lease.
    expect(repeated.filter((order) => !unfinished.includes(order))).toEqual([]);
    expect(new Set(repeated).size).toBe(repeated.length);
    expect(repeated.length).toBeGreaterThan(0);
    for (const order of repeated) {
      const last = credits.filter((credit) => credit.order === order).at(-1)?.at ?? 0;
      expect(last - (sentAt.get(order) ?? 0)).toBeGreaterThan(lease - 50);
    }
  });
}
