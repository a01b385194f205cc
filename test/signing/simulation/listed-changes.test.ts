import { pad, toHex } from "viem";
import { expect, test } from "vitest";
import { simulateQuote } from "../../../src/signing/index.js";
import { eventTopics } from "../../../src/signing/simulation/measure/event-topics.js";
import {
  createFakeNode,
  createQuote,
  honestValues,
  keyOf,
  otherToken,
  request,
  stranger,
  wallet,
} from "./fake-node.js";

/** The changes of a token with many ids that a log of the operation names. */
async function listChangesOfId(before: bigint, after: bigint) {
  const log = {
    address: otherToken,
    topics: [eventTopics.transferSingle, pad(stranger), pad(stranger), pad(wallet)],
    data: `${pad(toHex(7n))}${pad(toHex(1n)).slice(2)}` as const,
  };
  const values = {
    ...honestValues,
    [keyOf(otherToken, "0x00fdd58e", wallet, 7n)]: [before, after],
  };
  const { client } = createFakeNode({ logs: [log], values: values as typeof honestValues });
  const { changes } = await simulateQuote(createQuote(), client, { expect: request });
  return changes.filter(({ token }) => token === otherToken);
}

test("lists a change of a token with many ids with its sign, and no change of zero", async () => {
  const listed = { account: wallet, token: otherToken, id: "7" };
  expect(await listChangesOfId(1n, 4n)).toEqual([{ ...listed, amount: "+3" }]);
  expect(await listChangesOfId(4n, 1n)).toEqual([{ ...listed, amount: "-3" }]);
  expect(await listChangesOfId(4n, 4n)).toEqual([]);
});
