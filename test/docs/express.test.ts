import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import * as accounts from "viem/accounts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runBlock } from "../../scripts/run-block.mjs";
import * as bursar from "../../src/index.js";
import * as intents from "../../src/intents/index.js";
import * as sandboxes from "../../src/sandbox/index.js";
import * as signing from "../../src/tasks/index.js";
import { findBlocks } from "./markdown.js";

const block = findBlocks("docs/errors.md").find(({ code }) => code.includes('from "express"'));
const program = block?.code ?? "";

let server: Server;
/** How long the service waits for a status, in milliseconds. */
let timeout: number;
/** The state at which the database of the journal fails once. */
let failAt: string | undefined;
const log = vi.fn();
const sandbox = sandboxes.createSandbox();

beforeEach(async () => {
  timeout = 30_000;
  failAt = undefined;
  const code = program
    .replace(/^import express.*$/m, "")
    .replace("timeout: 30_000", "get timeout() { return getTimeout(); }, interval: 10")
    .replace("app.use(onError).listen(3000)", "start(app.use(onError))");
  const modules = {
    bursar: { ...bursar, createClient: createFastClient },
    "bursar/intents": { ...intents, createMemoryJournal: createUnreliableJournal },
    "bursar/sandbox": { createSandbox: () => sandbox },
    "bursar/signing": signing,
    "viem/accounts": accounts,
  };
  const start = (app: Express) => {
    server = app.listen(0, "127.0.0.1");
  };
  await runBlock(code, modules, {
    express,
    start,
    console: { error: log },
    getTimeout: () => timeout,
  });
  await once(server, "listening");
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  log.mockClear();
  sandbox.reset();
});

/** Its pauses before retries are short. */
const createFastClient = (options: bursar.ClientOptions) =>
  bursar.createClient({ ...options, retry: { baseDelay: 1 } });

/** Its errors have a status, as those of databases behind HTTP. */
function createUnreliableJournal(): intents.Journal {
  const journal = intents.createMemoryJournal();
  return {
    ...journal,
    async update(entry, from) {
      if (entry.state !== failAt) return journal.update(entry, from);
      failAt = undefined;
      throw Object.assign(new Error("the database is gone"), { status: 409 });
    },
  };
}

async function put(order: string, body: string): Promise<[number, unknown]> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/swaps/${order}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });
  const text = await response.text();
  return [response.status, text.startsWith("{") ? JSON.parse(text) : text];
}
const executed = () =>
  sandbox.requests.filter(({ operation }) => operation === "operations.execute").length;

test("the documented Express service has less than 80 lines", () => {
  const lines = program.split("\n").filter((line) => line !== "" && !line.startsWith("//"));
  expect(lines.length).toBeLessThan(80);
});

test("the documented Express service swaps once per order", async () => {
  const first = await put("1", '{"amountIn":"100"}');
  expect(first).toEqual([200, expect.objectContaining({ intent: "1", state: "done" })]);
  expect(await put("1", '{"amountIn":"100"}')).toEqual(first);
  expect(executed()).toBe(1);
});

test("the documented Express service rejects another amount for the same order", async () => {
  await put("1", '{"amountIn":"100"}');
  const conflict = { error: "the order has another amount", code: "intent_conflict" };
  expect(await put("1", '{"amountIn":"50"}')).toEqual([409, { ...conflict, outcome: "none" }]);
  // It cannot be compared, and was paid.
  const prepareError = { kind: "request_validation" };
  expect(await put("1", "{}")).toMatchObject([200, { state: "done", prepareError }]);
  const both = [put("2", '{"amountIn":"7"}'), put("2", '{"amountIn":"8"}')];
  expect((await Promise.all(both)).map(([status]) => status)).toEqual([200, 409]);
  expect(executed()).toBe(2);
});

test("the documented Express service accepts the amount that corrects a mistake", async () => {
  const amounts = [100, ["100"], "much", "1e3", " 100", "100 ", "0x10", "Infinity", "1.", "-1"];
  for (const wrong of ["{}", "[]", ...amounts.map((amountIn) => JSON.stringify({ amountIn }))])
    expect(await put("1", wrong), wrong).toEqual([
      400,
      { error: expect.stringMatching(/amountIn/), code: "request_validation", outcome: "none" },
    ]);
  for (const zero of ["0", "0.0"])
    expect((await put("1", JSON.stringify({ amountIn: zero })))[0]).toBeGreaterThanOrEqual(400);
  expect(await put("1", '{"amountIn":"100"}')).toMatchObject([200, { state: "done" }]);
});

test.each([
  ["before", "signed", 0],
  ["after", "done", 1],
])(
  "the documented Express service states no outcome if its database fails %s it sends",
  async (_, state, sent) => {
    failAt = state;
    const error = "outcome unknown: repeat the request";
    expect(await put("7", '{"amountIn":"100"}')).toEqual([500, { error, outcome: "unknown" }]);
    expect(executed()).toBe(sent);
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: "the database is gone" }));
    expect(await put("7", '{"amountIn":"100"}')).toMatchObject([200, { state: "done" }]);
    expect(executed()).toBe(1);
  },
);

test("the documented Express service responds with 202 while a swap has no status", async () => {
  timeout = 50;
  const error = expect.stringMatching(/outcome unknown/);
  const waiting = [202, { error, code: "timeout", outcome: "unknown" }];
  expect(await put("3", '{"amountIn":"6.660005"}')).toEqual(waiting);
  expect(await put("3", '{"amountIn":"6.660005"}')).toEqual(waiting);
  expect(executed()).toBe(1);
});

test("the documented Express service responds with 422 to a swap that failed", async () => {
  const failed = await put("4", '{"amountIn":"6.660004"}');
  expect(failed).toMatchObject([422, { state: "failed", transactionId: expect.any(String) }]);
  expect(await put("4", '{"amountIn":"6.660004"}')).toEqual(failed);
  expect(executed()).toBe(1);
});

test.each([
  ["an amount above the balance", "5", '{"amountIn":"100000"}', 402, "insufficient_balance"],
  ["a quote that reverts", "5", '{"amountIn":"6.660002"}', 409, "reverted"],
  ["a quote that fails", "5", '{"amountIn":"6.660001"}', 502, "SWAP_QUOTE"],
  ["an id that is no text", "%20", '{"amountIn":"1"}', 500, "configuration"],
])("the documented Express service responds to %s", async (_, order, body, status, code) => {
  const error = expect.any(String);
  expect(await put(order, body)).toEqual([status, { error, code, outcome: "none" }]);
  expect(executed()).toBe(0);
});

test.each([
  ["a body that is no JSON", "6", "{"],
  ["a path that is not encoded", "%zz", "{}"],
])(
  "the documented Express service responds to %s without a stack trace",
  async (_, order, body) => {
    const [status, response] = await put(order, body);
    expect([status, response]).toEqual([400, { error: expect.any(String), outcome: "none" }]);
    expect(JSON.stringify(response)).not.toMatch(/node_modules|\\n/);
  },
);
