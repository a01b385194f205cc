import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient } from "../../src/client.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { pickExecutable, signQuote } from "../../src/signing/index.js";
import { inBrowser } from "../support/in-browser.js";
import { factory, owner, usdc } from "./open-sandbox.js";
import { createSwapRequest } from "./swap/swap-requests.js";

// As in a program that replaces the timers before it creates a client, and never moves them for
// anything but a delay.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client of a sandbox. `respond` may respond in its place. */
function open(respond: () => Response | undefined = () => undefined) {
  const sandbox = createSandbox();
  const { baseUrl, apiKey } = sandbox;
  const fetch = async (request: Request) => respond() ?? sandbox.fetch(request);
  return {
    sandbox,
    client: createClient({ baseUrl, apiKey, fetch, dangerouslyAllowBrowser: inBrowser }),
  };
}

test("a read needs no timer", async () => {
  expect(await open().client.tokens.chains()).toMatchObject({ chains: expect.any(Array) });
  expect(vi.getTimerCount()).toBe(0);
});

test("a 429 is retried when the fake time has passed", async () => {
  const limited = [Response.json({}, { status: 429, headers: { "retry-after": "2" } })];
  const respond = vi.fn(() => limited.pop());
  const call = open(respond).client.tokens.chains();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(respond).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toMatchObject({ chains: expect.any(Array) });
  expect(respond).toHaveBeenCalledTimes(2);
});

test("a quote of the sandbox is signed and executed", async () => {
  const { sandbox, client } = open();
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
  const request = createSwapRequest(walletAddress);
  const quote = pickExecutable((await client.swap.quote(request)).quotes);
  if (!quote) throw new TypeError("expected a quote");
  const signed = await signQuote(quote, owner, { expect: request, owner: owner.address });
  const { userOperationHash } = await client.operations.execute(signed);
  const wait = client.wallets.waitForTransaction(walletAddress, { userOperationHash });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await wait).toMatchObject({ status: "COMPLETED" });
});
