import { verifyTypedData } from "ethers";
import { describe, expect, test, vi } from "vitest";
import {
  type Hex,
  type SignedOperation,
  type SigningProblemCode,
  type SwapQuote,
  type TypedData,
  UnsafeToSignError,
} from "../../../src/index.js";
import { createSigningPolicy } from "../../../src/policy/index.js";
import {
  type AcceptOptions,
  type CheckQuoteOptions,
  checkQuote,
  describeQuote,
  problemGuide,
  signQuote,
} from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createOperationData, tokenIn, owner as wallet } from "../market-quotes.js";
import { createMailTypedData } from "../test-signers.js";
import { expectFatal } from "./expect-problems.js";
import { createOptions, createPricedQuote } from "./priced-quotes.js";
import { createLimitOrderQuote, type Path, replaceAt, stranger } from "./test-quotes.js";

const hash = `0x${"12".repeat(32)}` as const;
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
  [
    "a second type",
    ["typedData", "types", "Other"],
    [{ name: "amount", type: "uint256" }],
    "typed_data",
    "typedData.types",
  ],
  ["a primary type without its fields", ["typedData", "primaryType"], "Order", "malformed"],
  [
    "a field of another type",
    ["typedData", "types", "LightAccountMessage", 0, "type"],
    "bytes32",
    "typed_data",
    "typedData.types.LightAccountMessage",
  ],
];

describe("typed data of an order", () => {
  for (const [what, path, to, code, problemPath = path.join(".")] of orderChanges)
    test(`is never signed with ${what}`, async () => {
      const { quote, options } = await createLimitOrderQuote();
      await expectFatal(replaceAt(quote, path, to), options, code, problemPath);
    });

  test("in a wrapper that is not known is asked about, if it is of the wallet and the chain", async () => {
    const { quote, options } = await createLimitOrderQuote();
    const { domain: known } = quote.typedData as TypedData;
    const wrap = (changes: object) => ({
      ...quote,
      typedData: {
        domain: { ...known, name: "Another", ...changes },
        types: { AnotherMessage: [{ name: "content", type: "bytes32" }] },
        primaryType: "AnotherMessage",
        message: { content: `0x${"5c".repeat(32)}` },
      } as TypedData,
    });
    const wrapper = "unknown_data typedData.primaryType";
    const list = (given: SwapQuote) =>
      checkQuote(given, options).map(({ code, path }) => `${code} ${path}`);
    expect(list(wrap({}))).toEqual([wrapper]);
    const wallet = "wallet typedData.domain.verifyingContract";
    expect(list(wrap({ verifyingContract: `0x${"9".repeat(40)}` }))).toEqual([wrapper, wallet]);
    const chain = "chain typedData.domain.chainId";
    expect(list(wrap({ chainId: 1 }))).toEqual([wrapper, chain]);
    expect(list(wrap({ chainId: undefined }))).toEqual([wrapper, chain]);
    expect(list(wrap({ salt: `0x${"1".repeat(64)}` }))).toEqual([
      "typed_data typedData.primaryType",
    ]);
    for (const [type, first] of [
      ["address", stranger],
      ["bytes32", `0x${"5c".repeat(32)}`],
    ] as const) {
      const fields = { to: type, value: "uint256" };
      const types = {
        AnotherMessage: Object.entries(fields).map(([name, of]) => ({ name, type: of })),
      };
      const message = { to: first, value: "1" };
      const whole = { ...quote, typedData: { ...wrap({}).typedData, types, message } as never };
      expect(list(whole)).toEqual(["typed_data typedData.primaryType"]);
    }
    const { text } = describeQuote(wrap({}), options);
    expect(text).toContain(`Value of content: 0x${"5c".repeat(32)}`);
    const terms = { ...options, accept: ["unknown_data"] } as const;
    const signed = await signQuote(wrap({}), owner, terms);
    expect(signed.typedDataSignature).toMatch(/^0x/);
  });

  test("of a swap to another chain is for the chain of the wallet", async () => {
    const { quote, options } = await createLimitOrderQuote();
    const terms = { ...options, expect: { ...options.expect, chainIdOut: 8453 as const } };
    expect(checkQuote({ ...quote, chainOut: 8453 }, terms)).toEqual([]);
    const permit = { ...createMailTypedData().domain, chainId: 137 };
    const market = createPricedQuote({
      chainOut: 8453,
      typedData: { ...createMailTypedData(), domain: permit },
    });
    const problems = checkQuote(market, createOptions({ expect: { chainIdOut: 8453 } }));
    expect(problems.map(({ code }) => code)).toEqual(["unknown_data"]);
  });

  test("accepts a chain id that is a string", async () => {
    const { quote, options } = await createLimitOrderQuote();
    expect(checkQuote(replaceAt(quote, [...domain, "chainId"], "137"), options)).toEqual([]);
  });
});

describe("typed data of a market quote", () => {
  const operation = createOperationData();
  const mail = createMailTypedData();
  const permit = { ...mail, domain: { ...mail.domain, chainId: 137 } };
  const codes = (quote: SwapQuote, options: CheckQuoteOptions) =>
    checkQuote(quote, options).map(({ code, path }) => `${code} ${path}`);

  test("is the operation if its hash is the one that is signed, and is asked about", async () => {
    const quote = createPricedQuote(operation);
    const options = createOptions();
    expect(codes(quote, options)).toEqual(["unknown_data typedData.primaryType"]);
    const signed = await signQuote(quote, wallet, { ...options, accept: ["unknown_data"] });
    expect(signed).not.toHaveProperty("typedDataSignature");
    expect(signed.digests?.digest).toBe(operation.userOperationHash);
  });

  test("is signed beside the hash if it is other data that the caller accepts", async () => {
    const quote = createPricedQuote({ typedData: permit });
    const options = createOptions();
    expect(codes(quote, options)).toEqual(["unknown_data typedData.primaryType"]);
    await expect(signQuote(quote, wallet, options)).rejects.toThrow(UnsafeToSignError);
    const confirm = vi.fn<NonNullable<AcceptOptions["confirm"]>>(() => true);
    const signed: SignedOperation = await signQuote(quote, wallet, { ...options, confirm });
    const signature = signed.typedDataSignature as Hex;
    const { EIP712Domain: _, ...types } = permit.types;
    expect(verifyTypedData(permit.domain as never, types, permit.message, signature)).toBe(
      wallet.address,
    );
    const { text } = confirm.mock.calls[0]?.[1] ?? {};
    expect(text).toContain("Value of contents: Hello, Bob!");
  });

  test.each<[string, object, string]>([
    [
      "for another chain",
      { domain: { ...permit.domain, chainId: 1 } },
      "chain typedData.domain.chainId",
    ],
    ["for every chain", { domain: { name: "Mail" } }, "chain typedData.domain.chainId"],
    ["without its type", { primaryType: "Order" }, "malformed typedData.primaryType"],
    [
      "with an unknown field",
      { message: { ...permit.message, extra: 1 } },
      "malformed typedData.message.extra",
    ],
  ])("is never signed %s", (_, changes, problem) => {
    const quote = createPricedQuote({ typedData: { ...permit, ...changes } });
    expect(codes(quote, createOptions())).toContain(problem);
    expect(problemGuide[problem.split(" ")[0] as "chain"].severity).toBe("fatal");
  });

  test("is shown with every value, also if its type is named like that of an order", () => {
    const order = {
      ...permit,
      types: { Kernel: [{ name: "spender", type: "address" }] },
      primaryType: "Kernel",
      message: { spender: stranger },
    };
    const { text } = describeQuote(createPricedQuote({ typedData: order }), createOptions());
    expect(text).toContain(`Value of spender: ${stranger}`);
  });

  test("of a policy needs allowRaw, because no limit applies to what it does", async () => {
    const quote = createPricedQuote({ typedData: permit });
    const limits = [{ token: tokenIn, perOperation: "200" }];
    const create = (allowRaw: boolean) =>
      createSigningPolicy({ chains: [137], receivers: [], limits, allowRaw });
    const preview = (allowRaw: boolean) => create(allowRaw).preview(quote, createOptions());
    expect(await preview(false)).toMatchObject([{ code: "policy", path: "policy.allowRaw" }]);
    expect(await preview(true)).toEqual([]);
  });

  test("is not needed: the description says that a hash can do anything", () => {
    const warning = "Only the hash of the operation is known: it can do anything.";
    const quote = createPricedQuote();
    expect(checkQuote(quote, createOptions())).toEqual([]);
    for (const given of [quote, createPricedQuote(operation)])
      expect(describeQuote(given, createOptions()).warnings).toEqual([warning]);
  });
});
