import { expect, test } from "vitest";
import { createRequestLog, logLimits } from "../../../src/sandbox/server/request-log.js";
import { drained } from "../../support/drained.js";
import { openSandbox } from "../open-sandbox.js";
import { sendRaw } from "../send-raw-request.js";

const request = { operation: undefined, method: "POST", path: "/x", status: 400 };

// test/thorough measures the heap.
test("keeps the first 64 KiB of each refused request of 1 MB", async () => {
  const { sandbox } = openSandbox();
  for (const letter of "abc") {
    const body = letter.repeat(1_048_576);
    expect(
      (await sendRaw(sandbox, { method: "POST", path: "/api/v1/crypto/swap", body })).status,
    ).toBe(400);
  }
  const kept = "… (the first 65536 of 1048576 characters)";
  expect((await drained(sandbox)).map(({ body }) => body)).toEqual(
    [..."abc"].map((letter) => `${letter.repeat(65_536)}${kept}`),
  );
});

test("keeps the newest requests within both limits", async () => {
  const log = createRequestLog();
  for (let i = 0; i < logLimits.requests + 5; i++) log.add({ ...request, body: `{"i":${i}}` });
  expect(await drained(log)).toHaveLength(logLimits.requests);
  expect(log.requests[0]?.body).toEqual({ i: 5 });
  const long = "x".repeat(60_000);
  for (let i = 0; i < 400; i++) log.add({ ...request, body: `${i} ${long}` });
  const sizes = log.requests.map(({ path, body }) => `${path}${body}`.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(logLimits.total);
  expect((await drained(log)).length).toBeGreaterThan(270);
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
  expect((await drained(sandbox)).map(({ body }) => body)).toEqual(["{", { a: [1] }, undefined]);
  expect(JSON.parse(JSON.stringify(sandbox.requests))[1].body).toEqual({ a: [1] });
});
