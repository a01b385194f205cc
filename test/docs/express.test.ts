import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import * as accounts from "viem/accounts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as bursar from "../../src/index.js";
import * as intents from "../../src/intents/index.js";
import * as sandboxes from "../../src/sandbox/index.js";
import * as signing from "../../src/tasks/index.js";
import { findBlocks } from "./markdown.js";
import { runBlock } from "./run-block.js";

const block = findBlocks("docs/errors.md").find(({ code }) => code.includes('from "express"'));
const program = block?.code ?? "";

let server: Server;
const log = vi.fn();
const sandbox = sandboxes.createSandbox();

beforeEach(async () => {
  const code = program
    .replace(/^import express.*$/m, "")
    .replace("30_000", "50")
    .replace("app.use(onError).listen(3000)", "start(app.use(onError))");
  const modules = {
    bursar,
    "bursar/intents": intents,
    "bursar/sandbox": { createSandbox: () => sandbox },
    "bursar/signing": signing,
    "viem/accounts": accounts,
  };
  const start = (app: Express) => {
    server = app.listen(0, "127.0.0.1");
  };
  await runBlock(code, modules, { express, start, console: { error: log } });
  await once(server, "listening");
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  log.mockClear();
  sandbox.reset();
});

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

test("the documented Express service has less than 40 lines", () => {
  const lines = program.split("\n").filter((line) => line !== "" && !line.startsWith("//"));
  expect(lines.length).toBeLessThan(40);
});

test("the documented Express service swaps once per order", async () => {
  const first = await put("1", '{"amountIn":"100"}');
  expect(first).toEqual([200, { state: "done", transactionId: expect.any(String) }]);
  expect(await put("1", '{"amountIn":"100"}')).toEqual(first);
  expect(executed()).toBe(1);
});

test("the documented Express service responds with 202 while a swap has no status", async () => {
  const waiting = { error: expect.stringMatching(/being checked/) };
  expect(await put("3", '{"amountIn":"6.660005"}')).toEqual([202, waiting]);
  expect(await put("3", '{"amountIn":"6.660005"}')).toEqual([202, waiting]);
  expect(executed()).toBe(1);
});

test.each([
  ["an amount that is no decimal", '{"amountIn":"much"}', 400, /amountIn/],
  ["a body that is no JSON", "{", 400, /./],
  ["an amount above the balance", '{"amountIn":"100000"}', 402, /too little/],
  ["a quote that reverts", '{"amountIn":"6.660002"}', 409, /no acceptable quote/],
  ["a quote that fails", '{"amountIn":"6.660001"}', 502, /try later/],
])("the documented Express service responds to %s", async (_, body, status, text) => {
  expect(await put("2", body)).toEqual([
    status,
    status === 400 && body === "{" ? expect.anything() : { error: expect.stringMatching(text) },
  ]);
  expect(executed()).toBe(0);
});
