// Shows how to test an app against the sandbox: MSW passes every request to the sandbox, so the app
// stays unchanged and no request reaches a network.
// To use it, copy it and install vitest and msw. Run it here (after `npm run build`):
//   npx vitest run --root examples/test-your-app-with-the-sandbox

import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { offer } from "./app.mjs";

const sandbox = createSandbox({ baseUrl: "https://api.example.com" });
const server = setupServer(...sandbox.handlers({ http }));

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

const client = createClient({ baseUrl: "https://api.example.com", apiKey: sandbox.apiKey });
const usdc = { chainId: 137, address: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" };
const weth = { chainId: 137, address: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619" };
const swap = { amount: "100", from: usdc, to: weth };

async function register() {
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  return wallet.walletAddress;
}

test("offers a swap to a funded wallet", async () => {
  const wallet = await register();
  sandbox.fund({ account: wallet, chainId: usdc.chainId, token: usdc.address, amount: "100" });
  expect(await offer(client, wallet, swap)).toMatch(/^You get at least 0\.03/);
});

test("offers no swap to an empty wallet", async () => {
  expect(await offer(client, await register(), swap)).toBe("You cannot make this swap now.");
});

test("asks the user to set up a wallet first", async () => {
  expect(await offer(client, "0x2222222222222222222222222222222222222222", swap)).toBe(
    "Set up your wallet first.",
  );
});

test("retries after a temporary error of the service", async () => {
  const wallet = await register();
  sandbox.fund({ account: wallet, chainId: usdc.chainId, token: usdc.address, amount: "100" });
  sandbox.fail("swap.quote", { status: 503 });
  expect(await offer(client, wallet, swap)).toMatch(/^You get/);
  expect(sandbox.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    "wallets.register 201",
    "swap.quote 503",
    "swap.quote 200",
  ]);
});
