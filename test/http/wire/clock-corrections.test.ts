import { expect, onTestFinished, test, vi } from "vitest";
import { resolveConfig } from "../../../src/http/config.js";
import { createTransport } from "../../../src/http/lazy-transport.js";
import { inBrowser } from "../../support/in-browser.js";
import { html, json, serve, until } from "../../support/loopback.js";
import { clientFor, failure, hash, limits, wallet } from "../test-client.js";

const hour = 3_600_000;

/** Moves the clock of this machine for one test. */
function correctClock(milliseconds: number): void {
  const time = Date.now() + milliseconds;
  const spy = vi.spyOn(Date, "now").mockReturnValue(time);
  onTestFinished(() => spy.mockRestore());
}

test("ends a wait with its timeout if the clock is set back meanwhile", async () => {
  const server = await serve(json({ transactions: [] }));
  const client = clientFor(server);
  await client.wallets.history(wallet);
  const wait = failure(
    client.wallets.waitForTransaction(
      wallet,
      { userOperationHash: hash },
      { timeout: 100, interval: 10 },
    ),
  );
  await until(() => server.requests.length > 1, "the first poll");
  correctClock(-hour);
  const late = new Promise((resolve) => setTimeout(resolve, 2_000, "still waiting"));
  expect(await Promise.race([wait, late])).toMatchObject({ name: "WaitTimeoutError" });
});

test("continues a wait if the clock is put forward meanwhile", async () => {
  const pending = json({ session: { id: "s", status: "PENDING" } });
  const server = await serve([pending, pending, json({ session: { id: "s", status: "FAILED" } })]);
  const onProgress = vi.fn(() => correctClock(hour));
  const options = { timeout: 10_000, interval: 10, onProgress };
  const session = await clientFor(server).kyc.waitForSession("s", options);
  expect(session.status).toBe("FAILED");
  for (const [{ elapsed }] of onProgress.mock.calls as never as [{ elapsed: number }][])
    expect(elapsed).toBeLessThan(10_000);
});

test("retries a read if the clock is put forward meanwhile", async () => {
  const server = await serve([html(503), json(limits)]);
  const hooks = { onResponse: () => correctClock(hour) };
  expect(await clientFor(server, { hooks }).kyc.financialLimits("a")).toEqual(limits);
  expect(server.requests).toHaveLength(2);
});

test("ends a call with its total timeout if the clock is set back while it starts", async () => {
  const config = resolveConfig({
    baseUrl: "https://api.example.com",
    apiKey: "key",
    logLevel: "off",
    dangerouslyAllowBrowser: inBrowser,
    fetch: () => new Promise(() => {}),
    totalTimeout: 100,
  });
  const transport = createTransport(config, async () => {
    correctClock(-hour);
    return import("../../../src/http/transport.js");
  });
  const call = failure(transport.call("kyc.financialLimits", { params: { identityId: "a" } }));
  const late = new Promise((resolve) => setTimeout(resolve, 2_000, "still waiting"));
  expect(await Promise.race([call, late])).toMatchObject({ name: "TimeoutError", timeout: 100 });
});
