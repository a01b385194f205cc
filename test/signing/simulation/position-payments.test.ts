import { concat, type Hex, pad, toEventSelector, toHex, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { type OperationChanges, signOperation } from "../../../src/signing/index.js";
import { eventTopics } from "../../../src/signing/simulation/measure/event-topics.js";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import {
  balance,
  createFakeNode,
  createLog,
  createQuote,
  decimals,
  honestValues,
  keyOf,
  nativeBalance,
  owner,
  paymaster,
  stranger,
  tokenIn,
  tokenOut,
  type Value,
  wallet,
} from "./fake-node.js";

const manager: Hex = "0xc36442b4a4522e871399cd717abdd847ab11fe88";
const pool: Hex = "0x9001000000000000000000000000000000000001";
const friend: Hex = "0xf41e000000000000000000000000000000000001";
const id = 81_234n;
const word = (value: bigint) => pad(toHex(value));

const collect = (recipient: Hex, amount = 9n): Log => ({
  address: manager,
  topics: [toEventSelector("Collect(uint256,address,uint256,uint256)"), word(id)],
  data: concat([pad(recipient), word(0n), word(amount)]),
});
const move = (from: Hex, to: Hex, amount = 9n, token: Hex = tokenOut) =>
  createLog(token, "transfer", from, to, amount);

const layout = [0n, 0n, BigInt(tokenIn), BigInt(tokenOut), 500n, 0n, 0n, 1_000n, 0n, 0n, 0n, 0n];
const positionResult = concat(layout.map(word));

const { typedData, userOperationHash } = createQuote();
const operation = { typedData, userOperationHash, walletAddress: wallet, chain: 137 } as const;

/** Signs an operation that collects the fees of a position, and returns what is reported. */
async function findProblems(
  logs: readonly Log[],
  gained: bigint,
  changes: OperationChanges = {},
  values: Record<string, Value> = {},
): Promise<[code: string, received: string][]> {
  const chainValues: Record<string, Value> = {
    ...honestValues,
    [balance(tokenIn)]: [5n, 5n],
    [balance(tokenOut)]: [100n, 100n + gained],
    [keyOf(manager, "0x6352211e", id)]: [BigInt(wallet), BigInt(wallet)],
    [keyOf(manager, "0x99fbab88", id)]: [positionResult, positionResult],
    ...values,
  };
  const simulate = createFakeNode({ logs, values: chainValues }).client;
  const options = { owner: owner.address, walletAddress: wallet, chainId: 137, simulate };
  const positions = [{ token: manager, id: String(id) }];
  return signOperation(operation as never, owner, {
    ...options,
    changes: { positions, ...changes },
  }).then(
    () => [],
    ({ problems }) =>
      problems.map(({ code, received }: Record<string, string>) => [code, received]),
  );
}

const toFriend = { gains: [{ token: tokenOut, amount: "0", receiver: friend }] };

describe("what a position pays to the wallet", () => {
  const paid = [move(pool, wallet), collect(wallet)];
  const loss = ["simulated_loss", "0.000009, with what its positions paid"];

  test("must stay in the wallet", async () => {
    expect(await findProblems(paid, 9n)).toEqual([]);
    expect(await findProblems([...paid, move(wallet, stranger)], 0n)).toEqual([loss]);
    const half = ["simulated_loss", "0.000005, with what its positions paid"];
    expect(await findProblems([...paid, move(wallet, stranger, 5n)], 4n)).toEqual([half]);
  });

  test("may be spent as far as the caller states losses or gas", async () => {
    const spent = [...paid, move(wallet, stranger)];
    const spend = (amount: string) => ({ losses: [{ token: tokenOut, amount }] });
    expect(await findProblems(spent, 0n, spend("0.000009"))).toEqual([]);
    expect(await findProblems(spent, 0n, spend("0.000008"))).toEqual([loss]);
    const gas = { token: tokenOut, amount: "0.000009" };
    const collected = { [balance(tokenOut, paymaster)]: [0n, 9n] as const };
    const toPaymaster = [...paid, move(wallet, paymaster)];
    expect(await findProblems(toPaymaster, 0n, { gas }, collected)).toEqual([]);
  });

  test("can be a few units less than its event says", async () => {
    expect(await findProblems([move(pool, wallet, 7n), collect(wallet)], 7n)).toEqual([]);
  });

  test("is not what the event of another contract or position says", async () => {
    const foreign = { ...collect(wallet), address: stranger };
    const logs = [move(pool, wallet), foreign, move(wallet, stranger)];
    expect(await findProblems(logs, 0n)).toEqual([]);
  });
});

describe("what a position pays to its own contract", () => {
  const paid = [move(pool, manager), collect(manager)];
  const missing = ["simulated_loss", `9 units of ${tokenOut} that it keeps or sends to others`];

  test("must be passed on to the wallet or to a receiver of gains", async () => {
    expect(await findProblems([...paid, move(manager, wallet)], 9n)).toEqual([]);
    expect(await findProblems([...paid, move(manager, friend)], 0n, toFriend)).toEqual([]);
    expect(await findProblems([...paid, move(manager, stranger)], 0n)).toEqual([missing]);
    expect(await findProblems([...paid, move(manager, stranger)], 0n, toFriend)).toEqual([missing]);
    expect(await findProblems(paid, 0n)).toEqual([missing]);
  });

  test("must stay in the wallet", async () => {
    const logs = [...paid, move(manager, wallet), move(wallet, stranger)];
    const loss = ["simulated_loss", "0.000009, with what its positions paid"];
    expect(await findProblems(logs, 0n)).toEqual([loss]);
  });

  test("can be passed on as the native coin", async () => {
    const unwrapped = [...paid, move(tokenOut, manager, 9n, nativeToken)];
    const wrapped = { [decimals(tokenOut)]: [18n, 18n] as const };
    const gainCoins = { ...wrapped, [nativeBalance()]: [10n, 19n] as const };
    const toWallet = [...unwrapped, move(manager, wallet, 9n, nativeToken)];
    expect(await findProblems(toWallet, 0n, {}, gainCoins)).toEqual([]);
    const coins = ["simulated_loss", `9 units of ${nativeToken} that it keeps or sends to others`];
    const toStranger = [...unwrapped, move(manager, stranger, 9n, nativeToken)];
    for (const logs of [unwrapped, toStranger])
      expect(await findProblems(logs, 0n, {}, wrapped)).toEqual([coins]);
    // Other coins that the contract gets are no reason to keep the token.
    const other = [...paid, move(stranger, manager, 9n, nativeToken)];
    expect(await findProblems(other, 0n, {}, wrapped)).toEqual([missing, coins]);
  });
});

describe("an NFT that the wallet gets", () => {
  const minted = 7n;
  const moveNft = (from: Hex, to: Hex, number = minted): Log => ({
    address: manager,
    topics: [eventTopics.transfer, pad(from), pad(to), word(number)],
    data: "0x",
  });
  const ownedBy = (before: Value[0], after: Value[1]) => ({
    [keyOf(manager, "0x6352211e", minted)]: [before, after] as const,
    [balance(manager)]: [1n, after === BigInt(wallet) ? 2n : 1n] as const,
  });
  const loss = ["simulated_loss", `a loss of number ${minted}`];
  const received = [moveNft(zeroAddress, wallet)];
  const sentOn = [...received, moveNft(wallet, stranger)];

  test("must stay in the wallet or return to the account that had it", async () => {
    const find = (logs: readonly Log[], ...owners: Parameters<typeof ownedBy>) =>
      findProblems(logs, 0n, {}, ownedBy(...owners));
    expect(await find(received, "0x", BigInt(wallet))).toEqual([]);
    expect(await find(sentOn, "0x", BigInt(stranger))).toEqual([loss]);
    expect(await find(sentOn, BigInt(pool), BigInt(stranger))).toEqual([loss]);
    expect(await find(sentOn, BigInt(pool), BigInt(pool))).toEqual([]);
    expect(await find([moveNft(pool, stranger)], BigInt(pool), BigInt(stranger))).toEqual([]);
  });

  test("is not another one of the same contract that changes its owner", async () => {
    const other = 8n;
    const values = {
      ...ownedBy(BigInt(pool), BigInt(stranger)),
      [keyOf(manager, "0x6352211e", other)]: ["0x", BigInt(wallet)] as const,
    };
    const logs = [moveNft(zeroAddress, wallet, other), moveNft(wallet, stranger)];
    expect(await findProblems(logs, 0n, {}, values)).toEqual([]);
  });

  test("can be stated as a gain", async () => {
    const gains = [{ token: manager, amount: "1", receiver: wallet }];
    const isNft = keyOf(manager, "0x01ffc9a7", pad("0x80ac58cd", { dir: "right" }));
    const find = (logs: readonly Log[], after: bigint, isSupported = 1n) =>
      findProblems(
        logs,
        0n,
        { gains },
        { ...ownedBy("0x", after), [isNft]: [isSupported, isSupported] },
      );
    expect(await find(received, BigInt(wallet))).toEqual([]);
    expect(await find([], BigInt(stranger))).toEqual([["simulated_gain", "0"]]);
    const unmeasured = ["simulated_unmeasured", "no such function"];
    expect(await find(received, BigInt(wallet), 0n)).toEqual([unmeasured]);
  });
});
