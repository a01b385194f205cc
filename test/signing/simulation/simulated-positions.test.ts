import { concat, type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../../src/errors/data.js";
import { type OperationChanges, signOperation } from "../../../src/signing/index.js";
import { eventTopics } from "../../../src/signing/simulation/measure/event-topics.js";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
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
  type Value,
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
/** The amount is one of `tokenOut`. */
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

/** The words without the one of the fee, which Algebra does not have. */
function toAlgebra(values: ReturnType<typeof position>) {
  const key = keyOf(manager, "0x99fbab88", id);
  const results = (values[key] as readonly Hex[]).map(removeFee) as unknown as Value;
  return { ...values, [key]: results };
}
const removeFee = (result: Hex): Hex =>
  concat([result.slice(0, 2 + 64 * 4) as Hex, `0x${result.slice(2 + 64 * 5)}`]);

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

  test("is a loss if the wallet withdraws the position from a deposit and returns it", async () => {
    const move = (from: Hex, to: Hex): Log => ({
      address: manager,
      topics: [eventTopics.transfer, pad(from), pad(to), word(id)],
      data: "0x",
    });
    const moves = [move(stranger, wallet), move(wallet, stranger)];
    const values = position([1_000n, 500n], [0n, 0n], stranger);
    const logs = [...moves, decrease];
    expect(await findCodes({ chain: { logs, values } })).toEqual(["simulated_loss"]);
    const unchanged = position([1_000n, 1_000n], [0n, 0n], stranger);
    expect(await findCodes({ chain: { logs: moves, values: unchanged } })).toEqual([]);
  });

  test("is found if its event indexes nothing", async () => {
    const [topic, indexed] = decrease.topics as Hex[];
    const data = concat([indexed as Hex, decrease.data as Hex]);
    const logs = [{ ...decrease, topics: [topic as Hex], data }];
    const chain = { logs, values: position([1_000n, 500n]) };
    expect(await findCodes({ chain })).toEqual(["simulated_loss"]);
  });

  test("is not measured if it is in a position of Uniswap v4", async () => {
    const codesOf = (change: bigint, values: Record<string, Value>) => {
      const topics = [eventTopics.modifyLiquidity, word(5n), pad(manager)];
      const words = [0n, 0n, BigInt.asUintN(256, change), id].map(word);
      const log: Log = { address: stranger, topics, data: concat(words) };
      return findCodes({ chain: { logs: [log], values: { ...honestValues, ...values } } });
    };
    const ownedBy = (account: Hex) => ({
      [keyOf(manager, "0x6352211e", id)]: [BigInt(account), BigInt(account)] as const,
    });
    for (const change of [-1n, 0n, -(2n ** 255n)])
      expect(await codesOf(change, ownedBy(wallet))).toEqual(["simulated_unmeasured"]);
    expect(await codesOf(1n, ownedBy(wallet))).toEqual([]);
    expect(await codesOf(-1n, ownedBy(stranger))).toEqual([]);
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

  const sign = (
    positions: OperationChanges["positions"],
    logs: readonly Log[],
    values: Record<string, Value>,
    changes: OperationChanges = { gains },
  ): Promise<{ problems: { code: string; received: string }[] }> => {
    const simulate = createFakeNode({
      logs,
      values: { ...values, [balance(tokenIn)]: [5n, 5n] },
    }).client;
    const options = { owner: owner.address, walletAddress: wallet, chainId: 137, simulate };
    return signOperation(operation as never, owner, {
      ...options,
      changes: { ...changes, positions },
    }).then(
      () => ({ problems: [] }),
      (error) => error,
    );
  };
  const getCodes = async (...parameters: Parameters<typeof sign>) =>
    (await sign(...parameters)).problems.map(({ code }) => code);

  const stated = { token: manager.toUpperCase().replace("X", "x") as Hex, id: String(id) };
  const loss = ["simulated_loss"];

  test("may collect fees for the wallet", async () => {
    const values = position([1_000n, 1_000n], [9n, 0n]);
    expect(await getCodes([stated], [collect(wallet)], values)).toEqual([]);
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
    for (const liquidity of ["499", "0", undefined]) expect(await codesOf(liquidity)).toEqual(loss);
    for (const liquidity of ["", "-1", "half"])
      expect(await codesOf(liquidity)).toEqual(["request"]);
  });

  test("may remove the stated liquidity of a position of Algebra", async () => {
    const codesOf = (liquidity: string | undefined, values: ReturnType<typeof position>) =>
      getCodes([{ ...stated, liquidity }], [decrease], toAlgebra(values));
    const half = position([1_000n, 500n], [0n, 3n]);
    expect(await codesOf("500", half)).toEqual([]);
    for (const liquidity of ["499", undefined])
      expect(await codesOf(liquidity, half)).toEqual(loss);
    const owed = toAlgebra(position([1_000n, 1_000n], [9n, 0n]));
    expect(await getCodes([], [collect(stranger, 0n)], owed)).toEqual(loss);
  });

  test("is not measured if the position has another layout", async () => {
    const key = keyOf(manager, "0x99fbab88", id);
    const known = encodePosition(1_000n, 0n);
    const unmeasured = ["simulated_unmeasured"];
    for (const result of ["0x", concat([known, word(0n)]), word(5n), `${known}00`] as const)
      for (const positions of [[], [{ ...stated, liquidity: "all" }]]) {
        const values = { ...position([1_000n, 0n]), [key]: [result, result] as const };
        expect(await getCodes(positions, [decrease], values)).toEqual(unmeasured);
        // Without an event, only the stated positions are read.
        const codes = await getCodes(positions, [], values);
        expect(codes).toEqual(positions.length > 0 ? unmeasured : []);
      }
  });

  test("may remove no more than the stated liquidity without an event", async () => {
    const positions = [{ ...stated, liquidity: "499" }];
    expect(await getCodes(positions, [], position([1_000n, 500n], [0n, 3n]))).toEqual(loss);
  });

  test("must pay what it removes with an event of its contract", async () => {
    const values = position([1_000n, 500n]);
    const positions = [{ ...stated, liquidity: "all" }];
    expect(await getCodes(positions, [decrease, collect(wallet)], values)).toEqual([]);
    for (const logs of [[decrease], [decrease, { ...collect(wallet), address: stranger }]]) {
      expect(await getCodes(positions, logs, values)).toEqual(loss);
      expect(await getCodes(positions, logs, position([1_000n, 500n], [0n, 3n]))).toEqual([]);
    }
    expect(await getCodes(positions, [], position([1_000n, 1_000n], [3n, 2n]))).toEqual(loss);
  });

  test("may burn the position if it may lose it, but nothing else", async () => {
    const values: Record<string, Value> = position([1_000n, 0n]);
    for (const key of [keyOf(manager, "0x99fbab88", id), keyOf(manager, "0x6352211e", id)])
      values[key] = [values[key]?.[0] ?? 0n, undefined];
    const { problems } = await sign(
      [{ ...stated, liquidity: "all" }],
      [decrease, collect(wallet)],
      values,
    );
    expect(problems.map(({ received }) => received)).toEqual([`a loss of 1 of number ${id}`]);
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
