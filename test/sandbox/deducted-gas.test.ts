import { describe, expect, test } from "vitest";
import type { Hex } from "../../src/index.js";
import { expectConserved } from "./check-ledger.js";
import { inWorld, openWallet, usdc, weth } from "./open-sandbox.js";
import { openPosition, positionOf, toSignable } from "./prepare.js";
import { createSwapRequest, findExecutable } from "./swap/swap-requests.js";

const wbtc = "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6";
const brz = "0x4ed141110f6eeeaba9a1df36d8c26f684d2475dc";
const deducted = "DEDUCT_FROM_AMOUNT";

describe("gas deducted in another token than the input is paid in addition", () => {
  async function openWithBrz() {
    const opened = await openWallet();
    opened.sandbox.fund({ account: opened.address, chainId: 137, token: brz, amount: "100" });
    const expectPaid = async (hash: Hex | null | undefined, gas: string | null | undefined) => {
      const { status } = await opened.execute(hash as Hex);
      expect([status, (await opened.held(brz)).toFixed(12)]).toEqual([
        "COMPLETED",
        (100 - Number(gas)).toFixed(12),
      ]);
      expectConserved(opened.sandbox);
    };
    return { ...opened, expectPaid };
  }

  test("for a swap", async () => {
    const { client, address, held, expectPaid } = await openWithBrz();
    const gas = { gasFeePaymentMethod: deducted, payGasFeeToken: brz } as const;
    const request = createSwapRequest(address, { ...gas, tokenOut: wbtc });
    const quote = findExecutable((await client.swap.quote(request)).quotes);
    expect(quote.estimatedGasFees?.payGasFeeToken).toBe(brz);
    await expectPaid(quote.userOperationHash, quote.estimatedGasFees?.gasFeeTokenAmount);
    expect(await held(usdc)).toBe(9_900);
  });

  test("for a new position", async () => {
    const opened = await openWithBrz();
    const gas = { gasFeePaymentMethod: deducted, payGasFeeToken: usdc } as const;
    const request = { ...positionOf(opened), ...gas, tokenIn: weth, amountIn: "1" } as const;
    const { operation } = await opened.client.liquidity.createWithSwap(request);
    expect(operation.estimatedGasFees?.payGasFeeToken).toBe(usdc);
    const { status } = await opened.execute(operation.userOperationHash as Hex);
    const paid = Number(operation.estimatedGasFees?.gasFeeTokenAmount);
    expect([status, await opened.held(usdc), await opened.held(weth)]).toEqual([
      "COMPLETED",
      10_000 - paid,
      3,
    ]);
  });

  test("for a change of a position", async () => {
    const opened = await openWithBrz();
    const tokenId = await openPosition(opened);
    const gas = { gasFeePaymentMethod: deducted, payGasFeeToken: brz } as const;
    const { operation } = await opened.client.liquidity.change({
      walletAddress: opened.address,
      chainId: 137,
      tokenId,
      ...gas,
      change: { percentage: 50 },
    });
    const { gasFeeTokenAmount } = toSignable(operation).estimatedGasFees ?? {};
    await opened.expectPaid(operation.userOperationHash, gasFeeTokenAmount);
  });

  test("for a lending operation", async () => {
    const { client, address, expectPaid } = await openWithBrz();
    const quote = await client.lending.quote({
      walletAddress: address,
      provider: "LENDER_A",
      supply: { tokenAddress: usdc, chainId: 137, amount: "100" },
      gas: { paymentMethod: deducted, tokenAddress: brz },
    });
    expect(quote.supply?.tokenIn?.amount?.value).toBe("100");
    await expectPaid(quote.signData?.[0]?.hash, quote.fees?.[0]?.amount?.value);
  });
});

test.each([
  ["put in", { token0: usdc, token1: weth, token0Amount: "5", token1Amount: "0.01" }, -5, 4.95],
  [
    "taken out",
    { token0: usdc, token1: weth, token0Amount: "-5", token1Amount: "-0.01" },
    4.95,
    -5,
  ],
] as const)("gas deducted in a token that is %s of a position", async (...row) => {
  const [, change, wallet, vault] = row;
  const opened = await openWallet();
  const tokenId = await openPosition(opened);
  const inVault = () =>
    inWorld(opened.sandbox, ({ ledger }) => ledger[`0xvault:${tokenId}`]?.[`137:${usdc}`] ?? 0n);
  const before = [await opened.held(usdc), Number(inVault())] as const;
  const { operation } = await opened.client.liquidity.change({
    walletAddress: opened.address,
    chainId: 137,
    tokenId,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: deducted,
    change,
  });
  await opened.execute(operation.userOperationHash as Hex);
  expect((await opened.held(usdc)) - before[0]).toBeCloseTo(wallet, 6);
  expect(Number(inVault()) - before[1]).toBe(vault * 1e6);
});
