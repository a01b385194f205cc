import type { Hex } from "viem";
import { hashAuthorization } from "viem/utils";
import { describe, expect, test } from "vitest";
import { signOperation } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createCountingSigner, stranger } from "./test-quotes.js";

const hash = `0x${"ab".repeat(32)}` as Hex;
const parts = { chainId: 137, address: stranger as Hex, nonce: 0 };
const authorization = { ...parts, hash: hashAuthorization(parts) };
const typedData = {
  domain: { name: "LightAccount", version: "1", chainId: 137, verifyingContract: owner.address },
  types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
  primaryType: "LightAccountMessage",
  message: { message: hash },
};
const options = {
  owner: owner.address,
  walletAddress: owner.address,
  chainId: 137,
  delegates: [stranger as Hex],
};
const operation = { userOperationHash: hash };
const signData = [{ type: "USER_OPERATION", hash }];
const withOrder = [...signData, { type: "LIMIT_ORDER", typedData }];
const additions = Object.entries({
  typedData,
  order: typedData,
  approval: { ...operation, authorization },
  rwaApproveUserOperation: operation,
});
type AddTo = (added: object) => object;

const places: readonly [string, expectedCalls: number, AddTo][] = [
  ["a hash", 1, (added) => ({ ...operation, ...added })],
  ["a withdrawal", 1, (added) => ({ withdrawalInstructions: operation, ...added })],
  [
    "the operation of a withdrawal",
    1,
    (added) => ({ withdrawalInstructions: { ...operation, ...added } }),
  ],
  ["a lending quote", 1, (added) => ({ walletAddress: owner.address, signData, ...added })],
  [
    "the list of a lending quote",
    1,
    (added) => ({
      walletAddress: owner.address,
      signData: signData.map((each) => ({ ...added, ...each })),
    }),
  ],
  [
    "a lending quote with an order",
    2,
    (added) => ({ walletAddress: owner.address, signData: withOrder, ...added }),
  ],
  [
    "both parts of a lending quote",
    2,
    (added) => ({
      walletAddress: owner.address,
      signData: withOrder.map((each) => ({ ...added, ...each })),
    }),
  ],
];

describe.each(places)("a field that is added to %s", (_what, expectedCalls, addTo) => {
  test.each(additions)("is never signed: %s", async (field, added) => {
    const { signer, countCalls } = createCountingSigner();
    const given = addTo({ [field]: added }) as never;
    const isSigned = await signOperation(given, signer, options).then(
      () => true,
      () => false,
    );
    expect(countCalls()).toBe(isSigned ? expectedCalls : 0);
  });
});
