import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createRequestLog, logLimits } from "../../../src/sandbox/server/request-log.js";
import { openSandbox } from "../open-sandbox.js";
import { sendRaw } from "../send-raw-request.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const megabyte = 1_048_576;

const request = { operation: undefined, method: "POST", path: "/x", status: 400 };

test("keeps less than 64 MB after 500 refused requests of 1 MB each", async () => {
  const { sandbox } = openSandbox();
  const send = (i: number) =>
    sendRaw(sandbox, {
      method: "POST",
      path: "/api/v1/crypto/swap",
      // Each body has other characters, so that none of them are shared.
      body: `${i}${String.fromCharCode(97 + (i % 26)).repeat(megabyte)}`,
    });
  for (let i = 0; i < 50; i++) await send(i);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 500; i++) expect((await send(i)).status).toBe(400);
  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / megabyte).toBeLessThan(64);
  expect(sandbox.requests.length).toBeGreaterThan(100);
  const last = String(sandbox.requests.at(-1)?.body);
  expect([last.slice(0, 6), last.slice(65_536)]).toEqual([
    "499fff",
    "… (the first 65536 of 1048579 characters)",
  ]);
}, 120_000);

test("keeps the newest requests within both limits", () => {
  const log = createRequestLog();
  for (let i = 0; i < logLimits.requests + 5; i++) log.add({ ...request, body: `{"i":${i}}` });
  expect(log.requests).toHaveLength(logLimits.requests);
  expect(log.requests[0]?.body).toEqual({ i: 5 });
  const long = "x".repeat(60_000);
  for (let i = 0; i < 400; i++) log.add({ ...request, body: `${i} ${long}` });
  const sizes = log.requests.map(({ path, body }) => `${path}${body}`.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(logLimits.total);
  expect(log.requests.length).toBeGreaterThan(270);
  expect(log.requests.at(-1)?.body).toMatch(/^399 x/);
});

test("keeps a body of 64 KiB whole, and the start of a longer body and path", () => {
  const log = createRequestLog();
  const json = JSON.stringify("y".repeat(logLimits.text - 2));
  log.add({ ...request, body: json });
  log.add({ ...request, body: `${json} `, path: `/${"z".repeat(100_000)}` });
  const [whole, cut] = log.requests;
  expect(whole?.body).toBe(JSON.parse(json));
  expect(cut?.body).toBe(`${json}… (the first 65536 of 65537 characters)`);
  expect(cut?.path).toMatch(/^\/z+… \(the first 65536 of 100001 characters\)$/);
});

test("returns a body that is not JSON as text, and no body as undefined", async () => {
  const { sandbox } = openSandbox();
  const call = { method: "POST", path: "/api/v1/crypto/swap" };
  await sendRaw(sandbox, { ...call, body: "{" });
  await sendRaw(sandbox, { ...call, body: { a: [1] } });
  await sendRaw(sandbox, { ...call, body: "" });
  expect(sandbox.requests.map(({ body }) => body)).toEqual(["{", { a: [1] }, undefined]);
  expect(JSON.parse(JSON.stringify(sandbox.requests))[1].body).toEqual({ a: [1] });
});
