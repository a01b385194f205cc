import { describe, expect, test } from "vitest";
import type { PreparedBatch } from "../../../src/index.js";
import { checkOperation, describeOperation, signOperation } from "../../../src/signing/index.js";
import { readOperation } from "../../../src/signing/operation/read-operation.js";
import { owner } from "../../sandbox/open-sandbox.js";
import {
  batch,
  batchRequest,
  brz,
  hash,
  now,
  receiver,
  request,
  transfer,
  wallet,
  weth,
} from "./requests.js";

const other = "0x00000000000000000000000000000000000000aa";
const rules = { expect: batchRequest, now };
const find = (operation: unknown, options: object = {}) =>
  checkOperation(operation as PreparedBatch, { ...rules, ...options }).map(
    ({ code, path }) => `${code} ${path}`,
  );
const [first, second] = batch.operations;
const withFirst = (changes: object) => ({
  ...batch,
  operations: [{ transfer: { ...first?.transfer, ...changes } }, second],
});

test("an honest batch has no problem, and is signed by its own hash", async () => {
  expect(find(batch)).toEqual([]);
  const signed = await signOperation(batch, owner, { ...rules, owner: owner.address });
  expect(signed.signature).toBe(await owner.signMessage({ message: { raw: hash } }));
});

test.each([
  ["an empty list", []],
  ["no list", "two"],
  ["a list of texts", ["two"]],
  ["null", null],
])("a request with %s as its operations is a mistake in the call", (_, operations) => {
  expect(find(batch, { expect: { ...batchRequest, operations } })).toEqual([
    "request expect.operations",
  ]);
});

test.each([
  ["of another type", { type: "bridge", params: {} }, "type"],
  ["without fields", { type: "transfer" }, "params"],
])("a requested operation %s is a mistake in the call", (_, operation, field) => {
  expect(find(batch, { expect: { ...batchRequest, operations: [operation] } })).toEqual([
    `request expect.operations[0].${field}`,
  ]);
});

describe("rejects a batch", () => {
  test.each<[string, unknown, string]>([
    ["with fewer operations", { ...batch, operations: [first] }, "not_asked operations"],
    ["with more", { ...batch, operations: [first, second, first] }, "not_asked operations"],
    ["without a list", { ...batch, operations: "two" }, "not_asked operations"],
    [
      "in another order",
      { ...batch, operations: [second, first] },
      "receiver operations[0].transfer.toAddress",
    ],
    [
      "with another receiver",
      withFirst({ toAddress: other }),
      "receiver operations[0].transfer.toAddress",
    ],
    ["of another token", withFirst({ token: weth }), "token operations[0].transfer.token"],
    ["on another chain", withFirst({ chain: 1 }), "chain operations[0].transfer.chain"],
    [
      "from another wallet",
      withFirst({ walletAddress: other }),
      "wallet operations[0].transfer.walletAddress",
    ],
    [
      "that sends more",
      withFirst({ amountToSend: "99" }),
      "amount_in operations[0].transfer.amountToSend",
    ],
    [
      "of which one operation would fail",
      withFirst({ revertReason: { decoded: "no", raw: "0x", utf8: "" } }),
      "reverted operations[0].transfer.revertReason",
    ],
    [
      "with a swap in place of a transfer",
      { ...batch, operations: [{ swap: first?.transfer }, second] },
      "not_asked operations[0].transfer",
    ],
    [
      "with a swap beside a transfer",
      { ...batch, operations: [{ ...first, swap: {}, operation: { a: 1 } }, second] },
      "not_asked operations[0].transfer",
    ],
    ["without a hash", { ...batch, userOperationHash: null }, "nothing_to_sign userOperationHash"],
    ["that has expired", { ...batch, expiresAt: now }, "expired expiresAt"],
  ])("%s", (_, changed, problem) => {
    expect(find(changed)).toContain(problem);
  });
});

test("a batch and a transfer are no custom operation, and need their own request", () => {
  expect(find(batch, { expect: undefined })).toEqual(["request expect"]);
  const custom = {
    walletAddress: wallet,
    chainId: 137,
    payGasFeeToken: brz,
    operations: [{ address: brz }],
  };
  expect(find(batch, { expect: custom })).toEqual(["not_asked operation"]);
});

test("maxGasFee limits the gas of all operations together", () => {
  expect(find(batch, { maxGasFee: "0.023" })).toEqual([]);
  expect(find(batch, { maxGasFee: "0.0115" })).toEqual(["gas_above_maximum operations"]);
});

test.each([
  ["5 US dollars, which is usual", "2.5", []],
  ["more than 5 US dollars", "2.51", ["price_loss operations"]],
])("adds up the gas of all operations: %s", (_, gasFeeTokenAmountUSD, problems) => {
  const pays = { ...request, amount: "10", payGasFeeToken: weth } as const;
  const params = { ...pays, gasFeePaymentMethod: "ADD_TO_AMOUNT" };
  const [gasFeeTokenAmount, payGasFeeToken] = ["0.001", weth];
  const estimatedGasFees = { gasFeeTokenAmount, gasFeeTokenAmountUSD, payGasFeeToken };
  const amounts = { amountToSend: "10", amountToSendUSD: "10", amountToBeReceived: "10" };
  const each = { transfer: { ...first?.transfer, ...amounts, estimatedGasFees } };
  const operations = [
    { type: "transfer", params },
    { type: "transfer", params },
  ];
  const changed = { ...batch, operations: [each, each] };
  expect(find(changed, { expect: { ...batchRequest, operations } })).toEqual(problems);
});

test("the description lists every operation with its amount, receiver and costs", () => {
  const { text } = describeOperation(batch, rules) ?? {};
  expect(text).toMatch(/^You sign: a batch of 2 operations: all are executed, or none$/m);
  expect(text).toMatch(
    new RegExp(
      `^Operation 1: a transfer of 12\\.55 of \\S+( \\S+)* to ${receiver}, who gets`,
      "im",
    ),
  );
  expect(text).toMatch(new RegExp(`^Operation 2: a transfer of 7 of .* to ${wallet}`, "im"));
});

test("the description states the costs of each operation, or that they are not known", () => {
  const collected = { ...transfer.estimatedCollectedFee, collectedFee: "a lot" };
  const unreadable = withFirst({ estimatedCollectedFee: collected });
  const { text } = describeOperation(unreadable as PreparedBatch, rules) ?? {};
  expect(text).toMatch(/^Operation 1: .*; its fees and gas are not known$/m);
  expect(text).toMatch(/^Operation 2: .*; fees and gas: 0\.01 US dollars$/m);
});

test("a liquidity operation is listed, and said not to be compared", () => {
  const expected = {
    ...batchRequest,
    operations: [batchRequest.operations[0], { type: "liquidity", params: {} }],
  } as never;
  const stated = {
    ...batch,
    operations: [first, { operation: { walletAddress: wallet } }],
  } as PreparedBatch;
  expect(find(stated, { expect: expected })).toEqual([]);
  const { text } = describeOperation(stated, { expect: expected, now }) ?? {};
  expect(text).toMatch(/^Operation 2: a liquidity operation, whose contents are not compared$/m);
});

test("says that maxGasFee cannot limit a liquidity operation, whose gas is not compared", () => {
  const operations = [batchRequest.operations[0], { type: "liquidity", params: {} }];
  const expected = { ...batchRequest, operations } as never;
  const stated = { ...batch, operations: [first, { operation: { walletAddress: wallet } }] };
  const problems = checkOperation(stated as PreparedBatch, {
    expect: expected,
    now,
    maxGasFee: "1",
  });
  expect(problems).toMatchObject([{ code: "gas_above_maximum", received: '"unknown gas"' }]);
});

test("a batch is known in full, unless it has a liquidity operation", () => {
  const read = (operations: unknown[], stated: unknown[]) => {
    const options = { expect: { ...batchRequest, operations }, now, owner: owner.address };
    const given = { ...batch, operations: stated };
    return readOperation("signOperation", given as never, options as never, () => undefined);
  };
  const liquidity = { type: "liquidity", params: {} };
  const prepared = { operation: { walletAddress: wallet } };
  const [transferred] = batchRequest.operations;
  expect(read([transferred], [first])?.operation?.isPartial).toBe(false);
  expect(read([transferred, liquidity], [first, prepared])?.operation?.isPartial).toBe(true);
});

test("takes two spellings of the native coin as one token", () => {
  const spellings = [`0x${"e".repeat(40)}`, `0x${"0".repeat(40)}`];
  const operations = spellings.map((token) => {
    const same = {
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
      payGasFeeToken: token,
      toAddress: receiver,
    };
    return { type: "transfer", params: { ...request, ...same, amount: "7", token } };
  });
  const prepared = spellings.map((token) => {
    const gas = { ...transfer.estimatedGasFees, payGasFeeToken: token };
    const amounts = { amountToSend: "7", amountToBeReceived: "7", estimatedGasFees: gas };
    return { transfer: { ...first?.transfer, ...amounts, token } };
  });
  const asked = { ...batchRequest, operations } as never;
  const changed = { ...batch, operations: prepared };
  expect(find(changed, { expect: asked, maxGasFee: "1" })).toEqual([]);
  const options = { expect: asked, now, owner: owner.address };
  const reading = readOperation("signOperation", changed as never, options, () => undefined);
  // The receiver gets both amounts.
  expect(reading?.operation?.statement.arrives).toMatchObject([{ least: "14", account: receiver }]);
});

test("a request without a receiver is reported, not thrown", () => {
  const [one, two] = batchRequest.operations;
  const params = { ...one?.params, toAddress: undefined };
  const expected = {
    ...batchRequest,
    operations: [
      { ...one, params },
      { ...two, params },
    ],
  };
  const problems = find(batch, { expect: expected as never });
  expect(problems.join()).toContain("receiver");
});
