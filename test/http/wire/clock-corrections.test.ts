import { expect, onTestFinished, test, vi } from "vitest";
import { drained } from "../../support/drained.js";
import { html, json, serve, until } from "../../support/loopback.js";
import { clientFor, failure, hash, limits, wallet } from "../test-client.js";
import {
  fakeTime,
  fetchInMemory,
  never,
  passTime,
  passTimeUntil,
  watchEnd,
} from "../time-control.js";

const hour = 3_600_000;

/** Moves the clock of this machine for one test. */
function correctClock(milliseconds: number): void {
  const time = Date.now() + milliseconds;
  const spy = vi.spyOn(Date, "now").mockReturnValue(time);
  onTestFinished(() => spy.mockRestore());
}

test("ends a wait with its timeout if the clock is set back meanwhile", async () => {
  fakeTime();
  const { url, fetch, requests } = fetchInMemory(() => Response.json({ transactions: [] }));
  const wait = failure(
    clientFor({ url }, { fetch }).wallets.waitForTransaction(
      wallet,
      { userOperationHash: hash },
      { timeout: 100, interval: 10 },
    ),
  );
  await until(() => requests.length === 1, "the first poll");
  correctClock(-hour);
  const state = watchEnd(wait);
  await passTimeUntil(() => state.hasEnded, "the end of the wait", 10);
  expect(await wait).toMatchObject({ name: "WaitTimeoutError" });
});

test("continues a wait if the clock is put forward meanwhile", async () => {
  const pending = json({ session: { id: "s", status: "PENDING" } });
  const server = await serve([pending, pending, json({ session: { id: "s", status: "FAILED" } })]);
  const onProgress = vi.fn(() => correctClock(hour));
  const options = { timeout: 1_000_000, interval: 10, onProgress };
  const session = await clientFor(server).kyc.waitForSession("s", options);
  expect(session.status).toBe("FAILED");
  for (const [{ elapsed }] of onProgress.mock.calls as never as [{ elapsed: number }][])
    expect(elapsed).toBeLessThan(1_000_000);
});

test("retries a read if the clock is put forward meanwhile", async () => {
  const server = await serve([html(503), json(limits)]);
  const hooks = { onResponse: () => correctClock(hour) };
  expect(await clientFor(server, { hooks }).kyc.financialLimits("a")).toEqual(limits);
  expect(await drained(server)).toHaveLength(2);
});

test("ends a call with its total timeout if the clock is set back while it starts", async () => {
  fakeTime();
  const { url, fetch, requests } = fetchInMemory(never);
  const apiKey = async () => {
    correctClock(-hour);
    return "key-of-the-project";
  };
  const client = clientFor({ url }, { fetch, apiKey, totalTimeout: 100 });
  const call = failure(client.kyc.financialLimits("a"));
  const state = watchEnd(call);
  await until(() => requests.length === 1, "the request");
  await passTime(100);
  expect(state.hasEnded).toBe(true);
  expect(await call).toMatchObject({ name: "TimeoutError", timeout: 100 });
});
