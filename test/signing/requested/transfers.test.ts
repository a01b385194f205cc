import { describe, expect, test } from "vitest";
import { ConfigurationError, type Transfer, UnsafeToSignError } from "../../../src/index.js";
import { checkOperation, describeOperation, signOperation } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { brz, hash, now, receiver, request, transfer, wallet, weth } from "./requests.js";

const other = "0x00000000000000000000000000000000000000aa";
const rules = { expect: request, now };

type Changes = { [K in keyof Transfer]?: unknown };
const find = (changes: Changes, options: object = {}) =>
  checkOperation({ ...transfer, ...changes } as Transfer, { ...rules, ...options }).map(
    ({ code, path }) => `${code} ${path}`,
  );

test("the recorded transfer has no problem, and is signed by the bytes of its hash", async () => {
  expect(find({})).toEqual([]);
  const signed = await signOperation(transfer, owner, { ...rules, owner: owner.address });
  expect(signed.userOperationHash).toBe(hash);
  expect(signed.signature).toBe(await owner.signMessage({ message: { raw: hash } }));
  expect(signed.walletAddress).toBe(request.walletAddress);
  expect(signed.expiresAt).toBe(transfer.expiresAt);
});

test("signs the response of the call, with its wrapper, too", async () => {
  const options = { ...rules, owner: owner.address };
  expect(await signOperation({ transfer }, owner, options)).toEqual(
    await signOperation(transfer, owner, options),
  );
});

test.each([
  ...["userOperationHash", "authorization", "revertReason", "expiresAt"],
  ...["walletAddress", "sender", "chain", "chainId", "chainIn", "chainIdIn"],
  ...["withdrawalInstructions", "signData", "operations"],
])("rejects %s beside the record of a wrapper", (name) => {
  const problems = checkOperation({ transfer, [name]: "stated" } as never, rules);
  expect(problems).toMatchObject([{ code: "not_asked", received: `"${name}"` }]);
});

test("rejects an expiry beside the record of a wrapper of a custom operation", () => {
  const target = { walletAddress: wallet, chainId: 137, now };
  const operation = { userOperation: { userOperationHash: hash }, expiresAt: now - 1 };
  const [problem] = checkOperation(operation as never, target);
  expect(problem).toMatchObject({ code: "not_asked", received: '"expiresAt"', severity: "fatal" });
});

describe("rejects a transfer", () => {
  test.each<[string, Changes, string]>([
    ["without a chain", { chain: null }, "chain chain"],
    ["of an unreadable amount", { amountToSend: "all" }, "amount_in amountToSend"],
    ["of nothing, whose loss cannot be judged", { amountToSend: "0" }, "amount_in amountToSend"],
    ["of no worth", { amountToSendUSD: "0" }, "price_unknown amountToBeReceived"],
    ["without a hash", { userOperationHash: null }, "nothing_to_sign userOperationHash"],
    ["without a worth", { amountToSendUSD: "" }, "price_unknown amountToSendUSD"],
  ])("%s", (_, changes, problem) => {
    expect(find(changes)).toContain(problem);
  });

  test("that would fail, and names the token that is missing", () => {
    const decoded = `ERC-20 insufficient balance of ${brz}: transfer amount exceeds balance`;
    const problems = checkOperation(
      { ...transfer, revertReason: { decoded, raw: "0x", utf8: "" } },
      rules,
    );
    expect(problems).toMatchObject([{ code: "insufficient_balance", token: brz }]);
  });

  test("without its request, and one of another kind than the request", () => {
    const codes = (operation: object, options: object) =>
      checkOperation(operation as Transfer, options).map(({ code, path }) => `${code} ${path}`);
    expect(codes(transfer, { now })).toEqual(["request expect"]);
    const { amountToSend: _, amountToBeReceived: __, ...hashOnly } = transfer;
    expect(codes(hashOnly, rules)).toEqual(["not_asked operation"]);
    expect(codes({ ...hashOnly, sender: { walletAddress: wallet } }, rules)).toEqual([
      "not_asked operation",
    ]);
  });
});

describe("reports once, by the names of a transfer,", () => {
  test.each<[string, Changes, string[]]>([
    ["another token", { token: weth }, ["token token"]],
    ["another chain", { chain: 1 }, ["chain chain"]],
    ["another wallet", { walletAddress: other }, ["wallet walletAddress"]],
    ["no receiver", { toAddress: null }, ["receiver toAddress"]],
    ["more to send", { amountToSend: "12.563" }, ["amount_in amountToSend"]],
    ["no worth", { amountToSendUSD: null }, ["price_unknown amountToSendUSD"]],
    [
      "a worth of zero",
      { amountToSendUSD: "0" },
      ["price_unknown amountToSendUSD", "price_unknown amountToBeReceived"],
    ],
    ["an unreadable output", { amountToBeReceived: "all" }, ["minimum_out amountToBeReceived"]],
    ["nothing to receive", { amountToBeReceived: "0" }, ["minimum_out amountToBeReceived"]],
  ])("%s", (_, changes, problems) => {
    expect(find(changes)).toEqual(problems);
  });

  test("an amount that the request states in another form", () => {
    const problems = find({}, { expect: { ...request, amount: "12,55" } });
    expect(problems).toEqual(["request expect.amount", "price_unknown amountToSendUSD"]);
  });
});

test.each([
  ["amountToSend", "amount_in"],
  ["amountToBeReceived", "minimum_out"],
] as const)("is a transfer without %s, too", (name, problem) => {
  const { [name]: _, ...rest } = transfer;
  const [first] = checkOperation(rest as never, rules);
  expect(first).toMatchObject({ code: problem, path: name });
});

describe("the receiver gets at least the amount less", () => {
  const fee = (collectedFee: string, collectedFeeToken = brz, serviceCollectedFee = "0.2") => ({
    estimatedCollectedFee: {
      ...transfer.estimatedCollectedFee,
      ...{ collectedFee, collectedFeeToken, serviceCollectedFee },
    },
  });
  const [added, percent] = [
    { gasFeePaymentMethod: "ADD_TO_AMOUNT" },
    { transactionFeePercent: 10 },
  ] as const;
  const less = "minimum_out amountToBeReceived";
  test.each<[string, string, Changes, object, string[]]>([
    ["the gas that is deducted, and a tolerance", "12.526", {}, {}, []],
    ["no more than these", "12.525", {}, {}, [less]],
    ["no gas that is not stated", "12.538", { estimatedGasFees: null }, {}, []],
    ["no gas that is added", "12.53", {}, added, [less]],
    ["the fee that was asked for", "11.28", {}, percent, []],
    ["no more than that fee", "11.27", {}, percent, [less]],
    ["the stated fees", "11.33", fee("1"), {}, []],
    ["no more than the stated fees", "11.32", fee("1"), {}, [less]],
    ["the higher of both fees", "11.28", fee("1"), percent, []],
    ["no more than the higher one", "11.27", fee("1"), percent, [less]],
  ])("%s", (_, amountToBeReceived, changes, asked, problems) => {
    const rule = { expect: { ...request, ...asked } };
    expect(find({ ...changes, amountToBeReceived }, rule)).toEqual(problems);
  });

  test("names the least amount", () => {
    const [problem] = checkOperation({ ...transfer, amountToBeReceived: "12" }, rules);
    const expected = "at least 12.53851767, which is the amount less its fees";
    expect(problem).toMatchObject({ code: "minimum_out", expected, received: '"12"' });
    const problems = checkOperation({ ...transfer, amountToSend: "0" }, rules);
    const nothing = problems.find(({ code }) => code === "amount_in");
    expect(nothing).toMatchObject({ expected: "12.55", received: '"0"' });
  });

  test("no fee in another token", () => {
    const amountToBeReceived = "11.33";
    expect(find({ ...fee("1", weth), amountToBeReceived })).toContain(less);
  });
});

test("one problem names both values of what differs, once", () => {
  const problems = checkOperation({ ...transfer, toAddress: other, chain: 1 }, rules);
  expect(problems.map(({ expected, received }) => [expected, received])).toEqual([
    ["137", "1"],
    [receiver, `"${other}"`],
  ]);
});

test("an unknown field of the request is an error, because it is no limit", () => {
  expect(find({}, { expect: { ...request, metadata: { note: "hello" } } })).toEqual([]);
  const typo = { ...request, ammount: "1" };
  expect(() => checkOperation(transfer, { expect: typo, now } as never)).toThrow(
    ConfigurationError,
  );
});

test("another wallet or chain in the options than in the request is a mistake", () => {
  expect(find({}, { walletAddress: other, chainId: 1 })).toEqual([
    "request walletAddress",
    "request chainId",
  ]);
});

test("limits without a request are rejected, because they would not apply", () => {
  for (const limit of [{ maxGasFee: "1" }, { maxLossPercent: 1 }, { maxLossPercent: 0 }]) {
    const problems = checkOperation({ userOperationHash: hash }, { ...limit, now });
    expect(problems).toMatchObject([{ code: "request", path: "expect" }]);
  }
  const unlimited = { maxGasFee: null, now } as never;
  expect(checkOperation({ userOperationHash: hash }, unlimited)).toEqual([]);
});

test("is described with the names of the caller, and with all that leaves", () => {
  const options = { ...rules, tokenName: { [brz]: "BRZ" } };
  const token = { token: "BRZ", chain: "Polygon (137)" };
  expect(describeOperation(transfer, options)).toMatchObject({
    kind: "transfer",
    give: { amount: "12.55", ...token },
    leaves: [{ amount: "12.55", ...token }],
    getAtLeast: { amount: transfer.amountToBeReceived, ...token },
    from: wallet,
    to: receiver,
    validUntil: "2026-01-31T12:01:00.000Z",
    fees: [{ type: "GAS", amount: transfer.estimatedGasFees.gasFeeTokenAmount, token: "BRZ" }],
    totalCost: "0.01",
    warnings: ["Only the hash of the operation is known: it can do anything."],
    text: expect.stringContaining("\nLeaves the wallet: at most 12.55 of BRZ on Polygon (137)\n"),
  });
  const late = { ...rules, now: now + 60_000 };
  expect(describeOperation(transfer, late)?.warnings).toContain(
    "It has expired, or does not state its expiry.",
  );
});

test("asks with a description of amount, receiver, fees and problems", async () => {
  const texts: string[] = [];
  const signing = signOperation({ ...transfer, quoteId: "another" }, owner, {
    ...rules,
    owner: owner.address,
    confirm: (_, { text }) => {
      texts.push(text);
      return false;
    },
  });
  await expect(signing).rejects.toBeInstanceOf(UnsafeToSignError);
  const [text] = texts;
  expect(text).toMatch(/^You sign: a transfer$/m);
  expect(text).toMatch(/^You send: 12\.55 of 0x4Ed1\S+ on Polygon/im);
  expect(text).toMatch(/^The receiver gets: 12\.538517/m);
  expect(text).toMatch(new RegExp(`^To: ${receiver}$`, "im"));
  expect(text).toMatch(/^Fee \(GAS\): 0\.0114823/m);
  expect(text).toMatch(/^Problem: The id of the quote/m);
  expect(text).toMatch(new RegExp(`^Hash of the operation: ${hash}$`, "m"));
  expect(describeOperation({ ...transfer, quoteId: "another" }, rules)?.text).toBe(text);
});
