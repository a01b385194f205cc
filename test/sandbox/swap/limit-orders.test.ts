import type { Hex } from "viem";
import { hashTypedData, parseUnits, recoverTypedDataAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import type { LimitOrderRequest, TypedData } from "../../../src/index.js";
import type { ProjectChanges } from "../../../src/sandbox/index.js";
import { setMarketPrice } from "../../../src/sandbox/operations/settle-limit-orders.js";
import { catchApiError } from "../catch-api-error.js";
import { balance, expectConserved } from "../check-ledger.js";
import { factory, inWorld, openSandbox, openWallet, owner, usdc, weth } from "../open-sandbox.js";
import {
  baseUsdc,
  createOrderRequest,
  createSwapRequest,
  findExecutable,
} from "./swap-requests.js";

const stranger = privateKeyToAccount(`0x${"42".repeat(32)}`);
const signTyped = (typedData: TypedData | null | undefined, account = owner) =>
  account.signTypedData(typedData as never);

/** A wallet with one order. At the market price, 1,000 USDC buy 0.4 WETH. */
async function openOrder(
  minAmountOut: string,
  {
    configuration = {},
    ...changes
  }: Partial<LimitOrderRequest> & { configuration?: ProjectChanges } = {},
) {
  const opened = await openWallet({ tick: 0 });
  const { client, sandbox, address } = opened;
  sandbox.configure(configuration);
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "100000" });
  const quote = findExecutable(
    (
      await client.swap.quote(
        createOrderRequest(address, minAmountOut, { amountIn: "1000", ...changes }),
      )
    ).quotes,
  );
  const { userOperationHash } = quote;
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  await client.operations.execute({ userOperationHash, signature });
  const look = async () => {
    const { items } = await client.wallets.history(address, { userOperationHash }).firstPage();
    return items[0] as (typeof items)[number];
  };
  const { id } = await look();
  const setPrice = (price: string) =>
    inWorld(sandbox, (world) => setMarketPrice(world, 137, weth, price));
  const cancel = async (account = owner) => {
    const prepared = await client.swap.prepareCancellation(id);
    return client.swap.cancelLimitOrder(id, {
      signature: await signTyped(prepared.signData[0]?.typedData, account),
    });
  };
  return { ...opened, quote, id, look, setPrice, cancel };
}

describe("a limit-order quote", () => {
  test("guarantees the minimum amount, and wraps its typed data for the account", async () => {
    const { client, address } = await openWallet();
    const { quotes } = await client.swap.quote(createOrderRequest(address, "0.05"));
    expect(quotes).toHaveLength(1);
    const quote = findExecutable(quotes);
    expect(quote.minAmountOut).toBe("0.05");
    expect(quote.typedData).toMatchObject({
      primaryType: "LightAccountMessage",
      domain: { verifyingContract: address, chainId: 137 },
    });
    expect(hashTypedData(quote.typedData as never)).not.toBe(quote.userOperationHash);
    const signature = await signTyped(quote.typedData);
    expect(
      await recoverTypedDataAddress({
        ...(quote.typedData as never as object),
        signature,
      } as never),
    ).toBe(owner.address);
  });

  test("rounds the minimum amount up to the token's unit, never down", async () => {
    const { client, address } = await openWallet();
    const asked = createOrderRequest(address, "1.0000001", {
      tokenIn: weth,
      tokenOut: usdc,
      amountIn: "1",
    });
    expect(findExecutable((await client.swap.quote(asked)).quotes).minAmountOut).toBe("1.000001");
  });

  test.each([
    ["zero", "0"],
    ["more than 256 bits", "9".repeat(90)],
  ])("with a minimum amount of %s cannot be executed", async (_name, minAmountOut) => {
    const { client, address } = await openWallet();
    const { quotes } = await client.swap.quote(createOrderRequest(address, minAmountOut));
    expect(
      quotes.map((quote) => [quote.userOperationHash, typeof quote.revertReason?.decoded]),
    ).toEqual([[null, "string"]]);
  });

  test("expires with its order if that expires earlier", async () => {
    const { client, address, sandbox } = await openWallet({ tick: 0 });
    const quote = findExecutable(
      (await client.swap.quote(createOrderRequest(address, "0.05", { expiration: 5 }))).quotes,
    );
    expect(quote.expiresAt).toBe(sandbox.now() + 5_000);
    sandbox.advance(5_000);
    const signature = await owner.signMessage({ message: { raw: quote.userOperationHash } });
    const refused = await catchApiError(
      client.operations.execute({ userOperationHash: quote.userOperationHash, signature }),
    );
    expect(refused).toMatchObject({ status: 400, id: "EXECUTE_USER_OP" });
  });

  test("accepts the largest safe integer as expiration", async () => {
    const { look, sandbox } = await openOrder("0.5", { expiration: Number.MAX_SAFE_INTEGER });
    sandbox.advance(365 * 86_400_000);
    expect(await look()).toMatchObject({ status: "PROCESSING" });
  });
});

describe("an order", () => {
  test("below the market fills after a few seconds, at its own price", async () => {
    const { look, sandbox, address } = await openOrder("0.39");
    expect(await look()).toMatchObject({ type: "SWAP", status: "PROCESSING", executedAt: null });
    const before = balance(sandbox, address, weth);
    sandbox.advance(2_000);
    expect(await look()).toMatchObject({
      status: "COMPLETED",
      transactionHash: { hash: expect.any(String) },
    });
    expect(balance(sandbox, address, weth) - before).toBe(390_000_000_000_000_000n);
    expectConserved(sandbox);
  });

  // 998 US dollars after the fee of 0.2 %, less a spread of 0.1 %, at 2,500.
  test.each([
    ["0.3988008", "COMPLETED"],
    ["0.398800800000000001", "PROCESSING"],
  ])("of at least %s is %s at what the market offers", async (minAmountOut, status) => {
    const { look, sandbox } = await openOrder(minAmountOut);
    sandbox.advance(2_000);
    expect((await look()).status).toBe(status);
  });

  test("of 10,000 dollars fills at once", async () => {
    const { look, sandbox } = await openOrder("3.9", { amountIn: "10000" });
    sandbox.advance(2_000);
    expect((await look()).status).toBe("COMPLETED");
  });

  test("above the market waits for its price without any booking", async () => {
    const { look, sandbox, address, setPrice } = await openOrder("0.5");
    const before = balance(sandbox, address, usdc);
    sandbox.advance(86_400_000);
    expect([(await look()).status, balance(sandbox, address, usdc)]).toEqual([
      "PROCESSING",
      before,
    ]);
    setPrice("2200");
    sandbox.advance(10_000);
    expect((await look()).status).toBe("PROCESSING");
    setPrice("1900");
    sandbox.advance(10_000);
    expect((await look()).status).toBe("COMPLETED");
    expect(balance(sandbox, address, usdc)).toBeLessThan(before);
  });

  test("over 10,000 dollars fills in two parts that add up exactly", async () => {
    const { look, sandbox, address } = await openOrder("7.777777777777777777", {
      amountIn: "20000.000001",
    });
    const before = balance(sandbox, address, weth);
    sandbox.advance(2_000);
    expect((await look()).status).toBe("PROCESSING");
    expect(balance(sandbox, address, weth) - before).toBe(7_777_777_777_777_777_777n / 2n);
    sandbox.advance(4_000);
    expect((await look()).status).toBe("COMPLETED");
    expect(balance(sandbox, address, weth) - before).toBe(7_777_777_777_777_777_777n);
    expectConserved(sandbox);
  });

  test("that is not partially fillable fills at once", async () => {
    const { look, sandbox } = await openOrder("7.7", { amountIn: "20000", partialFillable: false });
    sandbox.advance(2_000);
    expect((await look()).status).toBe("COMPLETED");
  });

  test("becomes FAILED if it expires unfilled", async () => {
    const { look, sandbox, address, cancel } = await openOrder("0.5", { expiration: 3_600 });
    const before = balance(sandbox, address, usdc);
    sandbox.advance(3_599_000);
    expect((await look()).status).toBe("PROCESSING");
    sandbox.advance(1_000);
    expect([(await look()).status, balance(sandbox, address, usdc)]).toEqual(["FAILED", before]);
    expect(await catchApiError(cancel())).toMatchObject({
      status: 400,
      id: "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
    });
  });

  test("becomes PARTIALLY_COMPLETED if it expires half filled, and keeps the output", async () => {
    const { look, sandbox, address, setPrice } = await openOrder("7.7", {
      amountIn: "20000",
      expiration: 3_600,
    });
    const before = balance(sandbox, address, weth);
    sandbox.advance(2_000);
    setPrice("3000");
    sandbox.advance(3_600_000);
    expect((await look()).status).toBe("PARTIALLY_COMPLETED");
    expect(balance(sandbox, address, weth) - before).toBe(3_850_000_000_000_000_000n);
    expectConserved(sandbox);
  });

  test("over a bridge is a CROSS_SWAP", async () => {
    const { look, sandbox, address } = await openOrder("990", {
      chainIdOut: 8453,
      tokenOut: baseUsdc,
    });
    sandbox.advance(2_000);
    expect(await look()).toMatchObject({ type: "CROSS_SWAP", status: "COMPLETED" });
    expect(balance(sandbox, address, baseUsdc, 8453)).toBe(990_000_000n);
  });

  test("stays open while the wallet cannot pay, and fills afterwards", async () => {
    // The wallet holds 110,000 USDC: enough for one of the two.
    const { client, sandbox, address, look } = await openOrder("23", {
      amountIn: "60000",
      partialFillable: false,
    });
    const second = findExecutable(
      (
        await client.swap.quote(
          createOrderRequest(address, "23", { amountIn: "60000", partialFillable: false }),
        )
      ).quotes,
    ).userOperationHash;
    await client.operations.execute({
      userOperationHash: second,
      signature: await owner.signMessage({ message: { raw: second } }),
    });
    const secondStatus = async () =>
      (await client.wallets.history(address, { userOperationHash: second }).firstPage()).items[0]
        ?.status;
    // It is tried after 2 seconds, after 10 more, and after 20 more.
    sandbox.advance(12_000);
    expect([(await look()).status, await secondStatus()]).toEqual(["COMPLETED", "PROCESSING"]);
    sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "20000" });
    sandbox.advance(19_999);
    expect(await secondStatus()).toBe("PROCESSING");
    sandbox.advance(1);
    expect(await secondStatus()).toBe("COMPLETED");
    expectConserved(sandbox);
  });
});

describe("fillOrder", () => {
  const output = 555_555_555_555_555_555n;
  const minAmountOut = "0.555555555555555555";

  test("fills a part at the order's price, and its record shows exactly what arrived", async () => {
    const { look, sandbox, address, id, setPrice } = await openOrder(minAmountOut);
    const before = balance(sandbox, address, weth);
    const paid = balance(sandbox, address, usdc);
    let last = "0";
    for (const percent of [1, 34, 67]) {
      sandbox.fillOrder({ transactionId: id, percent });
      const { status, receivedAmount, executedAt, transactionHash } = await look();
      const units = (output * BigInt(percent)) / 100n;
      expect([status, receivedAmount?.token?.address]).toEqual(["PROCESSING", weth]);
      expect(parseUnits(receivedAmount?.amount as string, 18)).toBe(units);
      expect(balance(sandbox, address, weth) - before).toBe(units);
      expect(executedAt).not.toBeNull();
      expect(transactionHash?.hash).not.toBe(last);
      last = transactionHash?.hash as string;
      expectConserved(sandbox);
    }
    // The rest waits for its price.
    sandbox.advance(86_400_000);
    expect((await look()).status).toBe("PROCESSING");
    setPrice("1700");
    sandbox.advance(10_000);
    expect(await look()).toMatchObject({
      status: "COMPLETED",
      receivedAmount: { amount: minAmountOut },
    });
    expect(balance(sandbox, address, weth) - before).toBe(output);
    expect(paid - balance(sandbox, address, usdc)).toBeGreaterThanOrEqual(1_000_000_000n);
    expectConserved(sandbox);
  });

  test("fills a whole order above the market", async () => {
    const { look, sandbox, id } = await openOrder(minAmountOut, { partialFillable: false });
    sandbox.fillOrder({ transactionId: id, percent: 100 });
    expect(await look()).toMatchObject({
      status: "COMPLETED",
      receivedAmount: { amount: minAmountOut },
    });
  });

  test("of a part makes a cancelled order PARTIALLY_COMPLETED with that part", async () => {
    const { client, look, sandbox, address, id, cancel } = await openOrder("0.5");
    const before = balance(sandbox, address, weth);
    sandbox.fillOrder({ transactionId: id, percent: 25 });
    const prepared = await client.swap.prepareCancellation(id);
    expect(prepared.receivedAmount).toMatchObject({ amount: "0.125" });
    await cancel();
    expect(await look()).toMatchObject({
      status: "PARTIALLY_COMPLETED",
      receivedAmount: { amount: "0.125" },
    });
    expect(balance(sandbox, address, weth) - before).toBe(125_000_000_000_000_000n);
    expectConserved(sandbox);
  });

  test.each<[reason: string, changes: Partial<LimitOrderRequest>, percents: number[]]>([
    ["was filled as much before", {}, [40, 40]],
    ["was filled more before", {}, [40, 39]],
    ["is not partially fillable", { partialFillable: false }, [99]],
    ["is closed", {}, [100, 100]],
  ])("rejects an order that %s, and books nothing", async (_, changes, percents) => {
    const { sandbox, id } = await openOrder("500", changes);
    const [last] = percents.splice(-1) as [number];
    for (const percent of percents) sandbox.fillOrder({ transactionId: id, percent });
    const before = inWorld(sandbox, (world) => world);
    expect(() => sandbox.fillOrder({ transactionId: id, percent: last })).toThrow(/cannot fill/);
    expect(inWorld(sandbox, (world) => world)).toEqual(before);
  });

  test("rejects a part that the wallet cannot pay, and books nothing", async () => {
    const { sandbox, id, address } = await openOrder("23", { amountIn: "60000" });
    inWorld(sandbox, ({ ledger }) => {
      (ledger[address.toLowerCase()] as Record<string, bigint>)[`137:${usdc}`] = 30_000_000_000n;
    });
    const before = inWorld(sandbox, (world) => world);
    const fill = (percent: number) => sandbox.fillOrder({ transactionId: id, percent });
    expect(() => fill(51)).toThrow(/cannot fill 51%/);
    expect(inWorld(sandbox, (world) => world)).toEqual(before);
    fill(49);
    expect(balance(sandbox, address, usdc)).toBeLessThan(30_000_000_000n);
  });
});

describe("a cancellation", () => {
  test("closes the order without any booking", async () => {
    const { client, id, look, cancel, sandbox, address, setPrice } = await openOrder("0.5");
    const before = balance(sandbox, address, usdc);
    const prepared = await client.swap.prepareCancellation(id);
    expect(prepared).toMatchObject({
      id,
      requiresExecution: true,
      status: "PENDING_SIGNATURE",
      expiresAt: null,
      fees: [],
    });
    expect(prepared.signData.map(({ type }) => type)).toEqual(["LIMIT_ORDER"]);
    expect(await cancel()).toEqual({ success: true });
    expect((await look()).status).toBe("FAILED");
    setPrice("1");
    sandbox.advance(86_400_000);
    expect([(await look()).status, balance(sandbox, address, usdc)]).toEqual(["FAILED", before]);
    for (const again of [
      client.swap.prepareCancellation(id),
      client.swap.cancelLimitOrder(id, { signature: "0x12" }),
    ]) {
      expect(await catchApiError(again)).toMatchObject({
        status: 400,
        id: "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
      });
    }
  });

  test("of a half-filled order makes it PARTIALLY_COMPLETED", async () => {
    const { look, cancel, sandbox } = await openOrder("7.7", { amountIn: "20000" });
    sandbox.advance(2_000);
    await cancel();
    expect((await look()).status).toBe("PARTIALLY_COMPLETED");
    sandbox.advance(60_000);
    expectConserved(sandbox);
  });

  test("of a half-filled order states the received half and its fees", async () => {
    const treasury = "0x7777777777777777777777777777777777777777";
    const { client, sandbox, quote, id } = await openOrder("7.7", {
      amountIn: "20000",
      transactionFeePercent: 1,
      extraFee: { percentage: 0.5, toAddress: stranger.address },
      configuration: { treasury },
    });
    sandbox.advance(2_000);
    const { fees, receivedAmount } = await client.swap.prepareCancellation(id);
    expect(receivedAmount).toMatchObject({ amount: "3.85", token: { address: weth } });
    const shown = fees.map(({ type, amount, percent, recipient }) => [
      ...[type, Number(amount.value), percent, recipient],
    ]);
    const gas = Number(quote.estimatedGasFees?.gasFeeTokenAmount) / 2;
    expect(shown).toEqual([
      ["TRANSACTION", 100, 1, treasury],
      ["EXTRA", 50, 0.5, stranger.address.toLowerCase()],
      ["SERVICE", 20, 0.2, null],
      ["GAS", expect.closeTo(gas, 6), 0, null],
    ]);
    expect(fees[0]).toMatchObject({ tokenAddress: usdc, amount: { usd: "100", brl: "500" } });
  });

  test("is rejected without preparation, or without the owner's signature of its typed data", async () => {
    const { client, id, cancel, quote, look } = await openOrder("0.5");
    const notAllowed = { status: 400, id: "CANCEL_LIMIT_ORDER_NOT_ALLOWED" };
    const early = await signTyped(quote.typedData);
    expect(
      await catchApiError(client.swap.cancelLimitOrder(id, { signature: early })),
    ).toMatchObject(notAllowed);
    const { signData } = await client.swap.prepareCancellation(id);
    const digest = hashTypedData(signData[0]?.typedData as never);
    const wrong: Hex[] = [
      early,
      await owner.signMessage({ message: { raw: digest } }),
      await signTyped(signData[0]?.typedData, stranger),
      "0x12",
    ];
    for (const signature of wrong)
      expect(await catchApiError(client.swap.cancelLimitOrder(id, { signature }))).toMatchObject(
        notAllowed,
      );
    expect((await look()).status).toBe("PROCESSING");
    expect(await cancel()).toEqual({ success: true });
  });

  test("succeeds once if it is sent twice at the same time", async () => {
    const { cancel } = await openOrder("0.5");
    const both = await Promise.allSettled([cancel(), cancel()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

test("requires an authorization for the first order of an EIP-7702 wallet", async () => {
  const { sandbox, client } = openSandbox({ tick: 0 });
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    eip7702: true,
  });
  sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "1000" });
  const quote = findExecutable(
    (await client.swap.quote(createOrderRequest(wallet.walletAddress, "0.5"))).quotes,
  );
  const { userOperationHash } = quote;
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  expect(
    await catchApiError(client.operations.execute({ userOperationHash, signature })),
  ).toMatchObject({ id: "EXECUTE_USER_OP" });
  const authorization = await owner.sign({ hash: quote.authorization?.hash as Hex });
  await client.operations.execute({ userOperationHash, signature, authorization });
  sandbox.advance(2_000);
  expect(
    findExecutable((await client.swap.quote(createSwapRequest(wallet.walletAddress))).quotes)
      .authorization,
  ).toBeNull();
});
