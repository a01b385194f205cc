import { concat, type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../../src/errors/data.js";
import { type OperationChanges, signOperation } from "../../../src/signing/index.js";
import type { Log } from "../../../src/signing/simulation/read-logs.js";
import { getRejection } from "../test-signers.js";
import {
  balance,
  createFakeNode,
  createQuote,
  honestValues,
  keyOf,
  owner,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes } from "./find-codes.js";

const manager: Hex = "0xc36442b4a4522e871399cd717abdd847ab11fe88";
const id = 81_234n;
const word = (value: bigint) => pad(toHex(value));

const decrease: Log = {
  address: manager,
  topics: [toEventSelector("DecreaseLiquidity(uint256,uint128,uint256,uint256)"), word(id)],
  data: concat([word(500n), word(1n), word(2n)]),
};
const collect = (recipient: Hex, amount = 7n): Log => ({
  address: manager,
  topics: [toEventSelector("Collect(uint256,address,uint256,uint256)"), word(id)],
  data: concat([pad(recipient), word(0n), word(amount)]),
});

/** A position of Uniswap v3 with liquidity and uncollected fees, before and after. */
const position = (
  [before, after]: readonly [bigint, bigint],
  [owedBefore, owedAfter]: readonly [bigint, bigint] = [0n, 0n],
  holder: Hex = wallet,
) => ({
  ...honestValues,
  [keyOf(manager, "0x6352211e", id)]: [BigInt(holder), BigInt(holder)] as const,
  [keyOf(manager, "0x99fbab88", id)]: [
    encodePosition(before, owedBefore),
    encodePosition(after, owedAfter),
  ] as const,
});

/** The 12 words of `positions(uint256)`. */
const encodePosition = (liquidity: bigint, owed: bigint): Hex =>
  concat(
    [0n, 0n, BigInt(tokenIn), BigInt(tokenOut), 500n, 0n, 0n, liquidity, 0n, 0n, owed, 0n].map(
      word,
    ),
  );

describe("the liquidity of a position of the wallet", () => {
  test("is a loss if a swap removes or collects it", async () => {
    const codesOf = (logs: readonly Log[], values: ReturnType<typeof position>) =>
      findCodes({ chain: { logs, values } });
    const loss = ["simulated_loss"];
    expect(await codesOf([decrease], position([1_000n, 500n]))).toEqual(loss);
    expect(await codesOf([decrease], position([1_000n, 0n]))).toEqual(loss);
    expect(await codesOf([collect(stranger)], position([1_000n, 1_000n]))).toEqual(loss);
    expect(await codesOf([collect(wallet)], position([1_000n, 1_000n]))).toEqual(loss);
    const owed = position([1_000n, 1_000n], [9n, 0n]);
    expect(await codesOf([collect(stranger, 0n)], owed)).toEqual(loss);
    const both = [decrease, collect(stranger)];
    expect(await codesOf(both, position([1_000n, 500n]))).toEqual([...loss, ...loss]);
  });

  test("does not follow from an event alone, and is not another account's", async () => {
    const unchanged = { logs: [decrease], values: position([1_000n, 1_000n]) };
    expect(await findCodes({ chain: unchanged })).toEqual([]);
    const foreign = position([1_000n, 0n], [0n, 0n], stranger);
    const logs = [decrease, collect(stranger)];
    expect(await findCodes({ chain: { logs, values: foreign } })).toEqual([]);
  });
});

describe("an operation that states its positions", () => {
  const { typedData, userOperationHash } = createQuote();
  const operation = { typedData, userOperationHash, walletAddress: wallet, chain: 137 } as const;
  const gains = [{ token: tokenOut, amount: "99", receiver: wallet }];

  async function getCodes(
    positions: OperationChanges["positions"],
    logs: readonly Log[],
    values: ReturnType<typeof position>,
  ): Promise<string[]> {
    const simulate = createFakeNode({
      logs,
      values: { ...values, [balance(tokenIn)]: [5n, 5n] },
    }).client;
    const options = { owner: owner.address, walletAddress: wallet, chainId: 137, simulate };
    return signOperation(operation as never, owner, {
      ...options,
      changes: { gains, positions },
    }).then(
      () => [],
      (error) => error.problems.map(({ code }: { code: string }) => code),
    );
  }

  const stated = { token: manager.toUpperCase().replace("X", "x") as Hex, id: String(id) };
  const loss = ["simulated_loss"];

  test("may collect fees for the wallet", async () => {
    const values = position([1_000n, 1_000n], [9n, 0n]);
    expect(await getCodes([stated], [collect(wallet)], values)).toEqual([]);
    // The contract of the positions can send them on: the gains limit that.
    expect(await getCodes([stated], [collect(manager)], values)).toEqual([]);
    expect(await getCodes([stated], [collect(stranger)], values)).toEqual(loss);
    expect(await getCodes([{ ...stated, id: "5" }], [collect(wallet)], values)).toEqual(loss);
    expect(await getCodes([{ ...stated, token: stranger }], [collect(wallet)], values)).toEqual(
      loss,
    );
  });

  test("may remove the stated liquidity", async () => {
    const logs = [decrease, collect(wallet)];
    const half = position([1_000n, 500n]);
    const codesOf = (liquidity: string | undefined, values = half) =>
      getCodes([{ ...stated, liquidity }], logs, values);
    expect(await codesOf("500")).toEqual([]);
    expect(await codesOf("all")).toEqual([]);
    expect(await codesOf("all", position([1_000n, 0n]))).toEqual([]);
    for (const liquidity of ["499", "0", "", "-1", "half", undefined])
      expect(await codesOf(liquidity)).toEqual(loss);
  });

  test("rejects a misspelt field", async () => {
    const simulate = createFakeNode().client;
    const options = { owner: owner.address, walletAddress: wallet, chainId: 137, simulate };
    const changes = { position: [stated] } as never;
    const error = await getRejection(
      signOperation(operation as never, owner, { ...options, changes }),
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(`${error.message} ${error.hint}`).toContain("positions");
  });
});
