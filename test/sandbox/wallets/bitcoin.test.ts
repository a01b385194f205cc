import { describe, expect, test } from "vitest";
import { isExecutable, type SwapQuoteRequest } from "../../../src/index.js";
import { catchApiError } from "../catch-api-error.js";
import { balance, expectConserved } from "../check-ledger.js";
import { inWorld, openSandbox, openWallet } from "../open-sandbox.js";
import { sendRaw } from "../send-raw-request.js";
import { baseUsdc, bitcoinAddress, createSwapRequest } from "../swap/swap-requests.js";

const btc = { chainId: 0, token: "btc" } as const;
/** The first block's address, and one that differs from it in the case of a letter. */
const base58 = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const otherCase = "1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const unregistered = { status: 404, id: "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT" };

const fromBitcoin = (changes: Partial<SwapQuoteRequest> = {}) =>
  ({
    ...createSwapRequest("0x00000000000000000000000000000000000000ee", {
      chainIdIn: 0,
      tokenIn: "btc",
      amountIn: "0.01",
    }),
    walletAddress: bitcoinAddress,
    ...changes,
  }) as SwapQuoteRequest;

describe.each([bitcoinAddress, base58])("the history of %s", (address) => {
  test("is rejected until the wallet is registered", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.fund({ account: address, ...btc, amount: "1" });
    expect(await catchApiError(client.wallets.history(address).firstPage())).toMatchObject(
      unregistered,
    );
    sandbox.registerBitcoinWallet({ account: address });
    expect((await client.wallets.history(address).firstPage()).items).toEqual([]);
  });

  test("lists deposits since the registration, and accepts metadata", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.registerBitcoinWallet({ account: address });
    sandbox.fund({ account: address, ...btc, amount: "0.5" });
    const [record] = (await client.wallets.history(address, { chains: [0] }).firstPage()).items;
    expect(record).toMatchObject({
      type: "CRYPTO_DEPOSIT",
      status: "COMPLETED",
      chain: { id: 0 },
      receivedBy: address,
      receivedFromAddress: expect.stringMatching(/^bc1q/),
      receivedAmount: { amount: "0.5", token: { symbol: "BTC" } },
    });
    expect((await client.wallets.history(address, { chains: [137] }).firstPage()).items).toEqual(
      [],
    );
    const id = record?.id as string;
    await client.wallets.updateTransactionMetadata(id, { invoice: "17" });
    expect((await client.wallets.history(address).firstPage()).items).toMatchObject([
      { id, metadata: { invoice: "17" } },
    ]);
    expect(await catchApiError(client.swap.prepareCancellation(id))).toMatchObject({
      id: "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
    });
    expect((await client.wallets.portfolio(address)).tokens).toMatchObject([
      { symbol: "btc", balance: "50000000" },
    ]);
    expectConserved(sandbox);
  });
});

test("treats Bitcoin addresses with different letter case as different wallets", async () => {
  const { sandbox, client } = openSandbox();
  sandbox.registerBitcoinWallet({ account: base58 });
  await client.wallets.history(base58).firstPage();
  // The client rejects it because of its checksum.
  const path = `/api/v1/wallets/${otherCase}/history`;
  expect(await sendRaw(sandbox, { method: "GET", path })).toMatchObject({
    status: 404,
    body: { id: unregistered.id },
  });
});

describe("a registered Bitcoin wallet", () => {
  test("belongs to one project only", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.registerBitcoinWallet({ account: bitcoinAddress });
    inWorld(sandbox, ({ bitcoinWallets }) =>
      Object.assign(bitcoinWallets[bitcoinAddress] ?? {}, { projectId: "project_2" }),
    );
    expect(await catchApiError(client.wallets.history(bitcoinAddress).firstPage())).toMatchObject(
      unregistered,
    );
    expect(await catchApiError(client.swap.quote(fromBitcoin()))).toMatchObject(unregistered);
  });

  test("can be registered twice, and is removed by a reset", async () => {
    const { sandbox, client } = openSandbox();
    for (let i = 0; i < 2; i++) sandbox.registerBitcoinWallet({ account: bitcoinAddress });
    sandbox.fund({ account: bitcoinAddress, ...btc, amount: "1" });
    sandbox.registerBitcoinWallet({ account: bitcoinAddress });
    expect((await client.wallets.history(bitcoinAddress).firstPage()).items).toHaveLength(1);
    sandbox.reset();
    expect(await catchApiError(client.wallets.history(bitcoinAddress).firstPage())).toMatchObject(
      unregistered,
    );
  });
});

describe("a swap out of a Bitcoin wallet", () => {
  test("is rejected until the wallet is registered", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.fund({ account: bitcoinAddress, ...btc, amount: "1" });
    expect(await catchApiError(client.swap.quote(fromBitcoin()))).toMatchObject(unregistered);
  });

  test.each([
    ["to an EVM chain", {}, 0.01 * 24],
    ["with the gas deducted", { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" }, 0.01 * 24],
    ["to another one", { chainIdOut: 8453, tokenOut: baseUsdc }, 600],
  ] as const)(
    "is quoted %s with real amounts and a revert reason, but nothing to sign",
    async (_, changes, worth) => {
      const { sandbox, client } = openSandbox();
      sandbox.registerBitcoinWallet({ account: bitcoinAddress });
      sandbox.fund({ account: bitcoinAddress, ...btc, amount: "1" });
      const { quotes } = await client.swap.quote(fromBitcoin(changes));
      expect(quotes).toHaveLength(3);
      for (const quote of quotes) {
        expect(quote).toMatchObject({
          chainIn: 0,
          tokenIn: "btc",
          walletAddress: bitcoinAddress,
          amountIn: "0.01",
          amountInUSD: "600",
        });
        expect(Number(quote.amountOut) / worth).toBeGreaterThan(0.99);
        expect(Number(quote.amountOut) / worth).toBeLessThan(1);
        expect(quote.revertReason?.decoded).toMatch(
          /^Bitcoin as source: nothing is known to be signed/,
        );
        expect([isExecutable(quote), quote.userOperationHash, quote.typedData]).toEqual([
          false,
          null,
          null,
        ]);
      }
      expect(balance(sandbox, bitcoinAddress, "btc", 0)).toBe(100_000_000n);
    },
  );

  test("has a revert reason for more than it holds", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.registerBitcoinWallet({ account: bitcoinAddress });
    sandbox.fund({ account: bitcoinAddress, ...btc, amount: "1" });
    const { quotes } = await client.swap.quote(fromBitcoin({ amountIn: "1.00000001" }));
    expect(quotes.length).toBeGreaterThan(0);
    for (const quote of quotes)
      expect(quote.revertReason?.decoded).toMatch(/insufficient balance/i);
  });
});

test("adds the output of a swap to Bitcoin to the portfolio of its receiver", async () => {
  const { sandbox, client, address, execute } = await openWallet();
  sandbox.registerBitcoinWallet({ account: base58 });
  const { quotes } = await client.swap.quote(
    createSwapRequest(address, { chainIdOut: 0, tokenOut: "btc", toAddress: base58 }),
  );
  const [quote] = quotes;
  expect((await execute(quote?.userOperationHash as `0x${string}`)).status).toBe("COMPLETED");
  expect((await client.wallets.portfolio(base58)).tokens).toMatchObject([
    { balanceFormatted: quote?.amountOut },
  ]);
});
