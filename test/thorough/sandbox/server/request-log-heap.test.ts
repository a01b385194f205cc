import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openSandbox } from "../../../sandbox/open-sandbox.js";
import { sendRaw } from "../../../sandbox/send-raw-request.js";
import { drained } from "../../../support/drained.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const megabyte = 1_048_576;

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
  expect((await drained(sandbox)).length).toBeGreaterThan(100);
  const last = String(sandbox.requests.at(-1)?.body);
  expect([last.slice(0, 6), last.slice(65_536)]).toEqual([
    "499fff",
    "… (the first 65536 of 1048579 characters)",
  ]);
});
