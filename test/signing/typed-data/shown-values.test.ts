import { describe, expect, test } from "vitest";
import type { TypedData } from "../../../src/index.js";
import { describeTypedData, hashTypedData, signTypedData } from "../../../src/signing/index.js";
import {
  account,
  createMailTypedData,
  createOrderTypedData,
  getRejection,
  owner,
  stranger,
} from "../test-signers.js";
import { checkShownValues } from "./typed-data-properties.js";

const spender = stranger.address;
const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const zeros = "0".repeat(300);

const createPermit = (changes: object = {}): TypedData => ({
  domain: { name: "USD Coin", version: "2", chainId: 137, verifyingContract: token },
  types: {
    Permit: [
      { name: "owner", type: "address" },
      { name: "spender", type: "address" },
      { name: "value", type: "uint256" },
      { name: "nonce", type: "uint256" },
      { name: "deadline", type: "uint256" },
    ],
  },
  primaryType: "Permit",
  message: { owner, spender, value: "1", nonce: 0, deadline: "2000000000", ...changes },
});

/** Typed data with one text. */
const createText = (text: string) => ({
  ...createOrderTypedData({ text: "string" }, { text }),
  domain: { ...createPermit().domain },
});

/** A spender below `levels` structs. */
function createNested(levels: number, field = "a"): TypedData {
  const names = Array.from({ length: levels }, (_, i) => [`T${i + 1}`, `T${i}`]);
  const types = names.map(([type, inner]) => [type, [{ name: field, type: inner }]]);
  const inner = { T0: [{ name: "spender", type: "address" }] };
  let message: Record<string, unknown> = { spender };
  for (let i = 0; i < levels; i++) message = { [field]: message };
  return {
    domain: createPermit().domain,
    types: { ...Object.fromEntries(types), ...inner },
    primaryType: `T${levels}`,
    message,
  };
}

const getValues = ({ fields }: ReturnType<typeof describeTypedData>) =>
  Object.fromEntries(fields.map(({ path, value }) => [path, value]));
/** Without those about types that have no permission in words. */
const getWarnings = (given: TypedData) =>
  describeTypedData(given).warnings.filter((warning) => !warning.includes("are unknown"));

describe("describeTypedData shows the values that are signed:", () => {
  test("integers in decimal, without leading zeros", () => {
    const permit = createPermit({
      value: zeros + (2n ** 255n).toString(),
      deadline: `0x${zeros}ffffffffff`,
      nonce: "0x0a",
    });
    const summary = describeTypedData(permit);
    expect(getValues(summary)).toMatchObject({
      value: (2n ** 255n).toString(),
      deadline: String(0xffffffffff),
      nonce: "10",
    });
    expect(summary.text).toContain(`Value of value: ${2n ** 255n}\n`);
    expect(summary.warnings).toEqual([]);
  });

  test("bytes in hex", () => {
    const given = createOrderTypedData({ data: "bytes" }, { data: new Uint8Array([1, 255]) });
    expect(describeTypedData(given).fields).toEqual([{ path: "data", value: "0x01ff" }]);
  });

  test("in the order of the type", () => {
    const { message, ...permit } = createPermit();
    const reversed = Object.fromEntries(Object.entries(message).reverse());
    const { fields } = describeTypedData({ ...permit, message: reversed });
    expect(fields.map(({ path }) => path)).toEqual(Object.keys(message));
  });

  test("without the signature of a user operation, which is not hashed", () => {
    const types = { PackedUserOperation: [{ name: "sender", type: "address" }] };
    const message = { sender: spender, signature: "0x1234" };
    const given = { ...createPermit(), types, primaryType: "PackedUserOperation", message };
    expect(describeTypedData(given).fields).toEqual([{ path: "sender", value: spender }]);
  });

  test("each leaf of random typed data", () => checkShownValues(12));

  test("as given, with a warning, if they cannot be signed", () => {
    const { warnings, fields } = describeTypedData(createPermit({ value: `${zeros}1.5` }));
    expect(fields[2]).toEqual({ path: "value", value: `${zeros}…` });
    expect(warnings).toContain("Only a part of value is shown.");
    expect(warnings.join()).toContain("It is not safe to sign");
  });
});

describe("describeTypedData warns if", () => {
  test("the end of a text is not shown", () => {
    const text = `${"I like flowers. ".repeat(30)}I owe 1,000,000 USD.`;
    expect(getWarnings(createText(text))).toEqual(["Only a part of text is shown."]);
    expect(describeTypedData(createText(text)).text).toContain(
      "\nWarning: Only a part of text is shown.\n",
    );
    expect(getWarnings(createText("x".repeat(300)))).toEqual([]);
    expect(getWarnings(createText(`${"x".repeat(299)}😀`))).toEqual([]);
    expect(getWarnings(createText("x".repeat(301)))).toEqual(["Only a part of text is shown."]);
  });

  test.each([["\u202e"], ["\u200b"], ["\n"], ["\u0000"], ["\u{e0041}"], ["\u2800"]])(
    "the invisible character %j of a text is not shown",
    (character) =>
      expect(getWarnings(createText(`a${character}b`))).toEqual(["Only a part of text is shown."]),
  );

  test.each([
    [`a${" ".repeat(100)}Warning: none`, "a Warning: none"],
    [`a${"\u3000".repeat(20)}b`, "a b"],
    ["a\u00a0b", "a b"],
    ["  a  ", " a "],
  ])("wide space of %j is shown as one blank, so that it cannot imitate a line", (text, shown) => {
    expect(describeTypedData(createText(text)).fields).toEqual([{ path: "text", value: shown }]);
    expect(getWarnings(createText(text))).toEqual(["Only a part of text is shown."]);
  });

  test("the end of bytes is not shown", () => {
    const given = (length: number) => ({
      ...createOrderTypedData({ data: "bytes" }, { data: `0x${"ab".repeat(length)}` }),
      domain: createPermit().domain,
    });
    expect(getWarnings(given(149))).toEqual([]);
    expect(getWarnings(given(150))).toEqual(["Only a part of data is shown."]);
  });

  test("a part of the domain or of the primary type is not shown", () => {
    const { domain, ...permit } = createPermit();
    const named = (changes: object) =>
      getWarnings({ ...permit, domain: { ...domain, ...changes } });
    const long = "x".repeat(301);
    expect(named({ name: long })).toEqual(["Only a part of domain.name is shown."]);
    expect(named({ name: "USD\u200b Coin" })).toEqual(["Only a part of domain.name is shown."]);
    expect(named({ version: long })).toEqual(["Only a part of domain.version is shown."]);
    const types = { [long]: permit.types.Permit };
    expect(getWarnings({ ...permit, domain, types, primaryType: long } as TypedData)).toEqual([
      "Only a part of primaryType is shown.",
    ]);
  });

  test("a part of the name of a value is not shown", () => {
    const given = createNested(10, "n".repeat(40));
    const [field] = describeTypedData(given).fields;
    expect(field?.path).toMatch(/^[n.]{300}…$/);
    expect(getWarnings(given)).toEqual([`Only a part of ${field?.path} is shown.`]);
  });

  test("there are more than 100 values", () => {
    const given = (length: number) => ({
      ...createOrderTypedData({ list: "uint8[]" }, { list: Array(length).fill(7) }),
      domain: createPermit().domain,
    });
    expect(getWarnings(given(100))).toEqual([]);
    const warnings = ["Only the first 100 values are shown."];
    expect(getWarnings(given(101))).toEqual(warnings);
    expect(getWarnings(given(1_000))).toEqual(warnings);
    expect(describeTypedData(given(101)).fields).toHaveLength(100);
  });
});

test.each([1, 10, 11, 12, 60])("describeTypedData shows a value below %i structs", (levels) => {
  const given = createNested(levels);
  const { fields, text, digests } = describeTypedData(given);
  expect(fields).toEqual([{ path: `${"a.".repeat(levels)}spender`, value: spender }]);
  expect(text).toContain(spender);
  expect(getWarnings(given)).toEqual([]);
  expect(digests.digest).toBe(hashTypedData(given));
});

describe("signTypedData rejects at once", () => {
  const createTypes = (types: object, primaryType: string, message: object): TypedData =>
    ({ domain: createPermit().domain, types, primaryType, message }) as TypedData;

  test.each<[string, () => TypedData]>([
    [
      "a list of 200,000 levels",
      () => {
        const type = `uint8${"[]".repeat(200_000)}`;
        return createTypes({ Order: [{ name: "list", type }] }, "Order", { list: [] });
      },
    ],
    [
      "types of 20,000 levels",
      () => {
        const types = Array.from({ length: 20_000 }, (_, i) => [
          `T${i}`,
          [{ name: "list", type: i === 0 ? "uint8[]" : `T${i - 1}[]` }],
        ]);
        return createTypes(Object.fromEntries(types), "T19999", { list: [] });
      },
    ],
  ])("%s", async (_name, create) => {
    const given = create();
    const problem = { code: "malformed", detail: "too_deep", severity: "fatal" };
    const problems = [{ ...problem, received: '"more"' }];
    expect(await getRejection(signTypedData(given, account))).toMatchObject({ problems });
    expect(describeTypedData(given).warnings.join()).toContain("It is not safe to sign");
  });

  test("more than 64 levels of lists, not 64", () => {
    const warningsOf = (levels: number) => {
      const type = `uint8${"[]".repeat(levels)}`;
      return getWarnings(createTypes({ Order: [{ name: "list", type }] }, "Order", { list: [] }));
    };
    expect(warningsOf(64)).toEqual([]);
    expect(warningsOf(65).join()).toContain("at most 64 levels");
    expect(getWarnings(createNested(63))).toEqual([]);
    expect(getWarnings(createNested(64)).join()).toContain("at most 64 levels");
  });
});

test("describeTypedData shows version and salt of the domain", () => {
  const salt = `0x${"5a".repeat(32)}`;
  const { domain, ...permit } = createPermit();
  const { text } = describeTypedData({ ...permit, domain: { ...domain, salt } } as TypedData);
  expect(text).toContain("\nVersion: 2\n");
  expect(text).toContain(`\nSalt: ${salt}\n`);
  expect(describeTypedData(createMailTypedData()).text).not.toContain("Salt");
});
