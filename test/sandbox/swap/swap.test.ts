import { type Hex, parseUnits } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { isExecutable, subtractAmounts } from "../../../src/index.js";
import { setMarketPrice } from "../../../src/sandbox/operations/settle-limit-orders.js";
import { catchApiError } from "../catch-api-error.js";
import { balance, expectConserved } from "../check-ledger.js";
import { factory, inWorld, openSandbox, openWallet, owner, usdc, weth } from "../open-sandbox.js";
import { baseUsdc, bitcoinAddress, createSwapRequest, findExecutable } from "./swap-requests.js";

const stranger = privateKeyToAccount(`0x${"42".repeat(32)}`);
const treasury = "0x7777777777777777777777777777777777777777";
const partner = "0x8888888888888888888888888888888888888888";
const ethUsdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const usdy = "0x96f6ef951840721adbf46ac996b59e0235cb985c";

describe("a quote", () => {
  test("has a hash that is also its id, and no typed data, as the running service responds", async () => {
    const { client, address } = await openWallet();
    const quote = findExecutable((await client.swap.quote(createSwapRequest(address))).quotes);
    expect(quote.userOperationHash).toMatch(/^0x[\da-f]{64}$/);
    expect(quote.quoteId).toBe(quote.userOperationHash);
    expect(quote).toMatchObject({
      typedData: null,
      metadata: null,
      revertReason: null,
      authorization: null,
      rwaApproveUserOperation: null,
    });
  });

  test("expires after a minute of the sandbox's clock", async () => {
    const { client, address, sandbox } = await openWallet();
    const quote = findExecutable((await client.swap.quote(createSwapRequest(address))).quotes);
    expect(quote.expiresAt).toBe(sandbox.now() + 60_000);
  });

  test("applies the slippage to the minimum amount", async () => {
    const { client, address } = await openWallet();
    const quote = findExecutable(
      (await client.swap.quote(createSwapRequest(address, { slippage: 10 }))).quotes,
    );
    expect(Number(quote.minAmountOut) / Number(quote.amountOut)).toBeCloseTo(0.9, 9);
  });

  test("lists all costs, and swaps the rest of the amount", async () => {
    const { client, address, sandbox } = await openWallet();
    sandbox.configure({ treasury });
    const asked = createSwapRequest(address, {
      amountIn: "1000",
      transactionFeePercent: 2,
      extraFee: { percentage: 1, toAddress: partner },
    });
    const quote = findExecutable((await client.swap.quote(asked)).quotes);
    expect(quote.estimatedCollectedFee).toEqual({
      collectedFeeToken: usdc,
      collectedFee: "20",
      collectedFeePercent: "2",
      serviceCollectedFee: "2",
      serviceCollectedFeePercent: "0.2",
    });
    expect(quote.fees?.map(({ type, amount, toAddress }) => [type, amount, toAddress])).toEqual([
      ["GAS", quote.estimatedGasFees?.gasFeeTokenAmount, null],
      ["TRANSACTION", "20", treasury],
      ["EXTRA", "10", partner],
      ["SERVICE", "2", null],
    ]);
    expect([quote.amountInUSD, quote.tokenInPrice]).toEqual(["1000", "1"]);
    expect(Number(quote.amountOutUSD)).toBeGreaterThan(968 * 0.99);
    expect(Number(quote.amountOutUSD)).toBeLessThan(968);
  });

  test.each([
    [137, usdc, 20_000n],
    [1, ethUsdc, 3_000_000n],
  ] as const)(
    "states the gas of chain %i, and the worth of the input less deducted gas",
    async (chain, token, least) => {
      const { client, address, sandbox } = await openWallet();
      sandbox.fund({ account: address, chainId: chain, token, amount: "500" });
      const asked = createSwapRequest(address, {
        chainIdIn: chain,
        chainIdOut: chain,
        tokenIn: token,
        tokenOut: nativeToken,
        payGasFeeToken: token,
        gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      });
      const quote = findExecutable((await client.swap.quote(asked)).quotes);
      const gas = { gasFeeTokenAmount: "", maxGasFeeToken: "", ...quote.estimatedGasFees };
      const { gasFeeTokenAmount } = gas;
      const units = parseUnits(gasFeeTokenAmount, 6);
      expect(units).toBeGreaterThanOrEqual(least);
      expect(units).toBeLessThan((least * 13n) / 10n);
      expect(gas.gasFeeTokenAmountUSD).toBe(gasFeeTokenAmount);
      expect(parseUnits(gas.maxGasFeeToken, 6)).toBe((units * 3n) / 2n);
      expect(quote.amountInUSD).toBe(subtractAmounts("100", gasFeeTokenAmount));
    },
  );

  test("has a minimum of one unit at least", async () => {
    const { client, address } = await openWallet();
    // 0.0000015 US dollars.
    const asked = {
      tokenIn: weth,
      tokenOut: usdc,
      amountIn: "0.0000000006",
      slippage: 99,
    } as const;
    const { quotes } = await client.swap.quote(createSwapRequest(address, asked));
    expect(quotes).toMatchObject([{ amountOut: "0.000001", minAmountOut: "0.000001" }]);
  });

  test("charges no transaction fee if the project has no treasury", async () => {
    const { client, address } = await openWallet();
    const quote = findExecutable(
      (await client.swap.quote(createSwapRequest(address, { transactionFeePercent: 2 }))).quotes,
    );
    expect(quote.estimatedCollectedFee).toMatchObject({
      collectedFee: "0",
      collectedFeePercent: "0",
    });
  });

  test("returns lower-case addresses and the metadata of the request", async () => {
    const { client, address } = await openWallet();
    const asked = createSwapRequest(address, {
      tokenIn: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
      metadata: { order: "7" },
    });
    const { quotes } = await client.swap.quote(asked);
    expect(quotes[0]).toMatchObject({ tokenIn: usdc, metadata: { order: "7" } });
  });

  test("has a revert reason and nothing to sign if the balance is too low", async () => {
    const { client, address } = await openWallet();
    const { quotes } = await client.swap.quote(createSwapRequest(address, { amountIn: "10000.5" }));
    expect(quotes).toHaveLength(3);
    for (const quote of quotes) {
      expect(quote.revertReason?.decoded).toMatch(/^ERC-20 insufficient balance/);
      expect(quote.revertReason?.raw).toMatch(/^0x08c379a0/);
      expect(quote.revertReason?.utf8).toContain("\0");
      expect(quote).toMatchObject({ userOperationHash: null, quoteId: null, typedData: null });
    }
  });

  test.each([
    ["gas on top of the whole balance", { amountIn: "10000" }, /insufficient balance/],
    ["gas in the native coin", { payGasFeeToken: nativeToken }, /name an ERC-20/],
    [
      "fees that eat the amount",
      { extraFee: { percentage: 100, toAddress: partner } },
      /does not cover/,
    ],
    ["dust", { amountIn: "0.0000001" }, /smallest unit/],
  ] as const)("has a revert reason for %s", async (_name, changes, reason) => {
    const { client, address } = await openWallet();
    const { quotes } = await client.swap.quote(createSwapRequest(address, changes));
    expect(quotes.length).toBeGreaterThan(0);
    for (const quote of quotes)
      expect([isExecutable(quote), quote.revertReason?.decoded]).toEqual([
        false,
        expect.stringMatching(reason),
      ]);
  });
});

describe("route profiles", () => {
  test("QUICKEST_QUOTE stops at the first executable quote, and includes the failed ones", async () => {
    const { client, address, sandbox } = await openWallet();
    expect((await client.swap.quote(createSwapRequest(address))).quotes).toHaveLength(1);
    sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "5000000" });
    const { quotes } = await client.swap.quote(createSwapRequest(address, { amountIn: "2000000" }));
    expect(quotes.map((quote) => [quote.swapProvider, isExecutable(quote)])).toEqual([
      ["ROUTER_B", true],
      ["ROUTER_A", false],
    ]);
  });

  test("BEST_OUTPUT sorts by output less gas", async () => {
    const { client, address } = await openWallet();
    const { quotes } = await client.swap.quote(
      createSwapRequest(address, { routeProfile: "BEST_OUTPUT" }),
    );
    expect(quotes.map((quote) => quote.swapProvider).sort()).toEqual([
      "ROUTER_A",
      "ROUTER_B",
      "ROUTER_C",
    ]);
    const worth = quotes.map(
      (quote) =>
        Number(quote.minAmountOut) * 2_500 - Number(quote.estimatedGasFees?.gasFeeTokenAmountUSD),
    );
    expect(worth).toEqual([...worth].sort((a, b) => b - a));
  });

  test("FASTEST_BRIDGE sorts by duration", async () => {
    const { client, address } = await openWallet();
    const { quotes } = await client.swap.quote(
      createSwapRequest(address, {
        routeProfile: "FASTEST_BRIDGE",
        chainIdOut: 8453,
        tokenOut: baseUsdc,
      }),
    );
    const times = quotes.map((quote) => quote.estimatedExecutionTime);
    expect(times).toHaveLength(3);
    expect(times).toEqual([...times].sort());
  });
});

describe("a quote is rejected", () => {
  test("with the names of all unsupported and unlisted tokens", async () => {
    const { client, address, sandbox } = await openWallet();
    sandbox.configure({ whitelist: [`137:${usdc}`] });
    const unknown = `0x${"ab".repeat(20)}`;
    const refused = await catchApiError(
      client.swap.quote(createSwapRequest(address, { tokenIn: unknown })),
    );
    expect(refused).toMatchObject({ status: 400, id: "NOT_AUTHORIZED_TOKENS" });
    expect(refused.message).toContain(unknown);
    expect(refused.message).toContain(weth);
  });

  test("if both tokens are the same", async () => {
    const { client, address } = await openWallet();
    expect(
      await catchApiError(client.swap.quote(createSwapRequest(address, { tokenOut: usdc }))),
    ).toMatchObject({
      status: 500,
      id: "SWAP_QUOTE",
    });
  });

  test("for a real-world asset without an identity, and has an approval with one", async () => {
    const { client, address, sandbox } = await openWallet();
    sandbox.fund({ account: address, chainId: 1, token: ethUsdc, amount: "500" });
    const asked = createSwapRequest(address, {
      chainIdIn: 1,
      chainIdOut: 1,
      tokenIn: ethUsdc,
      tokenOut: usdy,
      payGasFeeToken: ethUsdc,
    });
    expect(await catchApiError(client.swap.quote(asked))).toMatchObject({
      status: 400,
      id: "BAD_REQUEST",
    });
    const quote = findExecutable(
      (await client.swap.quote({ ...asked, individualId: "individual_1" })).quotes,
    );
    expect(quote.rwaApproveUserOperation?.userOperationHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(quote.rwaApproveUserOperation?.userOperationHash).not.toBe(quote.userOperationHash);
  });
});

describe("an executed swap", () => {
  test("books exactly the quoted amounts, and is in the history at once", async () => {
    const { client, address, sandbox } = await openWallet({ tick: 0 });
    sandbox.configure({ treasury });
    const asked = createSwapRequest(address, {
      transactionFeePercent: 1,
      extraFee: { percentage: 0.5, toAddress: partner },
    });
    const quote = findExecutable((await client.swap.quote(asked)).quotes);
    const before = [balance(sandbox, address, usdc), balance(sandbox, address, weth)] as const;
    const signature = await owner.signMessage({ message: { raw: quote.userOperationHash } });
    const queued = await client.operations.execute({
      userOperationHash: quote.userOperationHash,
      signature,
    });
    expect(queued).toMatchObject({
      userOperationHash: quote.userOperationHash,
      userOpHash: quote.userOperationHash,
    });
    const look = async () =>
      (
        await client.wallets
          .history(address, { userOperationHash: quote.userOperationHash })
          .firstPage()
      ).items[0];
    expect(await look()).toMatchObject({
      type: "SWAP",
      status: "PROCESSING",
      transactionHash: null,
      executedAt: null,
    });
    sandbox.advance(2_000);
    expect(await look()).toMatchObject({
      status: "COMPLETED",
      transactionHash: { hash: expect.stringMatching(/^0x/) },
    });
    const gas = BigInt(Math.round(Number(quote.estimatedGasFees?.gasFeeTokenAmount) * 1e6));
    expect(balance(sandbox, address, usdc)).toBe(before[0] - 100_000_000n - gas);
    expect(balance(sandbox, address, weth)).toBe(
      before[1] + BigInt(`${quote.amountOut}`.replace("0.", "").padEnd(18, "0")),
    );
    expect([balance(sandbox, treasury, usdc), balance(sandbox, partner, usdc)]).toEqual([
      1_000_000n,
      500_000n,
    ]);
    expectConserved(sandbox);
  });

  test("costs only the amount if gas is deducted from it", async () => {
    const { client, address, sandbox, execute } = await openWallet();
    const asked = createSwapRequest(address, {
      amountIn: "10000",
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    });
    const quote = findExecutable((await client.swap.quote(asked)).quotes);
    expect((await execute(quote.userOperationHash)).status).toBe("COMPLETED");
    expect(balance(sandbox, address, usdc)).toBe(0n);
  });

  test.each([
    [137, usdc, 8453, baseUsdc],
    // The id of one chain is the start of the other's.
    [1, ethUsdc, 137, usdc],
  ] as const)("leaves chain %i before it arrives on another", async (from, given, to, received) => {
    const { client, address, sandbox } = await openWallet({ tick: 0 });
    sandbox.fund({ account: address, chainId: from, token: given, amount: "500" });
    const before = balance(sandbox, address, given, from);
    const had = balance(sandbox, address, received, to);
    const quote = findExecutable(
      (
        await client.swap.quote(
          createSwapRequest(address, {
            chainIdIn: from,
            tokenIn: given,
            payGasFeeToken: given,
            chainIdOut: to,
            tokenOut: received,
          }),
        )
      ).quotes,
    );
    const signature = await owner.signMessage({ message: { raw: quote.userOperationHash } });
    await client.operations.execute({ userOperationHash: quote.userOperationHash, signature });
    const seen = [];
    for (const wait of [0, 2_000, 4_000]) {
      sandbox.advance(wait);
      const { items } = await client.wallets
        .history(address, { type: "CROSS_SWAP", chainOutId: to })
        .firstPage();
      seen.push([
        items[0]?.status,
        balance(sandbox, address, given, from) < before,
        balance(sandbox, address, received, to) > had,
      ]);
      expectConserved(sandbox);
    }
    expect(seen).toEqual([
      ["PROCESSING", false, false],
      ["ON_BRIDGE", true, false],
      ["COMPLETED", true, true],
    ]);
  });

  test("can send its output to Bitcoin", async () => {
    const { client, address, sandbox, execute } = await openWallet();
    const asked = createSwapRequest(address, {
      chainIdOut: 0,
      tokenOut: "btc",
      toAddress: bitcoinAddress,
    });
    const quote = findExecutable((await client.swap.quote(asked)).quotes);
    expect(quote).toMatchObject({ chainOut: 0, tokenOut: "btc", toAddress: bitcoinAddress });
    expect((await execute(quote.userOperationHash)).status).toBe("COMPLETED");
    expect(balance(sandbox, bitcoinAddress, "btc", 0)).toBeGreaterThan(0n);
  });

  test("fails without any booking if another swap has spent the balance", async () => {
    const { client, address, sandbox, execute } = await openWallet();
    const asked = createSwapRequest(address, { amountIn: "6000" });
    const first = findExecutable((await client.swap.quote(asked)).quotes);
    const second = findExecutable((await client.swap.quote(asked)).quotes);
    const signature = await owner.signMessage({ message: { raw: first.userOperationHash } });
    await client.operations.execute({ userOperationHash: first.userOperationHash, signature });
    expect((await execute(second.userOperationHash)).status).toBe("FAILED");
    expect(balance(sandbox, address, usdc)).toBeGreaterThan(3_900_000_000n);
    expectConserved(sandbox);
  });

  test("fails if the price has slipped by more than the slippage", async () => {
    const { client, address, sandbox, execute } = await openWallet();
    const quote = findExecutable(
      (await client.swap.quote(createSwapRequest(address, { slippage: 1 }))).quotes,
    );
    inWorld(sandbox, (world) => setMarketPrice(world, 137, weth, "2600"));
    expect((await execute(quote.userOperationHash)).status).toBe("FAILED");
  });
});

describe("an execution is rejected", () => {
  async function prepared() {
    const opened = await openWallet();
    const { userOperationHash } = findExecutable(
      (await opened.client.swap.quote(createSwapRequest(opened.address))).quotes,
    );
    const signature = await owner.signMessage({ message: { raw: userOperationHash } });
    return { ...opened, userOperationHash, signature };
  }
  const invalid = {
    status: 400,
    id: "EXECUTE_USER_OP",
    message: expect.stringContaining("invalid signature"),
  };

  test("if the hash was signed as text, by another account, or not at all", async () => {
    const { client, userOperationHash, signature } = await prepared();
    const wrong: Hex[] = [
      await owner.signMessage({ message: userOperationHash }),
      await owner.sign({ hash: userOperationHash }),
      await stranger.signMessage({ message: { raw: userOperationHash } }),
      "0x1234",
    ];
    for (const one of wrong)
      expect(
        await catchApiError(client.operations.execute({ userOperationHash, signature: one })),
      ).toMatchObject(invalid);
    await client.operations.execute({ userOperationHash, signature });
  });

  test("once if it is sent twice at the same time", async () => {
    const { client, sandbox, userOperationHash, signature, address } = await prepared();
    const both = await Promise.allSettled(
      [1, 2].map(() => client.operations.execute({ userOperationHash, signature })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    sandbox.advance(10_000);
    expect(
      (await client.wallets.history(address, { userOperationHash }).firstPage()).items,
    ).toHaveLength(1);
  });

  test("while the queue is down, and can be repeated afterwards", async () => {
    const { client, sandbox, userOperationHash, signature } = await prepared();
    sandbox.outage("queue");
    expect(
      await catchApiError(client.operations.execute({ userOperationHash, signature })),
    ).toMatchObject({
      status: 500,
      id: "EXECUTE_USER_OP",
    });
    sandbox.outage("queue", false);
    await client.operations.execute({ userOperationHash, signature });
  });
});

test("requires an authorization only for the first operation of an EIP-7702 wallet", async () => {
  const { sandbox, client } = openSandbox();
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    eip7702: true,
  });
  const address = wallet.walletAddress;
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "1000" });
  const quote = findExecutable((await client.swap.quote(createSwapRequest(address))).quotes);
  const { userOperationHash } = quote;
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  const digest = quote.authorization?.hash as Hex;
  const wrong = await owner.signMessage({ message: { raw: digest } });
  for (const authorization of [undefined, wrong]) {
    const refused = await catchApiError(
      client.operations.execute({
        userOperationHash,
        signature,
        ...(authorization && { authorization }),
      }),
    );
    expect(refused).toMatchObject({
      status: 400,
      id: "EXECUTE_USER_OP",
      message: expect.stringContaining("authorization"),
    });
  }
  await client.operations.execute({
    userOperationHash,
    signature,
    authorization: await owner.sign({ hash: digest }),
  });
  sandbox.advance(10_000);
  expect(
    findExecutable((await client.swap.quote(createSwapRequest(address))).quotes).authorization,
  ).toBeNull();
});
