import { expect, test } from "vitest";
import type { LiquidityAmountsQuery } from "../../../src/index.js";
import { catchApiError } from "../catch-api-error.js";
import { openSandbox, usdc, weth } from "../open-sandbox.js";

const query: LiquidityAmountsQuery = {
  chainId: 137,
  token0: usdc,
  token1: weth,
  poolFeePercent: 0.05,
  token0MaxAmount: "100",
  token1MaxAmount: "0.05",
  minPrice: 0.0001,
  maxPrice: 0.0009,
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
};

/** At 2,500 US dollars per WETH, the price is 0.0004. */
function openPriced() {
  const { sandbox, client } = openSandbox();
  sandbox.setPrice({ chainId: 137, token: usdc, price: "1" });
  sandbox.setPrice({ chainId: 137, token: weth, price: "2500" });
  return client;
}

test("computes the amounts of a concentrated-liquidity position", async () => {
  const { poolPrice, amounts } = await openPriced().liquidity.amounts(query);
  // With the liquidity L: token0 = L (1/√P - 1/√max) and token1 = L (√P - √min).
  // √P = 0.02, √min = 0.01, √max = 0.03: token1 per token0 = 0.01 / (50 - 100/3) = 0.0006.
  expect(poolPrice).toBe("0.0004");
  expect(amounts.token0MaxAmount?.token0Amount).toBe("100");
  expect(Number(amounts.token0MaxAmount?.token1Amount)).toBeCloseTo(0.06, 12);
  expect(amounts.token1MaxAmount?.token1Amount).toBe("0.05");
  expect(Number(amounts.token1MaxAmount?.token0Amount)).toBeCloseTo(0.05 / 0.0006, 5);
});

test("returns one of the two amounts if the range excludes the price", async () => {
  const client = openPriced();
  const above = await client.liquidity.amounts({ ...query, minPrice: 0.0005 });
  expect(above.amounts).toEqual({ token0MaxAmount: { token0Amount: "100", token1Amount: "0" } });
  const below = await client.liquidity.amounts({ ...query, maxPrice: 0.0003 });
  expect(below.amounts).toEqual({ token1MaxAmount: { token0Amount: "0", token1Amount: "0.05" } });
});

test("takes deducted gas from the token that pays it, and no more than there is", async () => {
  const client = openPriced();
  const deducted = { ...query, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } as const;
  const { amounts } = await client.liquidity.amounts(deducted);
  expect(amounts.token0MaxAmount?.token0Amount).toBe("99.95");
  expect(amounts.token1MaxAmount?.token1Amount).toBe("0.05");
  const little = await client.liquidity.amounts({ ...deducted, token0MaxAmount: "0.01" });
  expect(little.amounts.token0MaxAmount).toEqual({ token0Amount: "0", token1Amount: "0" });
});

test("responds for worthless tokens", async () => {
  const { sandbox, client } = openSandbox();
  sandbox.setPrice({ chainId: 137, token: weth, price: "0" });
  expect((await client.liquidity.amounts(query)).poolPrice).toBe("0");
  sandbox.setPrice({ chainId: 137, token: usdc, price: "0" });
  expect((await client.liquidity.amounts(query)).poolPrice).toBe("0");
});

test("refuses a pool of one token, unknown tokens and other fees", async () => {
  const client = openPriced();
  const refusalOf = async (changes: Partial<LiquidityAmountsQuery>) =>
    (await catchApiError(client.liquidity.amounts({ ...query, ...changes }))).id;
  expect(await refusalOf({ token1: usdc })).toBe("BAD_REQUEST");
  expect(await refusalOf({ poolFeePercent: 0.07 })).toBe("BAD_REQUEST");
  const unknown = "0x00000000000000000000000000000000000000ee";
  expect(await refusalOf({ token1: unknown })).toBe("NOT_AUTHORIZED_TOKENS");
});
