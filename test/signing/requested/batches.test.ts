import { hashAuthorization } from "viem/utils";
import { describe, expect, test } from "vitest";
import { ConfigurationError, type PreparedBatch } from "../../../src/index.js";
import {
  checkOperation,
  describeOperation,
  signOperation,
  toUnits,
} from "../../../src/signing/index.js";
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

test("a batch with an authorization of its wallet for its chain has no problem", () => {
  const fields = { chainId: 137, address: other, nonce: 0 } as const;
  const authorization = { ...fields, hash: hashAuthorization(fields) };
  const options = { owner: wallet, delegates: [other] };
  expect(find({ ...batch, authorization }, options)).toEqual([]);
});

test.each([
  ["an empty list", []],
  ["no list", "two"],
  ["a list of texts", ["two"]],
  ["a list with a text", [batchRequest.operations[0], "two"]],
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
  const operations = [operation, batchRequest.operations[0]];
  for (const [i, listed] of [operations, [...operations].reverse()].entries())
    expect(find(batch, { expect: { ...batchRequest, operations: listed } })).toEqual([
      `request expect.operations[${i}].${field}`,
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
    [
      "that expires after more than an hour",
      { ...batch, expiresAt: now + 3_600_001 },
      "expiry_later expiresAt",
    ],
    [
      "with the id of another quote",
      { ...batch, quoteId: `0x${"6".repeat(64)}` },
      "quote_id quoteId",
    ],
    [
      "that would fail as a whole",
      { ...batch, revertReason: { decoded: "no", raw: "0x", utf8: "" } },
      "reverted revertReason",
    ],
    [
      "with an authorization of another chain",
      { ...batch, authorization: { chainId: 1, address: other, nonce: 0, hash } },
      "chain authorization.chainId",
    ],
    [
      "with an authorization of another account",
      { ...batch, authorization: { chainId: 137, address: other, nonce: 0, hash } },
      "wallet authorization",
    ],
  ])("%s", (_, changed, problem) => {
    expect(find(changed, { owner: owner.address })).toContain(problem);
  });

  test("with fewer operations, without a problem of those that are missing", () => {
    expect(find({ ...batch, operations: [first] })).toEqual(["not_asked operations"]);
  });

  test.each([
    ["wallet", { walletAddress: other }, "walletAddress"],
    ["chain", { chainId: 1 }, "chainId"],
  ])("whose own %s is another one than that of an operation", (_, changes, field) => {
    const expected = { ...batchRequest, ...changes };
    const problem = `request operations[0].expect.${field}`;
    expect(find(batch, { expect: expected })).toContain(problem);
  });
});

test("a prepared operation has null for the kinds that it is not of", () => {
  const withNull = { ...batch, operations: [{ ...first, swap: null, operation: null }, second] };
  expect(find(withNull)).toEqual([]);
});

describe("a batch with a swap", () => {
  const toAddress = wallet;
  const transferred = transfer.amountToBeReceived;
  const swapRequest = {
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 1,
    tokenIn: brz,
    tokenOut: weth,
    payGasFeeToken: brz,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    walletAddress: wallet,
    toAddress,
    extraFee: { percentage: 1, toAddress: other },
  };
  const swap = {
    amountIn: "10",
    amountInUSD: "2",
    amountOut: "0.001",
    amountOutUSD: "1.98",
    minAmountOut: "0.000999",
    chainIn: 137,
    chainOut: 1,
    tokenIn: brz,
    tokenOut: weth,
    walletAddress: wallet,
    toAddress,
  };
  const operations = [batchRequest.operations[0], { type: "swap", params: swapRequest }];
  const expected = { ...batchRequest, operations };
  const prepare = (changes: object = {}) => ({
    ...batch,
    operations: [first, { swap: { ...swap, ...changes } }],
  });
  const findSwap = (changes: object, options: object = {}) =>
    find(prepare(changes), { expect: expected, ...options });

  test("is compared with the request of the swap", () => {
    expect(findSwap({})).toEqual([]);
    expect(findSwap({ toAddress: other })).toEqual(["receiver operations[1].swap.toAddress"]);
    expect(findSwap({ chainIn: 1 })).toEqual(["chain operations[1].swap.chainIn"]);
  });

  test("is judged by the limit of the caller for losses", () => {
    expect(findSwap({ amountOutUSD: "1.95" }, { maxLossPercent: 1 })).toContain(
      "price_loss operations[1].swap.amountOutUSD",
    );
  });

  test.each<[string, object, boolean]>([
    ["no cost that cannot be read", {}, false],
    ["a fee that cannot be read", { fees: "none" }, true],
  ])("states its wallet, gas, fee receivers and expiry, with %s", (_, changes, isPartial) => {
    const options = { expect: expected, now, owner: owner.address };
    const given = prepare(changes) as never;
    const reading = readOperation("signOperation", given, options as never, () => undefined);
    expect(reading?.operation).toMatchObject({
      walletAddress: wallet,
      chainId: 137,
      request: expected,
      feeReceivers: [other],
      isPartial,
    });
    expect(reading?.operation?.statement).toEqual({
      leaves: ["12.55", "10"].map((amount) => {
        return { chainId: 137, token: brz, amount, why: "amount" };
      }),
      arrives: [
        { chainId: 137, token: brz, account: receiver, least: transferred },
        { chainId: 1, token: weth, account: wallet, least: "0.000999" },
      ],
      expiresAt: batch.expiresAt,
    });
    expect(reading?.expiresAt).toBe(batch.expiresAt);
  });

  test("adds up what one account gets of one token on one chain, and nothing else", () => {
    const gains = (changes: object) => {
      const same = { chainIdOut: 137, tokenOut: brz, toAddress: receiver };
      const params = { ...swapRequest, ...same, ...changes };
      const asked = { ...expected, operations: [operations[0], { type: "swap", params }] };
      const options = { expect: asked, now } as never;
      const given = prepare() as never;
      const reading = readOperation("signOperation", given, options, () => undefined);
      return reading?.operation?.statement.arrives.map(({ least }) => least);
    };
    expect(gains({})).toEqual(["12.539516674136121511"]);
    for (const other of [{ chainIdOut: 1 }, { tokenOut: weth }, { toAddress: wallet }])
      expect(gains(other)).toEqual([transferred, "0.000999"]);
  });

  test("is described with both sides of the swap, and with all that leaves", () => {
    const tokenName = { [brz]: "BRZ", [weth]: "WETH" };
    const tokens = { tokenIn: weth, tokenOut: brz };
    const params = { ...swapRequest, ...tokens, payGasFeeToken: weth };
    const asked = { ...expected, operations: [operations[0], { type: "swap", params }] };
    const fees = [{ type: "BRIDGE", token: brz, amount: "0.5" }];
    const given = prepare({ ...tokens, fees });
    const options = { expect: asked, now, tokenName } as never;
    expect(describeOperation(given as never, options)).toMatchObject({
      kind: "batch",
      from: wallet,
      validUntil: batch.expiresAt,
      leaves: [
        { amount: "12.55", token: "BRZ", chain: "Polygon (137)" },
        { amount: "10", token: "WETH", chain: "Polygon (137)" },
        { amount: "0.5", token: "BRZ", chain: "Ethereum (1)" },
      ],
      operations: [
        `a transfer of 12.55 of BRZ to ${receiver}, who gets ${transferred}; fees and gas: 0.01 US dollars`,
        `a swap of 10 of WETH on Polygon (137) for at least 0.000999 of BRZ on Ethereum (1), to ${wallet}; its fees and gas are not known`,
      ],
      text: expect.stringContaining("\nLeaves the wallet: at most 12.55 of BRZ on Polygon (137)\n"),
    });
  });
});

test("an unknown field of a batch or of an operation is an error, because it is no limit", () => {
  const [one, two] = batchRequest.operations;
  const withParams = (changes: object) => ({
    expect: {
      ...batchRequest,
      operations: [{ ...one, params: { ...one?.params, ...changes } }, two],
    },
  });
  expect(find(batch, withParams({ metadata: { note: "hello" } }))).toEqual([]);
  for (const options of [
    withParams({ ammount: "1" }),
    { expect: { ...batchRequest, maxGasFee: "1" } },
    { expect: { ...batchRequest, operations: [{ ...one, param: {} }, two] } },
  ])
    expect(() => find(batch, options)).toThrow(ConfigurationError);
});

test("a batch of one operation has its loss reported once", () => {
  const [asked] = batchRequest.operations;
  const one = { ...withFirst({ amountToSendUSD: "2000", amountToBeReceived: "6" }) };
  const problems = find(
    { ...one, operations: one.operations.slice(0, 1) },
    { expect: { ...batchRequest, operations: [asked] } },
  );
  expect(problems.filter((each) => each.startsWith("price_loss"))).toEqual([
    "price_loss operations[0].transfer.amountToBeReceived",
  ]);
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
  expect(find(batch, { maxGasFee: "0.01" })).toEqual(["gas_above_maximum operations"]);
  const [problem] = checkOperation(batch, { ...rules, maxGasFee: "0.0115" });
  const received = '"0.022964651727756978"';
  expect(problem).toMatchObject({ code: "gas_above_maximum", path: "operations", received });
});

test.each<[string, string, string[]]>([
  ["the same token in another letter case", `0x${brz.slice(2).toUpperCase()}`, []],
  ["another token", weth, ["gas_above_maximum operations"]],
])("maxGasFee limits gas in one token: with %s", (_, payGasFeeToken, problems) => {
  const [one, two] = batchRequest.operations;
  const params = { ...two?.params, payGasFeeToken, gasFeePaymentMethod: "ADD_TO_AMOUNT" };
  const expected = { ...batchRequest, operations: [one, { ...two, params }] };
  const estimatedGasFees = { ...transfer.estimatedGasFees, payGasFeeToken };
  const amountToBeReceived = "7";
  const paid = { transfer: { ...second?.transfer, estimatedGasFees, amountToBeReceived } };
  const changed = { ...batch, operations: [first, paid] };
  expect(find(changed, { expect: expected, maxGasFee: "0.023" })).toEqual(problems);
});

type Order = [amountInUSD: string, amountOutUSD?: string, gas?: string];
test.each<[string, string, Order | undefined, string[]]>([
  ["5 US dollars, which is usual", "2.5", undefined, []],
  ["more than 5 US dollars", "2.51", undefined, ["price_loss operations"]],
  // The price of an order is the caller's own: it is neither a loss nor a gain.
  ["5 US dollars, and an order below the market", "2.5", ["10", "1"], []],
  ["5 US dollars, and the gas of an order", "2.5", ["10", "20", "0.1"], ["price_loss operations"]],
  ["more, and an order above the market", "2.51", ["10", "20"], ["price_loss operations"]],
  ["more, and an order of any stated worth", "2.51", ["1000"], ["price_loss operations"]],
])("adds up the gas of all operations: %s", (_, gasFeeTokenAmountUSD, orderWorth, problems) => {
  const pays = { ...request, amount: "10", payGasFeeToken: weth } as const;
  const params = { ...pays, gasFeePaymentMethod: "ADD_TO_AMOUNT" };
  const [gasFeeTokenAmount, payGasFeeToken] = ["0.001", weth];
  const estimatedGasFees = { gasFeeTokenAmount, gasFeeTokenAmountUSD, payGasFeeToken };
  const amounts = { amountToSend: "10", amountToSendUSD: "10", amountToBeReceived: "10" };
  const each = { transfer: { ...first?.transfer, ...amounts, estimatedGasFees } };
  const sent = { type: "transfer", params };
  const order = {
    walletAddress: wallet,
    toAddress: wallet,
    tokenIn: brz,
    tokenOut: weth,
    amountIn: "10",
    minAmountOut: "1",
  };
  const chains = { chainIdIn: 137, chainIdOut: 1 };
  const ordered = {
    ...order,
    ...chains,
    payGasFeeToken: brz,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
  };
  const worths = { amountInUSD: orderWorth?.[0], amountOutUSD: orderWorth?.[1] };
  const gas = { payGasFeeToken: brz, maxGasFeeToken: orderWorth?.[2] };
  const swap = { ...order, ...worths, chainIn: 137, chainOut: 1, estimatedGasFees: gas };
  const operations = [sent, sent, ...(orderWorth ? [{ type: "swap", params: ordered }] : [])];
  const changed = {
    ...batch,
    operations: [each, each, ...(orderWorth ? [{ swap }] : [])],
  };
  const expected = { ...batchRequest, operations };
  expect(find(changed, { expect: expected })).toEqual(problems);
  // The caller's own limit replaces the usual one, of each operation and of all.
  expect(find(changed, { expect: expected, maxLossPercent: 26 })).toEqual([]);
  expect(find(changed, { expect: expected, maxLossPercent: 24 })).toContain(
    "price_loss operations[1].transfer.amountToBeReceived",
  );
});

test.each<[string, string, string[]]>([
  ["which may leave", "9", []],
  ["and the usual loss", "11.01", ["price_loss operations"]],
])("adds up the fees that all operations name, %s", (_, gasFeeTokenAmountUSD, problems) => {
  const pays = { ...request, amount: "100", payGasFeeToken: weth, transactionFeePercent: 10 };
  const params = { ...pays, gasFeePaymentMethod: "ADD_TO_AMOUNT" };
  const estimatedGasFees = {
    gasFeeTokenAmount: "0.001",
    gasFeeTokenAmountUSD,
    payGasFeeToken: weth,
  };
  const amounts = { amountToSend: "100", amountToSendUSD: "100", amountToBeReceived: "90" };
  const each = { transfer: { ...first?.transfer, ...amounts, estimatedGasFees } };
  const operation = { type: "transfer", params };
  const changed = { ...batch, operations: [each, each] };
  const asked = { ...batchRequest, operations: [operation, operation] };
  const found = find(changed, { expect: asked }).filter((path) => path.endsWith("operations"));
  expect(found).toEqual(problems);
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
  const withOperation = (operation: object) =>
    find({ ...batch, operations: [first, { operation }] }, { expect: expected });
  expect(withOperation({ id: 1 })).toEqual([]);
  expect(withOperation({ id: 1, revertReason: { decoded: "no" } })).toEqual([
    "reverted operations[1].operation.revertReason",
  ]);
  expect(withOperation({ walletAddress: other })).toEqual([
    "wallet operations[1].operation.walletAddress",
  ]);
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
  const gas = toUnits(transfer.estimatedGasFees.maxGasFeeToken, 255);
  expect(read([transferred], [first])?.operation?.gas).toBe(gas);
  expect(read([transferred, liquidity], [first, prepared])?.operation?.isPartial).toBe(true);
});

test("a transfer and a batch have no known gas if a part of it is in another token", () => {
  const fees = [{ type: "GAS", token: weth, amount: "1" }];
  const [asked] = batchRequest.operations;
  for (const [given, expected] of [
    [{ ...transfer, fees }, request],
    [
      { ...batch, operations: [{ transfer: { ...first?.transfer, fees } }] },
      { ...batchRequest, operations: [asked] },
    ],
  ]) {
    const options = { expect: expected, now, owner: owner.address } as never;
    const reading = readOperation("signOperation", given as never, options, () => undefined);
    expect(reading?.operation).toMatchObject({ walletAddress: wallet, gas: undefined });
  }
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
