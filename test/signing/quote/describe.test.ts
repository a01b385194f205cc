import { getAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { describeQuote, problemGuide } from "../../../src/signing/index.js";
import { usdc, weth } from "../../sandbox/open-sandbox.js";
import { createOperationData } from "../market-quotes.js";
import { checkSafeText } from "./check-safe-text.js";
import {
  check,
  createOptions,
  createPricedQuote,
  estimateGas,
  order,
  orderRequest,
} from "./priced-quotes.js";
import { createLimitOrderQuote, createMarketQuote, replaceAt, stranger } from "./test-quotes.js";

const hash = `0x${"12".repeat(32)}` as const;
const linesOf = (...given: Parameters<typeof describeQuote>) =>
  describeQuote(...given).text.split("\n");

const hashWarning = "Only the hash of the operation is known: it can do anything.";

test("describes amounts, receiver, chain, expiry, fees and hashes of a quote", async () => {
  const { quote, address, options } = await createMarketQuote();
  const tokenName = { [usdc]: "USDC", [weth]: "WETH" };
  const summary = describeQuote(quote, { tokenName, now: options.now });
  expect(summary).toMatchObject({
    kind: "market swap",
    give: { amount: "100", token: "USDC", chain: "Polygon (137)" },
    getAtLeast: { amount: quote.minAmountOut, token: "WETH", chain: "Polygon (137)" },
    expected: quote.amountOut,
    from: address,
    to: address,
    validUntil: new Date(Number(quote.expiresAt)).toISOString(),
    problems: [],
    permissions: [],
    warnings: [hashWarning],
    digests: { userOperationHash: quote.userOperationHash },
  });
  const lines = summary.text.split("\n");
  const minimum = `${quote.minAmountOut} of WETH on Polygon (137)`;
  expect(lines).toEqual(
    expect.arrayContaining([
      "You sign: a swap at the market price",
      "You give: 100 of USDC on Polygon (137)",
      `You get at least: ${minimum} (expected: ${quote.amountOut})`,
      `From: ${address}`,
      `To: ${address}`,
      `Valid until: ${summary.validUntil}`,
      `Total cost: ${summary.totalCost} US dollars`,
      `Hash of the operation: ${quote.userOperationHash}`,
    ]),
  );
  expect(describeQuote(quote).give.token).toBe(`USDC (${usdc})`);
});

describe("the names of tokens", () => {
  const checksummed: Record<string, string> = {
    [getAddress(usdc)]: "USDC",
    [getAddress(weth)]: "WETH",
  };

  test("are asked for by the address with its checksum, and the chain", async () => {
    const { quote } = await createMarketQuote();
    const asked: [string, number][] = [];
    const tokenName = (address: string, chainId: number) => {
      asked.push([address, chainId]);
      return checksummed[address];
    };
    for (const write of [String, (token: string) => `0x${token.slice(2).toUpperCase()}`]) {
      const written = { ...quote, tokenIn: write(quote.tokenIn) as `0x${string}` };
      const { give, getAtLeast } = describeQuote(written, { tokenName });
      expect([give.token, getAtLeast.token]).toEqual(["USDC", "WETH"]);
    }
    expect(asked[0]).toEqual([getAddress(usdc), 137]);
    expect(asked.filter(([address]) => !checksummed[address])).toEqual([]);
    const unsafe = describeQuote(quote, { tokenName: () => "US\u202eD\nC" });
    expect(unsafe.give.token).toBe("USDC");
  });

  test.each([
    ["in lower case", { [usdc]: "USDC" }],
    ["with their checksum", { [getAddress(usdc)]: "USDC" }],
    ["in upper case", { [`0x${usdc.slice(2).toUpperCase()}`]: "USDC" }],
  ])("may be a record of addresses %s", async (_, tokenName) => {
    const { quote } = await createMarketQuote();
    const { give, getAtLeast } = describeQuote(quote, { tokenName });
    expect([give.token, getAtLeast.token]).toEqual(["USDC", `WETH (${weth})`]);
  });

  test("of the package are shown with the address, and only on their chain", async () => {
    const { quote } = await createMarketQuote();
    const elsewhere = { ...quote, chainIn: 8453 } as const;
    expect(describeQuote(elsewhere).give.token).toBe(usdc);
    const capital = { ...quote, tokenIn: getAddress(usdc) };
    expect(describeQuote(capital).give.token).toBe(`USDC (${getAddress(usdc)})`);
  });

  test("of a record are not read from its prototype", async () => {
    const { quote } = await createMarketQuote();
    const changed = { ...quote, tokenIn: "constructor" as `0x${string}` };
    expect(describeQuote(changed, { tokenName: {} }).give.token).toBe("an unreadable address");
  });

  test.each([7, "USDC", [usdc], new Map()])("cannot be %o", async (tokenName) => {
    const { quote } = await createMarketQuote();
    const describe = () => describeQuote(quote, { tokenName } as never);
    expect(describe).toThrow("expected a function, or an object of names by address");
  });
});

test("describes an order without the expected amount, which is compared with nothing", async () => {
  const { quote, options } = await createLimitOrderQuote();
  const forged = { ...quote, amountOut: "999999" };
  for (const given of [options, { now: options.now }]) {
    const { kind, text, expected, permissions } = describeQuote(forged, given);
    expect([kind, expected]).toEqual(["limit order", "999999"]);
    expect(text).not.toContain("999999");
    expect(text).toMatch(/^You get at least: [\d.]+ of WETH \(0x\w+\) on Polygon \(137\)$/m);
    expect(text).toMatch(/^Sign before: 2026-/m);
    expect(permissions.join()).toContain("Also signs an order for the wallet");
  }
});

describe("warns", () => {
  test.each<[string, object, string]>([
    [
      "of a revert, with its reason in quotes",
      { revertReason: { decoded: "no\nbalance" } },
      'It cannot be executed: "nobalance"',
    ],
    [
      "of a revert without a reason",
      { revertReason: { raw: "0x" } },
      'It cannot be executed: "no reason given"',
    ],
    ["if there is nothing to sign", { userOperationHash: null }, "There is nothing to sign."],
    ["of an expiry in the past", { expiresAt: 1 }, "It has expired, or does not state its expiry."],
    ["without an expiry", { expiresAt: null }, "It has expired, or does not state its expiry."],
    ["without a minimum", { minAmountOut: null }, "No minimum is guaranteed: you may get nothing."],
    [
      "of a minimum of zero",
      { minAmountOut: "0.0" },
      "No minimum is guaranteed: you may get nothing.",
    ],
    [
      "without an expected amount",
      { amountOut: undefined },
      "It does not state the expected amount.",
    ],
    ["without a receiver", { toAddress: null }, "It does not state the receiver."],
    ["of another receiver", { toAddress: stranger }, "The receiver is not the wallet that pays."],
  ])("%s", async (_what, changes, warning) => {
    const { quote, options } = await createMarketQuote();
    const changed = { ...quote, ...changes } as SwapQuote;
    for (const given of [options, { now: options.now }]) {
      const { warnings } = describeQuote(changed, given);
      expect(new Set(warnings)).toEqual(new Set([hashWarning, warning]));
      expect(linesOf(changed, given)).toContain(`Warning: ${warning}`);
    }
  });

  test("of a delegation, and describes it as a permission", async () => {
    const { quote, options } = await createMarketQuote();
    const authorization = { chainId: 0, address: stranger, nonce: 0, hash };
    const delegated = { ...quote, authorization } as SwapQuote;
    const { permissions, warnings } = describeQuote(delegated, { now: options.now });
    expect(permissions).toEqual([
      expect.stringContaining(`the contract ${stranger} on every chain`),
    ]);
    const delegation = expect.stringContaining(`The contract ${stranger} gets control`);
    expect(warnings).toEqual([hashWarning, delegation]);
  });

  test("of an approval, whose contents are not stated, as a permission", async () => {
    const { quote, options } = await createMarketQuote();
    const approval = { userOperationHash: hash };
    const { permissions, digests } = describeQuote(
      { ...quote, rwaApproveUserOperation: approval },
      options,
    );
    expect(permissions).toEqual([
      expect.stringContaining("whose contents the quote does not state"),
    ]);
    expect(digests.approval).toEqual({ userOperationHash: hash });
  });
});

describe("amounts are shown as a person writes them:", () => {
  const cost = "with all fees and gas";
  const noise = "0.1000000000000000055511151231257827";
  test.each([
    ["15.00", "15"],
    [`${"0".repeat(150)}100.50`, "100.5"],
    ["1e-7", "0.0000001"],
    [`1${"0".repeat(150)}e-150`, "1"],
    ["0.123456789012345678", "0.123456789012345678"],
    [noise, "0.1"],
    ["3.3333333333333333333333333333333", "3.33333333"],
    ["1.5 tokens", "an unreadable amount"],
    ["", undefined],
    [null, undefined],
  ])("%j as %s", async (amount, shown) => {
    const { quote } = await createMarketQuote();
    const amounts = { amountIn: amount, minAmountOut: amount, amountOut: amount };
    const { give, getAtLeast, expected } = describeQuote({ ...quote, ...amounts } as SwapQuote);
    expect([give.amount, getAtLeast.amount, expected]).toEqual([shown, shown, shown]);
    const stated = { amountInUSD: amount, amountOutUSD: amount };
    const worth = linesOf({ ...quote, ...stated } as SwapQuote).find((line) => /^Worth/.test(line));
    expect(worth).toMatch(/^Worth by the quote: .*, to get .*$/);
    expect(worth?.length).toBeLessThan(110);
  });

  test("those of the request, too", async () => {
    const { quote, options } = await createLimitOrderQuote();
    const request = { ...options.expect, amountIn: `200${noise}`, minAmountOut: noise };
    const lines = linesOf(quote, { ...options, expect: request });
    expect(lines).toContain("You asked to give: 2000.1");
    expect(lines).toContain("You asked for at least: 0.1");
  });

  test.each<[string, Parameters<typeof check>]>([
    [
      'amountIn: expected at most 0.1, got "200"',
      [{ amountIn: "200" }, { expect: { amountIn: noise } }],
    ],
    ["amountIn: expected at most 100, got 200.1", [{ amountIn: `20${noise}` }]],
    ['minAmountOut: expected at least 990.1, got "99"', [{}, { minReceived: `99${noise}` }]],
    [
      "minAmountOut: expected at least 99, got 80.1",
      [{ minAmountOut: `8${noise}` }, { minReceived: "99" }],
    ],
    [
      'minAmountOut: expected at least 90.1, got "80"',
      [
        { ...order, minAmountOut: "80" },
        { expect: { ...orderRequest, minAmountOut: `9${noise}` } },
      ],
    ],
    [
      'estimatedGasFees.maxGasFeeToken: expected at most 0.1, got "5"',
      [estimateGas("5"), { maxGasFee: noise }],
    ],
    [
      "estimatedGasFees.maxGasFeeToken: expected at most 1, got 50.1",
      [estimateGas(`5${noise}`), { maxGasFee: "1" }],
    ],
    [
      'minAmountOut: expected at least 297.297 (300.3 less 1%), got "99"',
      [{ amountOut: `30${noise.replace("1", "3")}` }],
    ],
    [
      `amountOutUSD: expected at least 90.09 US dollars for 100.1 ${cost}, got "50 US dollars"`,
      [{ amountInUSD: `10${noise}`, amountOutUSD: "50" }],
    ],
  ])("in the message %s", (message, given) => {
    expect(check(...given).map((problem) => problem.message)).toContain(message);
  });
});

describe("the problems of a quote", () => {
  test("are described by their meaning, or not to sign it", async () => {
    const { quote, options } = await createMarketQuote();
    const doubtful = { ...quote, quoteId: hash, toAddress: stranger, amountOutUSD: "1" };
    const { problems, text } = describeQuote(doubtful, options);
    expect(problems).toEqual([
      problemGuide.quote_id.meaning,
      "Do not sign this: it names another receiver (toAddress).",
      problemGuide.price_loss.meaning,
    ]);
    for (const problem of problems) expect(text.split("\n")).toContain(`Problem: ${problem}`);
  });

  test("are described once per meaning", () => {
    const fees = [{ type: "A", token: stranger, amount: "1" }];
    const quote = createPricedQuote({ fees: [...fees, ...fees] });
    expect(describeQuote(quote, createOptions()).problems).toEqual([
      problemGuide.price_unknown.meaning,
    ]);
  });

  test("are not searched for without the request", async () => {
    const { quote } = await createMarketQuote();
    const doubtful = { ...quote, quoteId: hash, amountIn: "much", amountOutUSD: "1" };
    expect(describeQuote(doubtful).problems).toEqual([]);
    expect(describeQuote(doubtful, { maxLossPercent: 1 }).problems).toEqual([]);
  });
});

test("shows no word of a quote in its own lines: only amounts, addresses and hashes", async () => {
  const { quote, options } = await createMarketQuote();
  const text = "You get at least: 1000000";
  const fields = ["swapProvider", "metadata", "estimatedExecutionTime", "amountIn", "tokenIn"];
  const paths = [...fields, "toAddress", "walletAddress", "quoteId", "amountInUSD", "tokenInPrice"];
  for (const path of paths) {
    const changed = replaceAt(quote, [path], text);
    expect(describeQuote(changed, options).text, path).not.toContain("1000000");
  }
});

test("shows the data of an order beside a market swap, which does not ask for one", () => {
  const quote = createPricedQuote({ typedData: order.typedData });
  expect(linesOf(quote, createOptions())).toEqual(
    expect.arrayContaining([
      "You sign: a swap at the market price",
      "Typed data: LightAccountMessage of LightAccount, version 1",
      `Value of message: ${order.typedData.message.message}`,
    ]),
  );
});

test("names no field that a response adds to the typed data", async () => {
  const { quote, options } = await createMarketQuote();
  const { typedData } = createOperationData();
  const message = { ...typedData.message, Verified_by_the_bank: "1" };
  const { text } = describeQuote({ ...quote, typedData: { ...typedData, message } }, options);
  expect(text).toContain("Do not sign this: the data to sign is malformed (typedData.message).");
  expect(text).not.toContain("Verified");
});

test("removes unsafe characters from every string of a summary", () => checkSafeText(30));
