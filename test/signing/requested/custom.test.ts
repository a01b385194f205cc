import { expect, test } from "vitest";
import type { CustomOperationRequest, UserOperation } from "../../../src/index.js";
import { checkOperation, describeOperation } from "../../../src/signing/index.js";
import { brz, hash, now, wallet, weth } from "./requests.js";

const request = {
  walletAddress: wallet,
  chainId: 137,
  payGasFeeToken: brz,
  operations: [
    { address: weth, methodSignature: "approve(address,uint256)", arguments: [wallet, "1000"] },
    { address: wallet, value: "0.5" },
    { address: brz, methodSignature: "claim()" },
  ],
} satisfies CustomOperationRequest;

const userOperation = {
  userOperationHash: hash,
  sender: { walletAddress: wallet },
  chainIdIn: 137,
  maxGasFeeToken: "0.02",
  payFeesToken: brz,
  expiresAt: new Date(now + 60_000).toISOString(),
} satisfies UserOperation;

const find = (changes: object, options: object = {}) =>
  checkOperation({ ...userOperation, ...changes }, { expect: request, now, ...options }).map(
    ({ code, path }) => `${code} ${path}`,
  );

test("rejects parts of a lending quote or a withdrawal in a custom operation", () => {
  const signData = [{ type: "USER_OPERATION", hash }];
  const sender = { walletAddress: weth };
  expect(find({ sender, signData })).toEqual(["not_asked signData"]);
  const withdrawalInstructions = { userOperationHash: hash };
  expect(find({ sender, withdrawalInstructions })).toEqual(["not_asked operation"]);
});

test("compares wallet, chain, expiry and gas of a custom operation with its request", () => {
  expect(find({}, { maxGasFee: "0.02" })).toEqual([]);
  expect(find({ sender: { walletAddress: weth } })).toEqual(["wallet walletAddress"]);
  expect(find({ chainIdIn: 1 })).toEqual(["chain chain"]);
  expect(find({ expiresAt: new Date(now).toISOString() })).toEqual(["expired expiresAt"]);
  const above = "gas_above_maximum maxGasFeeToken";
  expect(find({}, { maxGasFee: "0.01" })).toEqual([above]);
  expect(find({ maxGasFeeToken: null }, { maxGasFee: "1" })).toEqual([above]);
  expect(find({}, { maxLossPercent: 1 })).toEqual(["request maxLossPercent"]);
  expect(find({}, { expect: { ...request, metadata: { note: "hello" } } })).toEqual([]);
  expect(find({ payFeesToken: weth }, { maxGasFee: "1" })).toEqual([above]);
});

test("describes a custom operation by its request, and says so", () => {
  const { text } = describeOperation({ userOperation }, { expect: request, now }) ?? {};
  expect(text).toMatch(/^You sign: calls of your own: the response does not repeat them/m);
  expect(text).toMatch(/^Call 1, by your request: approve\(address,uint256\) of 0x7ceB/im);
  expect(text).toContain(`, with (${wallet}, 1000)\n`);
  expect(text).toMatch(/^Call 2, by your request: no method of .*with the value 0\.5$/m);
  expect(text).toMatch(/^Call 3, by your request: claim\(\) of /m);
  expect(text).toMatch(/^Warning: Only the hash of the operation is known/m);
});
