import { pad, toFunctionSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import {
  eventTopics,
  listApprovalMeasures,
  listBalanceMeasures,
} from "../../../src/signing/simulation/list-measures.js";
import {
  type Measure,
  type MeasureKind,
  parseResult,
  toCall,
} from "../../../src/signing/simulation/run-simulation.js";
import { createLog, otherToken, stranger, tokenIn, wallet } from "./fake-node.js";

const pair = "address,address";
const signatures: Record<MeasureKind, string> = {
  balance: "balanceOf(address)",
  decimals: "decimals()",
  isNft: "supportsInterface(bytes4)",
  hasIds: "supportsInterface(bytes4)",
  nftOwner: "ownerOf(uint256)",
  idBalance: "balanceOf(address,uint256)",
  allowance: `allowance(${pair})`,
  nftApproval: "getApproved(uint256)",
  operator: `isApprovedForAll(${pair})`,
  permit: `allowance(${pair},address)`,
  permitExpiration: `allowance(${pair},address)`,
  walletOwner: "owner()",
  validatorOwner: "ecdsaValidatorStorage(address)",
};
const createMeasure = (kind: string): Measure => ({
  kind: kind as MeasureKind,
  token: tokenIn,
  account: wallet,
  spender: stranger,
  id: 7n,
  asset: otherToken,
});

describe.each(Object.entries(signatures))("the value %s", (kind, signature) => {
  const measure = createMeasure(kind);

  test("is read by its function", () => {
    const { to, data } = toCall(measure, "0x");
    expect(to).toBe(tokenIn);
    expect(data.slice(0, 10)).toBe(toFunctionSelector(`function ${signature}`));
    const parameters = signature.split("(")[1] === ")" ? 0 : signature.split(",").length;
    expect(data.length).toBe(10 + 64 * parameters);
  });

  test("is a number, or unknown", () => {
    const words = [5n, 9n, 0n].map((value) => pad(toHex(value)).slice(2)).join("");
    expect(parseResult(measure, `0x${words}`)).toBe(kind === "permitExpiration" ? 9n : 5n);
    for (const data of [undefined, "0x", "0x01", `0x${"00".repeat(31)}`] as const)
      expect(parseResult(measure, data)).toBeUndefined();
  });
});

test("names nothing to measure for events without topics, of other accounts or kinds", () => {
  const foreign = createLog(otherToken, "transfer", stranger, tokenIn);
  const approval = createLog(otherToken, "approval", stranger, tokenIn);
  const logs = [{ address: otherToken, topics: [], data: "0x" as const }, foreign, approval];
  expect(listBalanceMeasures(logs, [wallet])).toEqual([]);
  expect(listApprovalMeasures(logs, [wallet])).toEqual([]);
  const own = createLog(otherToken, "transfer", wallet, stranger);
  expect(listApprovalMeasures([own], [wallet])).toEqual([]);
});

test("names each id of a batch", () => {
  const words = [64n, 160n, 2n, 7n, 8n, 2n, 1n, 1n].map((value) => pad(toHex(value)).slice(2));
  const log = {
    address: otherToken,
    topics: [eventTopics.transferBatch, pad(wallet), pad(wallet), pad(stranger)],
    data: `0x${words.join("")}` as const,
  };
  const ids = listBalanceMeasures([log], [wallet]).flatMap(({ id }) => id ?? []);
  expect(ids).toEqual([7n, 8n]);
});
