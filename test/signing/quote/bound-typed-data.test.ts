import { describe, expect, test } from "vitest";
import type { SigningProblemCode, SwapQuote } from "../../../src/index.js";
import { checkQuote, describeQuote } from "../../../src/signing/index.js";
import { expectFatal } from "./expect-problems.js";
import {
  createLimitOrderQuote,
  createMarketQuote,
  getAt,
  type Path,
  replaceAt,
  stranger,
} from "./test-quotes.js";

const hash = `0x${"12".repeat(32)}` as const;
const otherHash = `0x${"34".repeat(32)}`;
type Change = readonly [
  name: string,
  path: Path,
  to: unknown,
  code: SigningProblemCode,
  problemPath?: string,
];
const [domain, message] = [
  ["typedData", "domain"],
  ["typedData", "message"],
] as const;
const fields = ["typedData", "types", "PackedUserOperation"];

const operationChanges: readonly Change[] = [
  ["another sender", [...message, "sender"], stranger, "wallet"],
  ["other call data", [...message, "callData"], "0xb61d27f6", "hash", "userOperationHash"],
  ["another nonce", [...message, "nonce"], "1", "hash", "userOperationHash"],
  ["more gas", [...message, "preVerificationGas"], "60001", "hash", "userOperationHash"],
  ["a paymaster", [...message, "paymasterAndData"], "0x01", "hash", "userOperationHash"],
  ["init code", [...message, "initCode"], "0x01", "hash", "userOperationHash"],
  ["another hash", ["userOperationHash"], hash, "hash"],
  ["a missing field", [...message, "initCode"], undefined, "malformed"],
  ["an unknown field", [...message, "extra"], "1", "malformed"],
  ["a field of another type", [...message, "nonce"], "x", "malformed"],
  ["another chain", [...domain, "chainId"], 1, "chain"],
  ["no chain", [...domain, "chainId"], undefined, "chain"],
  ["another entry point", [...domain, "verifyingContract"], stranger, "typed_data"],
  ["another domain name", [...domain, "name"], "Permit2", "typed_data"],
  ["another domain version", [...domain, "version"], "2", "typed_data"],
  ["a salt", [...domain, "salt"], hash, "typed_data"],
  ["a primary type that is not in the types", ["typedData", "primaryType"], "Order", "typed_data"],
  ["another type of a field", [...fields, 1, "type"], "uint128", "typed_data", fields.join(".")],
  [
    "an additional type",
    ["typedData", "types", "Permit"],
    [{ name: "a", type: "uint256" }],
    "typed_data",
    "typedData.types",
  ],
  ["a list in place of the message", [...message], [], "malformed"],
  [
    "a string in place of the typed data",
    ["typedData"],
    "0x12",
    "typed_data",
    "typedData.primaryType",
  ],
];

const orderChanges: readonly Change[] = [
  ["no typed data", ["typedData"], null, "typed_data"],
  ["another wallet", [...domain, "verifyingContract"], stranger, "wallet"],
  ["another chain", [...domain, "chainId"], 1, "chain"],
  ["no chain", [...domain, "chainId"], undefined, "chain"],
  ["a salt", [...domain, "salt"], hash, "typed_data"],
  ["no domain name", [...domain, "name"], undefined, "typed_data"],
  ["a longer hash", [...message, "message"], `${hash}00`, "typed_data"],
  ["a second field", [...message, "amount"], "1", "malformed"],
  ["a signature", [...message, "signature"], "0x", "malformed"],
  ["a list in place of the message", [...message], [], "malformed"],
  ["an order that is not wrapped", ["typedData", "primaryType"], "Order", "typed_data"],
  [
    "a field of another type",
    ["typedData", "types", "LightAccountMessage", 0, "type"],
    "bytes32",
    "typed_data",
    "typedData.types.LightAccountMessage",
  ],
];

type CreateQuote = typeof createMarketQuote | typeof createLimitOrderQuote;

describe.each<[string, CreateQuote, readonly Change[]]>([
  ["the operation", createMarketQuote, operationChanges],
  ["an order", createLimitOrderQuote, orderChanges],
])("typed data of %s", (_name, createQuote, changes) => {
  for (const [what, path, to, code, problemPath = path.join(".")] of changes)
    test(`is never signed with ${what}`, async () => {
      const { quote, options } = await createQuote();
      await expectFatal(replaceAt(quote, path, to), options, code, problemPath);
    });

  test("accepts a chain id that is a string", async () => {
    const { quote, options } = await createQuote();
    expect(checkQuote(replaceAt(quote, [...domain, "chainId"], "137"), options)).toEqual([]);
  });
});

test.each([
  ["by its type", { type: "address sender, uint256", name: "nonce" }],
  ["by its name", { type: "address", name: "sender, uint256 nonce" }],
])("rejects one field of an operation that reads as two %s", async (_what, field) => {
  const { quote, options } = await createMarketQuote();
  const known = getAt(quote, fields) as unknown[];
  const ambiguous = replaceAt(quote, fields, [field, ...known.slice(2)]);
  const codes = checkQuote(ambiguous, options).map(({ code }) => code);
  expect(codes).toContain("typed_data");
});

describe("an operation of which only the hash is known", () => {
  const warning = "Only the hash of the operation is known: it can do anything.";
  const kinds: [string, (quote: SwapQuote, order: SwapQuote) => unknown][] = [
    ["without typed data", () => null],
    ["with typed data without fields", () => ({})],
    ["with typed data of another type", (_quote, order) => order.typedData],
  ];

  test.each(kinds)("has no problem %s, but its description has a warning", async (...[, read]) => {
    const { quote, options } = await createMarketQuote();
    const { quote: order } = await createLimitOrderQuote();
    const changes = { userOperationHash: otherHash, quoteId: otherHash };
    const unproven = { ...quote, ...changes, typedData: read(quote, order) } as SwapQuote;
    expect(checkQuote(unproven, options)).toEqual([]);
    expect(describeQuote(unproven, options).warnings).toEqual([warning]);
    expect(describeQuote(quote, options).warnings).toEqual([]);
  });

  test.each(kinds)("is never signed with requireTypedData %s", async (...[, read]) => {
    const { quote, options } = await createMarketQuote();
    const { quote: order } = await createLimitOrderQuote();
    const unproven = { ...quote, typedData: read(quote, order) } as SwapQuote;
    const given = { ...options, requireTypedData: true };
    expect(checkQuote(quote, given)).toEqual([]);
    const { path } = checkQuote(unproven, given)[0] ?? {};
    expect(path).toMatch(/^typedData(\.primaryType)?$/);
    await expectFatal(unproven, given, "typed_data", String(path));
  });

  test("is that of each limit order: requireTypedData is about its order", async () => {
    const { quote, options } = await createLimitOrderQuote();
    expect(checkQuote(quote, { ...options, requireTypedData: true })).toEqual([]);
    expect(describeQuote(quote, options).warnings).toEqual([warning]);
  });

  test.each([true, false])("has typed data that is well-formed: %o", async (requireTypedData) => {
    const { quote, options } = await createMarketQuote();
    const { quote: order } = await createLimitOrderQuote();
    const unknown = { ...order.typedData, primaryType: "Order" };
    const path = "typedData.primaryType";
    const given = { ...options, requireTypedData };
    await expectFatal({ ...quote, typedData: unknown } as SwapQuote, given, "typed_data", path);
  });
});
