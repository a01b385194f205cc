import { concat, type Hex, pad, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { eventTopics } from "../../../src/signing/simulation/list-measures.js";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import {
  balance,
  createLog,
  decimals,
  type FakeChain,
  keyOf,
  otherToken,
  wallet,
} from "./fake-node.js";

/** Owns the wallet, which has another address, and has approved it. */
export const owner = privateKeyToAccount(`0x${"42".repeat(32)}`);
export const eoa = owner.address.toLowerCase() as Hex;
export const receiver: Hex = "0x2222222222222222222222222222222222222222";
export const word = (value: bigint) => pad(toHex(value));

export type Chain = Required<Pick<FakeChain, "values" | "logs">>;
export const add = (...chains: Chain[]): Chain => ({
  values: Object.assign({}, ...chains.map(({ values }) => values)),
  logs: chains.flatMap(({ logs }) => logs),
});

/** Transfers tokens of an account by the approval of the wallet. */
export const pull = (from: Hex, to: Hex, token: Hex = otherToken, units = 900_000_000n): Chain => ({
  values: {
    [decimals(token)]: [6n, 6n],
    [balance(token, from)]: [units, 0n],
  },
  logs: [createLog(token, "transfer", from, to, units)],
});

const nftLog = (from: Hex, to: Hex): Log => ({
  address: otherToken,
  topics: [eventTopics.transfer, pad(from), pad(to), word(7n)],
  data: "0x",
});
export const pullNft = (from: Hex, to: Hex): Chain => ({
  values: {
    [balance(otherToken, from)]: [1n, 0n],
    [keyOf(otherToken, "0x6352211e", 7n)]: [BigInt(from), BigInt(to)],
  },
  logs: [nftLog(from, to)],
});
export const pullIds = (from: Hex, to: Hex, isBatch: boolean): Chain => ({
  values: { [keyOf(otherToken, "0x00fdd58e", from, 7n)]: [5n, 2n] },
  logs: [
    {
      address: otherToken,
      topics: [
        isBatch ? eventTopics.transferBatch : eventTopics.transferSingle,
        ...[wallet, from, to].map((account) => pad(account)),
      ],
      data: isBatch ? concat([64n, 128n, 1n, 7n, 1n, 3n].map(word)) : concat([word(7n), word(3n)]),
    },
  ],
});
