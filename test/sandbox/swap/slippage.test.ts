import { describe, expect, test } from "vitest";
import type {
  CreateLiquidityRequest,
  LiquidityEcho,
  LiquidityOperation,
} from "../../../src/index.js";
import { balance, expectConserved } from "../check-ledger.js";
import { openWallet, usdc, weth } from "../open-sandbox.js";
import { type Opened, openPosition, positionOf } from "../prepare.js";

type Hash = `0x${string}`;
type Ask = (opened: Opened, slippage?: number) => Promise<LiquidityOperation | LiquidityEcho>;

const wbtc = "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6";
const gas = { payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT" } as const;
const range = { minPrice: 0.0003, maxPrice: 0.0005 };
const given = (slippage: number | undefined) => (slippage === undefined ? {} : { slippage });

const create =
  (changes: Partial<CreateLiquidityRequest> = {}): Ask =>
  async (opened, slippage) =>
    (
      await opened.client.liquidity.create({
        ...positionOf(opened),
        ...changes,
        ...given(slippage),
      })
    ).operation;

const rebalance: Ask = async (opened, slippage) => {
  const tokenId = await openPosition(opened);
  const asked = {
    walletAddress: opened.address,
    toAddress: opened.address,
    chainId: 137,
    tokenId,
    newPosition: range,
  } as const;
  return (await opened.client.liquidity.rebalance({ ...asked, ...given(slippage) })).operation;
};

const operations: Readonly<Record<string, Ask>> = {
  create: create(),
  "create out of its range": create({ minPrice: 0.0005, maxPrice: 0.001 }),
  rebalance,
  "take out": async (opened, slippage) => {
    const asked = {
      walletAddress: opened.address,
      chainId: 137,
      tokenId: await openPosition(opened),
      change: { percentage: 50 },
    } as const;
    return (await opened.client.liquidity.change({ ...asked, ...gas, ...given(slippage) }))
      .operation;
  },
  "put in": async (opened, slippage) => {
    const change = { token0: usdc, token1: weth, token0Amount: "5", token1Amount: "0.01" } as const;
    const asked = {
      walletAddress: opened.address,
      chainId: 137,
      tokenId: await openPosition(opened),
      change,
    } as const;
    return (await opened.client.liquidity.change({ ...asked, ...gas, ...given(slippage) }))
      .operation;
  },
};

const names = Object.keys(operations);

/** Prepares an operation, changes the price of a token, and executes the operation. */
async function runAt(
  ask: Ask,
  price: string,
  { slippage, token = weth }: { slippage?: number; token?: string } = {},
) {
  const opened = await openWallet();
  opened.sandbox.fund({ account: opened.address, chainId: 137, token: wbtc, amount: "1" });
  const operation = await ask(opened, slippage);
  expect(operation.revertReason).toBeNull();
  const before = [usdc, weth, wbtc].map((one) => balance(opened.sandbox, opened.address, one));
  opened.sandbox.setPrice({ chainId: 137, token, price });
  const { status } = await opened.execute(operation.userOperationHash as Hash);
  const after = [usdc, weth, wbtc].map((one) => balance(opened.sandbox, opened.address, one));
  expectConserved(opened.sandbox);
  return { status, unmoved: before.every((units, i) => units === after[i]) };
}

describe.each(names)("to %s", (name) => {
  const ask = operations[name] as Ask;

  test.each(["2520", "2480"])(
    "fails without any booking after the price has slipped by more than 0.5% to %s",
    async (price) => {
      expect(await runAt(ask, price)).toEqual({ status: "FAILED", unmoved: true });
    },
  );

  test.each(["2510", "2490"])(
    "completes after the price has slipped by less to %s",
    async (price) => {
      expect((await runAt(ask, price)).status).toBe("COMPLETED");
    },
  );

  test("uses the slippage of the request", async () => {
    expect((await runAt(ask, "2520", { slippage: 1 })).status).toBe("COMPLETED");
    expect((await runAt(ask, "2530", { slippage: 1 })).status).toBe("FAILED");
  });
});

describe("liquidity from a third token", () => {
  const ask = create({ tokenIn: wbtc, amountIn: "0.01" });

  test("fails after that token has lost more value than the slippage", async () => {
    expect(await runAt(ask, "59600", { token: wbtc })).toEqual({ status: "FAILED", unmoved: true });
    expect((await runAt(ask, "59600", { token: wbtc, slippage: 1 })).status).toBe("COMPLETED");
  });

  test("completes after that token has gained value", async () => {
    expect((await runAt(ask, "90000", { token: wbtc })).status).toBe("COMPLETED");
  });
});

test("collects fees at any price, because nothing is swapped", async () => {
  const collect: Ask = async (opened) => {
    const nftId = await openPosition(opened);
    opened.sandbox.advance(86_400_000);
    return (
      await opened.client.liquidity.collectFees({
        walletAddress: opened.address,
        chainId: 137,
        nftId,
        payGasFeeToken: usdc,
      })
    ).operation;
  };
  expect((await runAt(collect, "9000")).status).toBe("COMPLETED");
});
