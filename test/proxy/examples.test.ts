import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { openExamples } from "../examples/run.js";

let examples: Awaited<ReturnType<typeof openExamples>>;
beforeAll(async () => {
  examples = await openExamples();
});

/** Runs an example program. It opens connections to this machine. */
async function run(file: string) {
  const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: "1" };
  const child = spawn(process.execPath, [file], {
    cwd: examples.folder,
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

test("the example behaves the same in Hono and Express", async () => {
  const { code, out, err } = await run("examples/proxy/try.mjs");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const visit = [
    " {2}tokens found: [1-9]\\d*",
    " {2}tokens in the wallet: [1-9]\\d*",
    " {2}10 USDC buy at least 0\\.00\\d+ WETH",
    " {2}another user's wallet: 403 PROXY_FORBIDDEN",
    " {2}not on the allow list: 403 PROXY_OPERATION_NOT_ALLOWED",
    " {2}too many requests: 429 PROXY_RATE_LIMITED, retry in \\d+ s",
  ].join("\n");
  const all = ["Hono", "Express"].map((name) => `${name}\n${visit}`).join("\n");
  expect(out).toMatch(new RegExp(`^${all}\nwithout a session: 401\n$`));
});

interface Limits {
  redisLimit(
    redis: unknown,
    options?: { points?: number; servers?: number },
  ): (request: Request, call: { operation: string }) => Promise<{ retryAfter: number } | undefined>;
}

/** A test double for the Redis commands that the limiter calls: one counter per key. */
function sharedStore() {
  const counts = new Map<string, number>();
  const connect = () => ({
    status: "ready",
    defineCommand() {},
    rlflxIncr: async ([key, points]: [string, number]) => {
      counts.set(key, (counts.get(key) ?? 0) + Number(points));
      return [counts.get(key), 7_000];
    },
  });
  return { counts, connect };
}

test("two servers share one limit through Redis, and quotes cost more than reads", async () => {
  const load = (file: string) =>
    import(pathToFileURL(`${examples.folder}/examples/proxy/${file}`).href);
  const { redisLimit } = (await load("limit-redis.mjs")) as Limits;
  const { signIn } = (await load("sessions.mjs")) as { signIn(wallet: string): string };
  const { counts, connect } = sharedStore();
  const servers = [redisLimit(connect(), { points: 5 }), redisLimit(connect(), { points: 5 })];
  const request = new Request("https://app.test/", {
    headers: { cookie: signIn("0x1111111111111111111111111111111111111111") },
  });
  const responses = [];
  for (const [server, operation] of [
    [0, "swap.quote"],
    [1, "tokens.list"],
    [0, "tokens.list"],
    [1, "tokens.list"],
  ] as const) {
    responses.push(await servers[server]?.(request, { operation }));
  }
  expect(responses).toEqual([undefined, undefined, undefined, { retryAfter: 7_000 }]);
  expect([...counts.values()]).toEqual([6]);
});

test("each server counts its own requests while Redis is down", async () => {
  const load = (file: string) =>
    import(pathToFileURL(`${examples.folder}/examples/proxy/${file}`).href);
  const { redisLimit } = (await load("limit-redis.mjs")) as Limits;
  const { signIn } = (await load("sessions.mjs")) as { signIn(wallet: string): string };
  const down = {
    status: "ready",
    defineCommand() {},
    rlflxIncr: () => Promise.reject(new TypeError("down")),
  };
  const limit = redisLimit(down, { points: 8, servers: 4 });
  const request = new Request("https://app.test/", {
    headers: { cookie: signIn("0x1111111111111111111111111111111111111111") },
  });
  const responses = [];
  for (let i = 0; i < 3; i++)
    responses.push((await limit(request, { operation: "tokens.list" })) === undefined);
  expect(responses).toEqual([true, true, false]);
});
