import { type Hex, pad, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { eventTopics } from "../../../src/signing/simulation/list-measures.js";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import { balance, keyOf, otherToken, stranger, wallet } from "./fake-node.js";
import { findCodes, honestChanges, simulate } from "./find-codes.js";

const word = (value: bigint) => pad(toHex(value));

describe("the loss of the wallet", () => {
  test("includes NFTs by their ids, also if another one replaces them", async () => {
    const transfer = (from: Hex, to: Hex, id: bigint): Log => ({
      address: otherToken,
      topics: [eventTopics.transfer, pad(from), pad(to), word(id)],
      data: "0x",
    });
    const ownerOf = (id: bigint) => keyOf(otherToken, "0x6352211e", id);
    const logs = [transfer(wallet, stranger, 7n), transfer(stranger, wallet, 8n)];
    const values = {
      [balance(otherToken)]: [1n, 1n] as const,
      [ownerOf(7n)]: [BigInt(wallet), BigInt(stranger)] as const,
      [ownerOf(8n)]: [BigInt(stranger), BigInt(wallet)] as const,
    };
    const { problems, changes } = await simulate({ chain: { logs }, values });
    expect(problems.map(({ code }) => code)).toEqual(["simulated_loss", "simulated_change"]);
    expect(problems[0]?.received).toBe('"1 (number 7)"');
    expect(changes.slice(2)).toEqual([
      { account: wallet, token: otherToken, id: "7", amount: "-1" },
      { account: wallet, token: otherToken, id: "8", amount: "+1" },
    ]);
    const losses = [...honestChanges.losses, { token: otherToken, amount: "1" }];
    const isNft = { [`${otherToken} 0x01ffc9a780ac58cd${"0".repeat(56)}`]: [1n, 1n] as const };
    expect(
      await findCodes({ chain: { logs }, values: { ...values, ...isNft }, expected: { losses } }),
    ).toEqual(["simulated_change"]);
  });

  test("includes tokens with ids by their count", async () => {
    const id = 2n ** 256n - 1n;
    const log: Log = {
      address: otherToken,
      topics: [eventTopics.transferSingle, pad(wallet), pad(wallet), pad(stranger)],
      data: `${word(id)}${word(3n).slice(2)}`,
    };
    const chain = { logs: [log] };
    const values = { [keyOf(otherToken, "0x00fdd58e", wallet, id)]: [5n, 2n] as const };
    const { problems } = await simulate({ chain, values });
    expect(problems).toMatchObject([{ code: "simulated_loss" }]);
    expect(problems[0]?.message).toContain('"3 (number 115792089237…913129639935)"');
    const hasIds = { [`${otherToken} 0x01ffc9a7d9b67a26${"0".repeat(56)}`]: [1n, 1n] as const };
    const codesOf = (amount: string) =>
      findCodes({
        chain,
        values: { ...values, ...hasIds },
        expected: { losses: [...honestChanges.losses, { token: otherToken, amount }] },
      });
    expect(await codesOf("3")).toEqual([]);
    expect(await codesOf("2")).toEqual(["simulated_loss"]);
  });
});

test("ignores the ids of a batch that is malformed", async () => {
  const topics = [eventTopics.transferBatch, pad(wallet), pad(wallet), pad(wallet)];
  for (const data of [
    "0x",
    `0x${"f".repeat(64)}`,
    `0x${"0".repeat(62)}20${"f".repeat(64)}`,
  ] as Hex[]) {
    const logs = [{ address: otherToken, topics, data }];
    expect(await findCodes({ chain: { logs } })).toEqual([]);
  }
});
