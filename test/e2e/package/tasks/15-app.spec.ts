// Shows how to test an app with vitest: MSW passes every request to the sandbox, so the app stays
// unchanged and no request reaches a network.

import { createClient, isExecutable } from "bursar";
import { createSandbox, demoWallet } from "bursar/sandbox";
import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

const sandbox = createSandbox({ baseUrl: "https://api.example.com" });
const server = setupServer(...sandbox.handlers({ http }));

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => sandbox.reset());
afterAll(() => server.close());

/** The app under test. */
async function offer(amountIn: string): Promise<string> {
  const client = createClient({ baseUrl: "https://api.example.com", apiKey: "sandbox-key" });
  const { quotes } = await client.swap.quote({
    amountIn,
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress: demoWallet,
    toAddress: demoWallet,
  });
  const quote = quotes.find(isExecutable);
  return quote ? `at least ${quote.minAmountOut}` : "no quote";
}

test("offers a swap that the wallet can pay", async () => {
  expect(await offer("100")).toMatch(/^at least 0\.03/);
});

test("offers nothing if the wallet cannot pay", async () => {
  expect(await offer("1000000")).toBe("no quote");
});

test("retries after a temporary error of the service", async () => {
  sandbox.fail("swap.quote", { status: 503 });
  expect(await offer("100")).toMatch(/^at least/);
  expect(sandbox.requests.map(({ status }) => status)).toEqual([503, 200]);
});
