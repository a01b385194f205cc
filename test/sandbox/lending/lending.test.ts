import { describe, expect, test } from "vitest";
import type { LendingQuote, LendingQuoteRequest } from "../../../src/index.js";
import { executeAll, openWallet, usdc, weth } from "../open-sandbox.js";

type Opened = Awaited<ReturnType<typeof openWallet>>;
type Parts = Partial<Record<"supply" | "borrow" | "repay" | "withdraw", Record<string, unknown>>>;

const gas = { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc } as const;
const of = (tokenAddress: string, amount?: unknown) => ({
  tokenAddress,
  chainId: 137,
  ...(amount !== undefined && { amount }),
});

const ask = (
  { client, address }: Opened,
  parts: Parts,
  changes: Partial<LendingQuoteRequest> = {},
) =>
  client.lending.quote({
    walletAddress: address,
    provider: "LENDER_A",
    gas,
    ...parts,
    ...changes,
  } as LendingQuoteRequest);

async function run(opened: Opened, quote: LendingQuote) {
  expect(quote.revertReason).toBeNull();
  expect(quote.signData).toMatchObject([{ type: "USER_OPERATION", authorization: null }]);
  const record = await opened.execute(quote.signData?.[0]?.hash as `0x${string}`);
  expect(record).toMatchObject({ type: quote.type, status: "COMPLETED" });
}

const loans = async ({ client, address }: Opened) => {
  const { lendingPositions } = await client.wallets.portfolio(address, {
    includeLendingPositions: true,
  });
  return lendingPositions?.map(({ positionType, token, valueUsd }) => {
    const price = token?.symbol === "WETH" ? 2_500 : 1;
    expect(Number(valueUsd)).toBe(price * Number(token?.amount));
    return [positionType, token?.symbol, token?.amount];
  });
};

describe("lending", () => {
  test("executes all six operations and books the right amounts", async () => {
    const opened = await openWallet();
    const { held } = opened;
    const fee = 0.05;
    const steps: [Parts, type: string, left: [usdc: number, weth: number], loans: unknown][] = [
      [
        { supply: of(usdc, "1000") },
        "LENDING_SUPPLY",
        [9000 - fee, 4],
        [["SUPPLY", "USDC", "1000"]],
      ],
      [
        { borrow: of(weth, "0.1") },
        "LENDING_BORROW",
        [9000 - 2 * fee, 4.1],
        [
          ["SUPPLY", "USDC", "1000"],
          ["BORROW", "WETH", "0.1"],
        ],
      ],
      [
        { supply: of(usdc, "500"), borrow: of(weth, "0.1") },
        "LENDING_SUPPLY_BORROW",
        [8500 - 3 * fee, 4.2],
        [
          ["SUPPLY", "USDC", "1500"],
          ["BORROW", "WETH", "0.2"],
        ],
      ],
      [
        { repay: of(weth, "0.15") },
        "LENDING_REPAY",
        [8500 - 4 * fee, 4.05],
        [
          ["SUPPLY", "USDC", "1500"],
          ["BORROW", "WETH", "0.05"],
        ],
      ],
      [
        { withdraw: of(usdc, "500") },
        "LENDING_WITHDRAW",
        [9000 - 5 * fee, 4.05],
        [
          ["SUPPLY", "USDC", "1000"],
          ["BORROW", "WETH", "0.05"],
        ],
      ],
      [
        { repay: of(weth), withdraw: of(usdc) },
        "LENDING_REPAY_WITHDRAW",
        [10_000 - 6 * fee, 4],
        [],
      ],
    ];
    for (const [parts, type, [dollars, ether], expected] of steps) {
      const quote = await ask(opened, parts);
      expect(quote.type).toBe(type);
      await run(opened, quote);
      expect(await held(usdc)).toBeCloseTo(dollars, 6);
      expect(await held(weth)).toBeCloseTo(ether, 9);
      expect(await loans(opened)).toEqual(expected);
    }
  });

  test("quotes consistent amounts", async () => {
    const opened = await openWallet();
    const quote = await ask(opened, { supply: of(usdc, "1000"), borrow: of(weth, "0.1") });
    const amount = { value: "1000", usd: "1000" };
    expect(quote.supply).toMatchObject({
      tokenIn: { ...of(usdc), amount },
      tokenOut: { chainId: 137, amount },
    });
    expect(quote.borrow).toMatchObject({
      token: { ...of(weth), amount: { value: "0.1", usd: "250" } },
    });
    expect(quote).not.toHaveProperty("repay");
    expect(quote.fees).toMatchObject([
      {
        type: "GAS",
        amount: { value: "0.05", usd: "0.05" },
        tokenAddress: usdc,
        nativeAmount: "0.1",
      },
    ]);
    expect(quote.provider?.name).toBe("LENDER_A");
  });

  test("does not count supplies at one lender for loans at another", async () => {
    const opened = await openWallet();
    await run(opened, await ask(opened, { supply: of(usdc, "1000") }));
    const other = await ask(opened, { borrow: of(weth, "0.1") }, { provider: "LENDER_B" });
    expect(other).toMatchObject({
      signData: [],
      revertReason: { decoded: expect.stringContaining("Not enough is supplied") },
    });
  });

  test.each<[string, Parts, string]>([
    ["a supply exceeds the balance", { supply: of(usdc, "10001") }, "insufficient balance"],
    ["nothing is supplied", { borrow: of(weth, "1") }, "Not enough is supplied"],
    ["there is no debt", { repay: of(weth) }, "no debt"],
    ["a withdrawal exceeds the supply", { withdraw: of(usdc, "1") }, "More than was supplied"],
    ["there is nothing to withdraw", { withdraw: of(usdc) }, "no amount"],
    ["the amount is missing", { supply: of(usdc) }, "no amount"],
    ["the amount exceeds 256 bits", { borrow: of(usdc, "9".repeat(90)) }, "256 bits"],
  ])("returns a revert reason and nothing to sign if %s", async (_, parts, reason) => {
    const quote = await ask(await openWallet(), parts);
    expect(quote).toMatchObject({
      signData: [],
      revertReason: { decoded: expect.stringContaining(reason) },
    });
  });

  test.each([
    ["0.3", null],
    ["0.300000000001", "Not enough is supplied"],
  ])("lends at most 75 % of the supply: %s WETH for 1000 USDC", async (amount, reason) => {
    const parts = { supply: of(usdc, "1000"), borrow: of(weth, amount) };
    const { revertReason } = await ask(await openWallet(), parts);
    expect(revertReason?.decoded ?? null).toEqual(reason && expect.stringContaining(reason));
  });

  test("deducts gas from what the wallet pays in its token, and repays no more than is owed", async () => {
    const opened = await openWallet();
    await run(opened, await ask(opened, { supply: of(usdc, "100"), borrow: of(usdc, "10") }));
    const deducted = { gas: { paymentMethod: "DEDUCT_FROM_AMOUNT", tokenAddress: usdc } } as const;
    const shownValue = async (name: keyof Parts, amount: string) => {
      const quote = await ask(opened, { [name]: of(usdc, amount) }, deducted);
      expect(quote.revertReason).toBeNull();
      const { tokenIn, token } = { ...quote[name] } as Record<
        string,
        { amount: { value: string } }
      >;
      return (tokenIn ?? token)?.amount.value;
    };
    expect([
      await shownValue("supply", "4"),
      await shownValue("repay", "4"),
      await shownValue("repay", "20"),
      await shownValue("borrow", "4"),
      await shownValue("withdraw", "4"),
    ]).toEqual(["3.95", "3.95", "10", "4", "4"]);
  });

  test("does not withdraw a supply twice, nor repay a debt twice", async () => {
    const opened = await openWallet();
    await run(opened, await ask(opened, { supply: of(usdc, "1000"), borrow: of(weth, "0.1") }));
    for (const parts of [{ repay: of(weth, "0.1") }, { withdraw: of(usdc, "1000") }]) {
      const before = await opened.held(usdc);
      const quotes = [await ask(opened, parts), await ask(opened, parts)];
      const hashes = quotes.map(({ signData }) => signData?.[0]?.hash as `0x${string}`);
      expect(await executeAll(opened, hashes)).toEqual(["COMPLETED", "FAILED"]);
      expect(await opened.held(usdc)).toBeLessThanOrEqual(before + 1000);
    }
  });

  test("checks the limit at execution: the second of two loans fails", async () => {
    const opened = await openWallet();
    await run(opened, await ask(opened, { supply: of(usdc, "1000") }));
    const quotes = [
      await ask(opened, { borrow: of(weth, "0.2") }),
      await ask(opened, { borrow: of(weth, "0.2") }),
    ];
    const hashes = quotes.map(({ signData }) => signData?.[0]?.hash as `0x${string}`);
    expect(await executeAll(opened, hashes)).toEqual(["COMPLETED", "FAILED"]);
    expect(await loans(opened)).toEqual([
      ["SUPPLY", "USDC", "1000"],
      ["BORROW", "WETH", "0.2"],
    ]);
    expect(await opened.held(weth)).toBeCloseTo(4.2, 9);
  });

  test.each<[string, Parts, price: string, status: string]>([
    ["fails a loan", { borrow: of(weth, "0.1") }, "4000", "FAILED"],
    [
      "completes a loan with more supply",
      { supply: of(usdc, "500"), borrow: of(weth, "0.1") },
      "4000",
      "COMPLETED",
    ],
    ["fails a withdrawal", { withdraw: of(usdc, "300") }, "4000", "FAILED"],
    ["completes a repayment", { repay: of(weth, "0.05") }, "40000", "COMPLETED"],
  ])("%s after the market has moved", async (_, parts, price, status) => {
    const opened = await openWallet();
    await run(opened, await ask(opened, { supply: of(usdc, "1000"), borrow: of(weth, "0.15") }));
    const quote = await ask(opened, parts);
    expect(quote.revertReason).toBeNull();
    opened.sandbox.setPrice({ chainId: 137, token: weth, price });
    expect(await executeAll(opened, [quote.signData?.[0]?.hash as `0x${string}`])).toEqual([
      status,
    ]);
  });

  test("rejects unknown and unlisted tokens, also as gas token", async () => {
    const opened = await openWallet();
    const unknown = "0x00000000000000000000000000000000000000ff";
    const refusal = { id: "NOT_AUTHORIZED_TOKENS" };
    await expect(ask(opened, { supply: of(unknown, "1") })).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining(unknown),
    });
    const strangeGas = { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: unknown } as const;
    await expect(ask(opened, { supply: of(usdc, "1") }, { gas: strangeGas })).rejects.toMatchObject(
      refusal,
    );
    opened.sandbox.configure({ whitelist: [`137:${usdc}`] });
    await expect(ask(opened, { supply: of(weth, "1") })).rejects.toMatchObject(refusal);
    await expect(ask(opened, { supply: of(usdc, "1") })).resolves.toBeDefined();
  });

  test("rejects an invalid amount with its field", async () => {
    const opened = await openWallet();
    await expect(ask(opened, { supply: of(usdc, "-1") })).rejects.toMatchObject({
      id: "BAD_REQUEST",
      issues: [{ path: "supply.amount" }],
    });
  });
});
