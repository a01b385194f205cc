// Shows how to test an app against the sandbox: MSW passes every request to the sandbox, so the app
// stays unchanged and no request reaches a network.
// Run it: npm install -D vitest msw && npx vitest run test-your-app

import { createClient, factories, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { offer } from "./app.mjs";

const baseUrl = "https://api.example.com";
const sandbox = createSandbox({ baseUrl });
const server = setupServer(...sandbox.handlers({ http }));

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

const client = createClient({ baseUrl, apiKey: sandbox.apiKey });
const { USDC, WETH } = tokenAddresses[137];
const swap = { amountIn: "100", tokenIn: USDC, tokenOut: WETH };

async function registerWallet({ balance = "100" } = {}) {
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
    factory: factories.lightAccount["2.0.0"],
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: USDC, amount: balance });
  return walletAddress;
}

test("offers a swap to a funded wallet", async () => {
  expect(await offer(client, await registerWallet(), swap)).toMatch(/^You get at least 0\.03/);
});

test("offers no swap to a wallet with too little", async () => {
  const walletAddress = await registerWallet({ balance: "1" });
  expect(await offer(client, walletAddress, swap)).toBe("You cannot make this swap now.");
});

test("offers no swap to an unknown wallet", async () => {
  const unknown = "0x2222222222222222222222222222222222222222";
  expect(await offer(client, unknown, swap)).toBe("Set up your wallet first.");
});

test("retries after a temporary error of the service", async () => {
  const walletAddress = await registerWallet();
  sandbox.fail("swap.quote", { status: 503 });
  expect(await offer(client, walletAddress, swap)).toMatch(/^You get/);
  const quotes = sandbox.requests.filter(({ operation }) => operation === "swap.quote");
  expect(quotes.map(({ status }) => status)).toEqual([503, 200]);
});
