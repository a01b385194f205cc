import { concat, type Hex, pad, toEventSelector } from "viem";
import { describe, expect, test } from "vitest";
import { UnsafeToSignError } from "../../../src/errors/signing.js";
import { signOperation, signQuote } from "../../../src/signing/index.js";
import { eventTopics } from "../../../src/signing/simulation/measure/event-topics.js";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import {
  balance,
  createFakeNode,
  createLog,
  createQuote,
  honestValues,
  keyOf,
  nativeBalance,
  otherToken,
  request,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";
import { type Chain, eoa, owner, pull, pullIds, pullNft, receiver, word } from "./pulled-tokens.js";

/** What signing a swap for `toAddress` reports. Undefined if it is signed. */
async function sign(chain: Chain, toAddress: Hex = wallet) {
  const values = { ...honestValues, ...chain.values };
  if (toAddress !== wallet) {
    values[balance(tokenOut)] = [0n, 0n];
    values[balance(tokenOut, toAddress)] = [0n, 99_500_000n];
  }
  const { client, requests } = createFakeNode({ ...chain, values });
  const expected = { ...request, toAddress };
  const options = { expect: expected, owner: owner.address, simulate: client };
  const problems = await signQuote(createQuote({ toAddress }), owner, options).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof UnsafeToSignError)) throw error;
      return error.problems;
    },
  );
  return { problems, requests };
}

const codesOf = async (chain: Chain, toAddress?: Hex) =>
  (await sign(chain, toAddress)).problems?.map(({ code }) => code);

describe("the accounts of the owner and of the receiver lose nothing:", () => {
  const accounts: [string, Hex][] = [
    ["owner", eoa],
    ["receiver", receiver],
  ];

  test.each(accounts)("rejects tokens that a stranger gets from the %s", async (_, account) => {
    const { problems } = await sign(pull(account, stranger), receiver);
    expect(problems).toMatchObject([
      {
        code: "simulated_loss",
        severity: "fatal",
        expected: `a loss of at most 0 of ${otherToken} at ${account}`,
        received: "900",
      },
    ]);
    expect(problems?.[0]?.message).toContain(`-900 of ${otherToken} at ${account}`);
    expect(await codesOf(pull(account, wallet), receiver)).toEqual(["simulated_loss"]);
  });

  test.each(accounts)("rejects NFTs and tokens with ids of the %s", async (_, account) => {
    for (const chain of [
      pullNft(account, stranger),
      pullNft(account, wallet),
      pullIds(account, stranger, false),
      pullIds(account, stranger, true),
    ]) {
      const { problems } = await sign(chain, receiver);
      expect(problems?.map(({ code }) => code)).toEqual(["simulated_loss"]);
      expect(problems?.[0]?.message).toMatch(
        new RegExp(`-\\d of ${otherToken} number 7 at ${account}`),
      );
    }
  });

  test("rejects an NFT that is exchanged for another one of the contract", async () => {
    const chain = pullNft(eoa, stranger);
    chain.values[balance(otherToken, eoa)] = [1n, 1n];
    expect(await codesOf(chain)).toEqual(["simulated_loss"]);
  });

  test("rejects the output if it is the owner's own tokens", async () => {
    expect(await codesOf(pull(eoa, wallet, tokenOut, 99_500_000n))).toEqual(["simulated_loss"]);
  });

  test("rejects a loss of the native coin, and one at the receiver of a cross-chain swap", async () => {
    const native = createLog(`0x${"ee".repeat(20)}`, "transfer", receiver, stranger, 4n);
    const toAddress = receiver;
    const values = {
      [nativeBalance(receiver)]: [9n, 5n] as const,
      [balance(tokenOut, receiver)]: [0n, 99_500_000n] as const,
    };
    const expected = { toAddress };
    const found = await simulate({
      chain: { logs: [native], values: { ...honestValues, ...values } },
      expect: expected,
    });
    expect(found.problems.map(({ code }) => code)).toEqual(["simulated_loss"]);
    const chain = pull(receiver, stranger);
    const crossing = { toAddress, chainIdOut: 8453 } as const;
    expect(
      await findCodes({ chain: { logs: chain.logs }, values: chain.values, expect: crossing }),
    ).toEqual(["simulated_loss"]);
  });

  test("believes balances, not events", async () => {
    const forged = pull(eoa, stranger);
    forged.values[balance(otherToken, eoa)] = [900_000_000n, 900_000_000n];
    expect(await codesOf(forged)).toBeUndefined();
    const unindexed = pull(eoa, stranger);
    const [from, to] = [pad(eoa), pad(stranger)];
    for (const log of [
      { address: otherToken, topics: [eventTopics.transfer], data: concat([from, to, word(9n)]) },
      { address: otherToken, topics: [eventTopics.transfer, to], data: concat([from, word(9n)]) },
    ])
      expect(await codesOf({ ...unindexed, logs: [log] })).toEqual(["simulated_loss"]);
  });

  test("rejects a loan and a reduced position in the name of the owner", async () => {
    const loan: Log = {
      address: otherToken,
      topics: [toEventSelector("Withdraw(address,address,uint256)"), pad(eoa), pad(stranger)],
      data: word(5n),
    };
    expect(await codesOf({ values: {}, logs: [loan] })).toEqual(["simulated_loss"]);
    const encode = (liquidity: bigint) =>
      concat([0n, 0n, 1n, 2n, 500n, 0n, 0n, liquidity, 0n, 0n, 0n, 0n].map(word));
    const position: Chain = {
      values: {
        [keyOf(otherToken, "0x6352211e", 7n)]: [BigInt(eoa), BigInt(eoa)],
        [keyOf(otherToken, "0x99fbab88", 7n)]: [encode(10n), encode(4n)],
      },
      logs: [
        {
          address: otherToken,
          topics: [eventTopics.decreaseLiquidity, word(7n)],
          data: concat([word(6n), word(1n), word(1n)]),
        },
      ],
    };
    expect(await codesOf(position)).toEqual(["simulated_loss"]);
    position.values[keyOf(otherToken, "0x6352211e", 7n)] = [BigInt(stranger), BigInt(stranger)];
    expect(await codesOf(position)).toBeUndefined();
  });

  test("rejects an approval that an operator grants for an NFT of the owner", async () => {
    const approve = (spender: Hex): Chain => ({
      values: { [keyOf(otherToken, "0x081812fc", 7n)]: [0n, BigInt(spender)] },
      logs: [
        {
          address: otherToken,
          topics: [eventTopics.approval, pad(eoa), pad(spender), word(7n)],
          data: "0x",
        },
      ],
    });
    const { problems } = await sign(approve(stranger));
    expect(problems).toMatchObject([{ code: "simulated_approval" }]);
    expect(problems?.[0]?.message).toContain(`number 7 of ${otherToken} at ${eoa}`);
    // What the wallet may spend is compared when the wallet signs.
    expect(await codesOf(approve(wallet))).toBeUndefined();
  });
});

describe("an honest operation has no problem:", () => {
  const paid = (to: Hex) => createLog(tokenOut, "transfer", stranger, to, 99_500_000n);

  test("a swap whose receiver is the owner or another account", async () => {
    for (const toAddress of [eoa, receiver]) {
      const { problems, requests } = await sign({ values: {}, logs: [paid(toAddress)] }, toAddress);
      expect(problems).toBeUndefined();
      // The events of the receiver need no further simulation.
      expect(requests.filter(({ method }) => method === "eth_simulateV1")).toHaveLength(1);
    }
  });

  test("a receiver that gets other tokens, too", async () => {
    const gained: Chain = {
      values: { [balance(otherToken, receiver)]: [1n, 3n] },
      logs: [createLog(otherToken, "transfer", stranger, receiver, 2n)],
    };
    expect(await codesOf(gained, receiver)).toBeUndefined();
  });

  test("a swap whose receiver has a Bitcoin address", async () => {
    const toAddress = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    const bitcoin = { toAddress, chainIdOut: 0, tokenOut: "btc" } as never;
    expect(await findCodes({ expect: bitcoin })).toEqual([]);
  });

  test("an approval of the owner that is as high as before, such as one of Permit2", async () => {
    const permit2: Hex = "0x000000000022d473030f116ddee9f6b43ac78ba3";
    const approved: Chain = {
      values: { [keyOf(tokenIn, "0xdd62ed3e", eoa, permit2)]: [5n, 5n] },
      logs: [createLog(tokenIn, "approval", eoa, permit2, 5n)],
    };
    expect(await codesOf(approved)).toBeUndefined();
  });
});

test("reports an owner of another type as such, and not as a failed simulation", async () => {
  const { client } = createFakeNode();
  const options = { expect: request, owner: 5 as never, simulate: client };
  const error: unknown = await signQuote(createQuote(), owner, options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UnsafeToSignError);
  expect((error as UnsafeToSignError).problems.map(({ path }) => path)).toEqual(["owner"]);
});

test("measures payments to many accounts although tokens are minted", async () => {
  const receivers = Array.from(
    { length: 150 },
    (_, i): Hex => `0x${String(i + 1).padStart(40, "3")}`,
  );
  const values = Object.fromEntries(
    receivers.map((each) => [balance(tokenIn, each), [0n, 1_000_000n] as const]),
  );
  const mints = [otherToken, tokenOut].map((token) =>
    createLog(token, "transfer", `0x${"0".repeat(40)}`, wallet, 5n),
  );
  const { client } = createFakeNode({
    values: { ...honestValues, ...values },
    logs: [...receivers.map((each) => createLog(tokenIn, "transfer", wallet, each)), ...mints],
  });
  const { typedData, userOperationHash } = createQuote();
  const operation = { typedData, userOperationHash, walletAddress: wallet, chain: 137 };
  const signed = await signOperation(operation as never, owner, {
    owner: owner.address,
    walletAddress: wallet,
    chainId: 137,
    simulate: client,
    changes: {
      losses: [{ token: tokenIn, amount: "100" }],
      gains: receivers.map((each) => ({ token: tokenIn, amount: "1", receiver: each })),
    },
  });
  expect(signed).toHaveProperty("signature");
});
