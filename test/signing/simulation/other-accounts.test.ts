import { concat, type Hex, pad } from "viem";
import { describe, expect, test } from "vitest";
import { eventTopics } from "../../../src/signing/simulation/list-measures.js";
import {
  balance,
  createFakeNode,
  createLog,
  decimals,
  honestValues,
  keyOf,
  nativeBalance,
  otherToken,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { type Changes, findCodes, type honestChanges, simulate } from "./find-codes.js";
import {
  add,
  type Chain,
  eoa,
  owner,
  pull,
  pullIds,
  pullNft,
  receiver,
  word,
} from "./pulled-tokens.js";

/** A swap of an owner's wallet for a receiver, that also changes `chain`. */
const swapFor = (to: Hex, { values, logs }: Chain): Changes => ({
  chain: { logs },
  values: {
    [balance(tokenOut)]: [0n, 0n],
    [balance(tokenOut, to)]: [0n, 99_500_000n],
    ...values,
  },
  expected: { gains: [{ token: tokenOut, amount: "99", receiver: to }], accounts: [to] },
  given: { owner: owner.address },
});
const codesOf = (chain: Chain, to: Hex = receiver) => findCodes(swapFor(to, chain));
const loss = ["simulated_loss"];

describe("the accounts of the owner and of the receiver lose nothing:", () => {
  const accounts: [string, Hex][] = [
    ["owner", eoa],
    ["receiver", receiver],
  ];

  test.each(accounts)("rejects tokens that a stranger gets from the %s", async (_, account) => {
    const { problems } = await simulate(swapFor(receiver, pull(account, stranger)));
    expect(problems).toMatchObject([
      {
        code: "simulated_loss",
        severity: "fatal",
        expected: `a loss of at most 0 of ${otherToken} at ${account}`,
        received: '"900"',
      },
    ]);
    expect(problems[0]?.message).toContain(`-900 of ${otherToken} at ${account}`);
  });

  test.each(accounts)("rejects NFTs and tokens with ids of the %s", async (_, account) => {
    for (const chain of [
      pullNft(account, stranger),
      pullIds(account, stranger, false),
      pullIds(account, stranger, true),
    ]) {
      const { problems } = await simulate(swapFor(receiver, chain));
      expect(problems.map(({ code }) => code)).toEqual(loss);
      expect(problems[0]?.message).toMatch(
        new RegExp(`-\\d of ${otherToken} number 7 at ${account}`),
      );
    }
  });

  test("rejects an NFT that is exchanged for another one of the contract", async () => {
    const chain = pullNft(eoa, stranger);
    chain.values[balance(otherToken, eoa)] = [1n, 1n];
    expect(await codesOf(chain)).toEqual(loss);
  });

  test("rejects the output if it is the owner's own tokens", async () => {
    expect(await codesOf(pull(eoa, wallet, tokenOut, 99_500_000n))).toEqual(loss);
  });

  test("rejects a loss of the native coin", async () => {
    const native = createLog(`0x${"ee".repeat(20)}`, "transfer", receiver, stranger, 4n);
    const values = { [nativeBalance(receiver)]: [9n, 5n] as const };
    expect(await codesOf({ values, logs: [native] })).toEqual(loss);
    expect(await codesOf({ values, logs: [] })).toEqual(loss);
  });

  test("rejects a deposit that is withdrawn without a transfer, at the owner", async () => {
    const topics = [`0x${"12".repeat(32)}` as Hex, pad(eoa)];
    const chain = pull(eoa, stranger);
    chain.logs = [{ address: otherToken, topics, data: "0x" }];
    expect(await codesOf(chain)).toEqual(loss);
  });

  test("rejects the loss of a token without events that the wallet calls", async () => {
    const { values } = pull(eoa, stranger);
    const words = [BigInt(otherToken), 0n, 96n, 0n].map((n) => word(n).slice(2));
    const operation = { callData: `0xb61d27f6${words.join("")}` };
    expect(await findCodes({ ...swapFor(receiver, { values, logs: [] }), operation })).toEqual(
      loss,
    );
  });

  test("believes balances, not events", async () => {
    const forged = pull(eoa, stranger);
    forged.values[balance(otherToken, eoa)] = [900_000_000n, 900_000_000n];
    expect(await codesOf(forged)).toEqual([]);
    const unindexed = pull(eoa, stranger);
    const [from, to] = [pad(eoa), pad(stranger)];
    for (const log of [
      { address: otherToken, topics: [eventTopics.transfer], data: concat([from, to, word(9n)]) },
      { address: otherToken, topics: [eventTopics.transfer, to], data: concat([from, word(9n)]) },
    ])
      expect(await codesOf({ ...unindexed, logs: [log] })).toEqual(loss);
  });

  test("rejects an approval that an operator grants for an NFT of the owner", async () => {
    const chain: Chain = {
      values: { [keyOf(otherToken, "0x081812fc", 7n)]: [0n, BigInt(stranger)] },
      logs: [
        {
          address: otherToken,
          topics: [eventTopics.approval, pad(eoa), pad(stranger), word(7n)],
          data: "0x",
        },
      ],
    };
    const { problems } = await simulate(swapFor(receiver, chain));
    expect(problems).toMatchObject([{ code: "simulated_approval" }]);
    expect(problems[0]?.message).toContain(`one of ${otherToken} number 7 at ${eoa}`);
  });
});

describe("losses of other accounts that are stated", () => {
  const stated = { token: otherToken, amount: "900" };
  const codesWith = (losses: readonly object[], { values, logs }: Chain) =>
    findCodes({
      chain: { logs },
      values: { ...values, [balance(tokenIn)]: [0n, 0n], [balance(tokenOut)]: [0n, 0n] },
      expected: { losses: losses as typeof honestChanges.losses, gains: [] },
      given: { owner: owner.address },
    });
  /** Deposits tokens of the owner in the wallet. */
  const deposit = add(pull(eoa, wallet), {
    values: { [balance(otherToken)]: [0n, 900_000_000n] },
    logs: [],
  });

  test("are allowed for that account up to the amount, and the deposit is shown", async () => {
    const shown = ["simulated_change"];
    expect(await codesWith([{ ...stated, account: owner.address }], deposit)).toEqual(shown);
    expect(await codesWith([{ ...stated, amount: "890", account: eoa }], deposit)).toEqual([
      ...loss,
      ...shown,
    ]);
    for (const account of [wallet, stranger, undefined, null])
      expect(await codesWith([{ ...stated, account }], deposit)).toContain("simulated_loss");
  });

  test("do not let the wallet lose the amount", async () => {
    const own = pull(wallet, stranger);
    expect(await codesWith([stated], own)).toEqual([]);
    expect(await codesWith([{ ...stated, account: wallet }], own)).toEqual([]);
    const values = { ...own.values, [balance(otherToken, eoa)]: [0n, 0n] as const };
    expect(await codesWith([{ ...stated, account: eoa }], { ...own, values })).toEqual(loss);
  });

  test("limit an account that is only stated", async () => {
    const losses = [{ ...stated, account: stranger }];
    expect(await codesWith(losses, pull(stranger, receiver))).toEqual([]);
    const more = pull(stranger, receiver, otherToken, 910_000_000n);
    expect(await codesWith(losses, more)).toEqual(loss);
  });

  test("are numbers of tokens for NFTs", async () => {
    const chain = pullNft(eoa, stranger);
    chain.values[`${otherToken} 0x01ffc9a780ac58cd${"0".repeat(56)}`] = [1n, 1n];
    expect(await codesWith([{ token: otherToken, amount: "1", account: eoa }], chain)).toEqual([]);
    expect(await codesWith([], chain)).toEqual(loss);
  });
});

describe("an honest operation has no problem:", () => {
  const paid = (to: Hex) => createLog(tokenOut, "transfer", stranger, to, 99_500_000n);

  test("a swap whose receiver is the owner or another account", async () => {
    for (const to of [eoa, receiver]) {
      const { chain, values, ...changes } = swapFor(to, { values: {}, logs: [paid(to)] });
      const { client, requests } = createFakeNode({
        ...chain,
        values: { ...honestValues, ...values },
      });
      expect(await findCodes({ ...changes, client })).toEqual([]);
      // The events of the receiver need no further simulation.
      expect(requests.filter(({ method }) => method === "eth_simulateV1")).toHaveLength(1);
    }
  });

  test("a swap whose receiver has a Bitcoin address", async () => {
    const accounts = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" as Hex];
    expect(await findCodes({ expected: { accounts, gains: [] } })).toEqual([]);
  });

  test("an approval of the owner that is as high as before, such as one of Permit2", async () => {
    const permit2: Hex = "0x000000000022d473030f116ddee9f6b43ac78ba3";
    const approved: Chain = {
      values: { [keyOf(tokenIn, "0xdd62ed3e", eoa, permit2)]: [5n, 5n] },
      logs: [createLog(tokenIn, "approval", eoa, permit2, 5n)],
    };
    expect(await codesOf(approved)).toEqual([]);
  });
});

test("shows other tokens that a receiver gets", async () => {
  const gained: Chain = {
    values: { [decimals(otherToken)]: [0n, 0n], [balance(otherToken, receiver)]: [1n, 3n] },
    logs: [createLog(otherToken, "transfer", stranger, receiver, 2n)],
  };
  const { problems } = await simulate(swapFor(receiver, gained));
  expect(problems).toMatchObject([
    { code: "simulated_change", expected: `no gain of ${otherToken} at ${receiver}` },
  ]);
});

test("measures payments to many accounts although tokens are minted", async () => {
  const receivers = Array.from(
    { length: 150 },
    (_, i): Hex => `0x${String(i + 1).padStart(40, "3")}`,
  );
  const paid = receivers.map((each) => [balance(tokenIn, each), [0n, 1_000_000n] as const]);
  const zero: Hex = `0x${"0".repeat(40)}`;
  const mints = [otherToken, tokenOut].map((token) => createLog(token, "transfer", zero, wallet));
  const gains = receivers.map((each) => ({ token: tokenIn, amount: "1", receiver: each }));
  const logs = [...receivers.map((each) => createLog(tokenIn, "transfer", wallet, each)), ...mints];
  const values = { ...Object.fromEntries(paid), [balance(tokenOut)]: [0n, 0n] as const };
  expect(
    await findCodes({
      chain: { logs, values: { ...honestValues, ...values } },
      expected: { gains },
    }),
  ).toEqual([]);
});
