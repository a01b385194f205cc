import { describe, expect, test } from "vitest";
import type { TypedData } from "../../../src/contract/shared/records.js";
import { type MalformedDetail, UnsafeToSignError } from "../../../src/errors/signing.js";
import { hashTypedData, signTypedData } from "../../../src/signing/index.js";
import {
  createMailTypedData,
  createOrderTypedData,
  createSpySigner,
  getRejection,
  owner,
} from "../test-signers.js";

const withPerson = (over: object) => ({
  ...createMailTypedData(),
  message: {
    ...createMailTypedData().message,
    from: { ...(createMailTypedData().message.from as object), ...over },
  },
});
const withDomain = (over: object): TypedData => ({
  ...createMailTypedData(),
  domain: { ...createMailTypedData().domain, ...over },
});
const withTypes = (over: TypedData["types"]): TypedData => ({
  ...createMailTypedData(),
  types: { ...createMailTypedData().types, ...over },
});
/** Parses fields such as `uint256 a, bytes b`. */
const parseFields = (list: string) =>
  list.split(", ").map((field) => {
    const [type = "", name = ""] = field.split(" ");
    return { name, type };
  });
const withDomainType = (fields: string, domain: object = {}): TypedData => ({
  ...withTypes({ EIP712Domain: parseFields(fields) }),
  domain: { ...createMailTypedData().domain, ...domain },
});
const createNamedType = (name: string, type: string): TypedData => ({
  ...createSingleField("uint8", 1),
  types: { [name]: parseFields(`${type} value`) },
  primaryType: name,
});
const createSingleField = (type: string, value: unknown) =>
  createOrderTypedData({ value: type }, { value });

const circular: unknown[] = [];
circular.push({ below: circular });
let deep: unknown[] = [];
for (let i = 0; i < 100; i++) deep = [{ below: deep }];
const createRecursive = (below: unknown): TypedData => ({
  ...createSingleField("uint8", 1),
  types: { Node: parseFields("Node[] below") },
  primaryType: "Node",
  message: { below },
});

const onlyName = {
  name: "a",
  version: undefined,
  chainId: undefined,
  verifyingContract: undefined,
};

/** Name, typed data, detail, path, and parts of the expected and the actual value. */
// biome-ignore format: a table
const cases: [string, TypedData, MalformedDetail, string, string, string][] = [
  ["a primary type that the types lack", { ...createMailTypedData(), primaryType: "Order" },
    "invalid_type", "primaryType", "Person, Mail", '"Order"'],
  ["the domain as primary type", { ...createMailTypedData(), primaryType: "EIP712Domain" },
    "invalid_type", "primaryType", "Mail", "EIP712Domain"],
  ["a primary type that every object inherits",
    { ...createMailTypedData(), primaryType: "toString" }, "invalid_type", "primaryType", "Mail",
    "toString"],
  ["a message field that the type lacks", withPerson({ age: 7 }), "unknown_field",
    "message.from.age", "Person", "7"],
  ["null in a field that the type lacks", withPerson({ age: null }), "unknown_field",
    "message.from.age", "Person", "null"],
  ["a missing message field", withPerson({ wallet: undefined }), "missing_field",
    "message.from.wallet", "address", "nothing"],
  ["null for a struct",
    { ...createMailTypedData(), message: { ...createMailTypedData().message, to: null } },
    "missing_field", "message.to", "Person", "null"],
  ["a field that the message only inherits", createOrderTypedData({ toString: "string" }, {}),
    "missing_field", "message.toString", "string", "nothing"],
  ["no message", { ...createMailTypedData(), message: undefined as never }, "missing_field",
    "message", "Mail", "nothing"],
  ["a list for a struct",
    { ...createMailTypedData(), message: { ...createMailTypedData().message, to: [] } },
    "wrong_type", "message.to", "an object", "a list of 0"],
  ["a mistyped address", withPerson({ wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD82" }),
    "wrong_type", "message.from.wallet", "40 hex digits", "0xCD2a"],
  ["an address in ICAP form", withPerson({ wallet: "XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS" }),
    "wrong_type", "message.from.wallet", "an address", "XE73"],
  ["a rounded number", createSingleField("uint256", 2 ** 53), "rounded_number", "message.value",
    "2^53", "9007199254740992"],
  ["a huge number", createSingleField("uint256", 1e21), "rounded_number", "message.value",
    "decimal string", "1e+21"],
  ["a fraction", createSingleField("uint256", 1.5), "wrong_type", "message.value", "whole number",
    "1.5"],
  ["a fraction string", createSingleField("uint256", "1.5"), "wrong_type", "message.value",
    "whole number", '"1.5"'],
  ["an exponent", createSingleField("uint256", "1e18"), "wrong_type", "message.value",
    "whole number", '"1e18"'],
  ["an empty string for an integer", createSingleField("uint256", ""), "wrong_type",
    "message.value", "whole number", '""'],
  ["a number in binary", createSingleField("uint256", "0b11"), "wrong_type", "message.value",
    "whole number", '"0b11"'],
  ["a number with spaces", createSingleField("uint256", " 1"), "wrong_type", "message.value",
    "whole number", '" 1"'],
  ["a boolean for an integer", createSingleField("uint256", true), "wrong_type", "message.value",
    "whole number", "true"],
  ["NaN", createSingleField("uint256", Number.NaN), "wrong_type", "message.value", "whole number",
    "NaN"],
  ["a negative unsigned integer", createSingleField("uint256", "-1"), "out_of_range",
    "message.value", "0 to 2^256 - 1", '"-1"'],
  ["256 for a uint8", createSingleField("uint8", 256), "out_of_range", "message.value",
    "0 to 2^8 - 1", "256"],
  ["128 for an int8", createSingleField("int8", 128), "out_of_range", "message.value",
    "-2^7 to 2^7 - 1", "128"],
  ["-129 for an int8", createSingleField("int8", -129n), "out_of_range", "message.value", "-2^7",
    "-129"],
  ["2^256", createSingleField("uint256", 1n << 256n), "out_of_range", "message.value", "2^256 - 1",
    `${1n << 256n}`],
  ["a string for a boolean", createSingleField("bool", "true"), "wrong_type", "message.value",
    "true or false", '"true"'],
  ["a number for a boolean", createSingleField("bool", 0), "wrong_type", "message.value",
    "true or false", "0"],
  ["a number for a string", createSingleField("string", 1), "wrong_type", "message.value",
    "a string", "1"],
  ["an unpaired surrogate", createSingleField("string", "a\ud800"), "wrong_type", "message.value",
    "whole Unicode", "ud800"],
  ["bytes that are not hex", createSingleField("bytes", "hello"), "wrong_type", "message.value",
    "0x and whole bytes", '"hello"'],
  ["half a byte", createSingleField("bytes", "0x123"), "wrong_type", "message.value", "whole bytes",
    '"0x123"'],
  ["31 bytes for 32", createSingleField("bytes32", `0x${"11".repeat(31)}`), "wrong_length",
    "message.value", "32 bytes, not 31", "0x1111"],
  ["33 bytes for 32", createSingleField("bytes32", `0x${"11".repeat(33)}`), "wrong_length",
    "message.value", "32 bytes, not 33", "0x1111"],
  ["one value for a list", createSingleField("uint8[]", 1), "wrong_type", "message.value", "a list",
    "1"],
  ["a list that is too short", createSingleField("uint8[3]", [1, 2]), "wrong_length",
    "message.value", "3 values", "2"],
  ["a list that is too long", createSingleField("uint8[1][]", [[1], [1, 2]]), "wrong_length",
    "message.value[1]", "1 values", "2"],
  ["a hole in a list", createSingleField("uint8[]", Object.assign([1], { length: 3 })),
    "missing_field", "message.value[1]", "uint8", "nothing"],
  ["a bad item deep in lists", createSingleField("uint8[2][]", [[1, 2], [3, 300]]), "out_of_range",
    "message.value[1][1]", "2^8 - 1", "300"],
  ["an integer type without a width", createSingleField("uint", 1), "invalid_type",
    "types.Order[0].type", "with its width", '"uint"'],
  ["an integer type with an invalid width", createSingleField("uint12", 1), "invalid_type",
    "types.Order[0].type", "width", '"uint12"'],
  ["an integer type that is too wide", createSingleField("int264", 1), "invalid_type",
    "types.Order[0].type", "width", '"int264"'],
  ["a bytes type that is too wide", createSingleField("bytes33", "0x"), "invalid_type",
    "types.Order[0].type", "width", '"bytes33"'],
  ["a struct that is not defined", createSingleField("Leg[]", []), "invalid_type",
    "types.Order[0].type", "one of the given types", '"Leg[]"'],
  ["a list type with length 0", createSingleField("uint8[0]", []), "invalid_type",
    "types.Order[0].type", "one of the given types", '"uint8[0]"'],
  ["a type with a space", createSingleField("uint256 ", 1), "invalid_type", "types.Order[0].type",
    "one of the given types", '"uint256 "'],
  ["a field named twice",
    withTypes({ Person: parseFields("string name, string name, address wallet") }),
    "invalid_type", "types.Person[1].name", "once", '"name"'],
  ["a field name that contains another field",
    createOrderTypedData({ "a,uint256 b": "uint8" }, { "a,uint256 b": 1 }), "invalid_type",
    "types.Order[0].name", "an identifier", "uint256 b"],
  ["a field that is not an object", withTypes({ Person: [null as never] }), "wrong_type",
    "types.Person[0]", "name and type", "null"],
  ["a type that is not a list", withTypes({ Person: {} as never }), "wrong_type", "types.Person",
    "a list", "an object"],
  ["a struct named like an elementary type", createNamedType("uint8", "bool"), "invalid_type",
    "types.uint8", "built-in type", '"uint8"'],
  ["a struct whose name starts with an elementary type", createNamedType("uint8Order", "bool"),
    "invalid_type", "types.uint8Order", "built-in type", '"uint8Order"'],
  ["a struct name that viem reads in part", createNamedType("Order$", "uint8"), "invalid_type",
    "types.Order$", "built-in type", '"Order$"'],
  ["the domain in place of a message, which libraries hash alone",
    { ...withDomainType("string name", onlyName), primaryType: "EIP712Domain" }, "invalid_type",
    "primaryType", "one of the given types (Person, Mail)", '"EIP712Domain"'],
  ["a circular message", createRecursive(circular), "too_deep", "message.below[0].below",
    "64 levels", "more"],
  ["a message that is nested too deep", createRecursive(deep), "too_deep", "below[0].below",
    "64 levels", "more"],
  ["a chain id that is not a number", withDomain({ chainId: "polygon" }), "wrong_type",
    "domain.chainId", "whole number", '"polygon"'],
  ["a negative chain id", withDomain({ chainId: -1 }), "out_of_range", "domain.chainId", "0 to",
    "-1"],
  ["a domain field that EIP-712 lacks", withDomain({ chain: 1 }), "unknown_field", "domain.chain",
    "no such field", "1"],
  ["a version that is a number", withDomain({ version: 1 }), "wrong_type", "domain.version",
    "a string", "1"],
  ["a contract that is not an address", withDomain({ verifyingContract: "0x" }), "wrong_type",
    "domain.verifyingContract", "an address", '"0x"'],
  ["a salt that is too short", withDomain({ salt: "0x01" }), "wrong_length", "domain.salt",
    "32 bytes, not 1", "0x01"],
  ["an empty domain", { ...createMailTypedData(), domain: { name: null } as never }, "domain",
    "domain", "at least one", "nothing"],
  ["no domain", { ...createMailTypedData(), domain: undefined as never }, "missing_field", "domain",
    "an object", "nothing"],
  ["a domain type without the chain id that the domain has",
    withDomainType("string name, string version, address verifyingContract"),
    "domain", "types.EIP712Domain", "uint256 chainId", "string version, address verifyingContract"],
  ["a domain type without the last field of the domain",
    withDomainType("string name, string version, uint256 chainId"),
    "domain", "types.EIP712Domain", "address verifyingContract", "uint256 chainId"],
  ["a domain type with a field that the domain lacks",
    withDomainType("string name, bytes32 salt", onlyName),
    "domain", "types.EIP712Domain", "string name", "bytes32 salt"],
  ["a domain type in another order, which libraries hash differently",
    withDomainType("uint256 chainId, string name", { ...onlyName, chainId: 1 }),
    "domain", "types.EIP712Domain", "string name, uint256 chainId", "uint256 chainId, string name"],
  ["no types", { ...createMailTypedData(), types: null as never }, "wrong_type", "types",
    "an object", "null"],
];

describe("rejects without calling the signer, and names the expected and the actual value of", () => {
  test.each(cases)("%s", async (_, typedData, detail, path, expected, actual) => {
    const { signer, calls } = createSpySigner();
    const error = await getRejection(signTypedData(typedData, signer));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(calls).not.toHaveBeenCalled();
    const found = (error as unknown as UnsafeToSignError).problems.find(
      (each) => each.detail === detail && each.path.includes(path),
    );
    expect(found, error.message).toMatchObject({ code: "malformed", severity: "fatal" });
    expect(found?.expected).toContain(expected);
    expect(found?.received).toContain(actual);
    expect(error.message).toContain(
      `${found?.path}: expected ${found?.expected}, got ${found?.received}`,
    );
  });

  test.each([null, undefined, "{}", 7, []])("no typed data: %j", async (value) => {
    const { signer, calls } = createSpySigner();
    const error = await getRejection(signTypedData(value as never, signer));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error).toMatchObject({ problems: [{ path: "typedData" }] });
    expect(calls).not.toHaveBeenCalled();
  });
});

test("reports all problems of domain and message at once", async () => {
  const error = await getRejection(
    signTypedData(
      {
        ...withPerson({ wallet: 7, age: 1 }),
        domain: { chainId: "x", verifyingContract: "0x1" } as never,
      },
      createSpySigner().signer,
    ),
  );
  expect((error as unknown as UnsafeToSignError).problems.map(({ path }) => path)).toEqual([
    "domain.chainId",
    "domain.verifyingContract",
    "message.from.wallet",
    "message.from.age",
  ]);
});

test("accepts an invalid type that is not used", async () => {
  const { signer, calls } = createSpySigner();
  const typedData = {
    ...withTypes({ Unused: parseFields("Missing a") }),
    domain: { ...createMailTypedData().domain, salt: null },
  };
  expect(await signTypedData(typedData, signer)).toBe(
    await signTypedData(createMailTypedData(), signer),
  );
  expect(calls).toHaveBeenCalledTimes(2);
  for (const [{ types }] of calls.mock.calls)
    expect(Object.keys(types).sort()).toEqual(["EIP712Domain", "Mail", "Person"]);
});

test("rejects a domain with another chain or without a chain", async () => {
  const { signer, calls } = createSpySigner();
  const other = await getRejection(signTypedData(createMailTypedData(), signer, { chainId: 137 }));
  expect(other.message).toContain("domain.chainId: expected 137, got 1");
  const stringId = await getRejection(
    signTypedData(createMailTypedData(), signer, { chainId: "1" as never }),
  );
  expect(stringId.message).toContain('domain.chainId: expected "1", got 1');
  const none = await getRejection(
    signTypedData({ ...createMailTypedData(), domain: { name: "a" } }, signer, { chainId: 137 }),
  );
  expect(none.message).toContain("domain.chainId: expected 137, got nothing");
  expect(calls).not.toHaveBeenCalled();
  expect(
    await signTypedData(withDomain({ chainId: "0x89" }), signer, { chainId: 137, owner }),
  ).toMatch(/^0x[0-9a-f]{130}$/);
});

test("removes unsafe characters from quoted values and field names", async () => {
  const unsafeText = "a\u202eb\u2066\u200b\u0000";
  const error = await getRejection(
    signTypedData(withPerson({ wallet: unsafeText, [unsafeText]: 1 }), createSpySigner().signer),
  );
  const { problems } = error as unknown as UnsafeToSignError;
  expect(problems.map(({ path, received }) => [path, received])).toEqual([
    ["message.from.wallet", '"ab\\u0000"'],
    ["message.from.ab", "1"],
  ]);
  expect(problems.map(({ message }) => message).join()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("rejects more than 2,000 values, which would block the thread, and accepts as many", async () => {
  const createList = (length: number) => ({
    domain: { name: "Lists", chainId: 137 },
    types: { List: [{ name: "items", type: "uint8[]" }] },
    primaryType: "List",
    message: { items: Array.from({ length }, () => 1) },
  });
  // The message and its list are two values.
  expect(hashTypedData(createList(1_998))).toMatch(/^0x/);
  const error = await getRejection(signTypedData(createList(1_999), createSpySigner().signer));
  expect(error.message).toContain("message: expected at most 2000 values");
  // Bytes are one value.
  const bytes = createSingleField("bytes", new Uint8Array(3_000));
  const hex = createSingleField("bytes", `0x${"00".repeat(3_000)}`);
  expect(hashTypedData(bytes)).toBe(hashTypedData(hex));
});

test("rejects more than 1,000 types, which would exhaust the stack, and accepts as many", async () => {
  const createTypes = (count: number) => {
    const names = Array.from({ length: count - 1 }, (_, i) => `Item${i}`);
    const fields = names.map((name) => ({ name, type: `${name}[]` }));
    const items = names.map((name) => [name, [{ name: "value", type: "bool" }]]);
    return {
      domain: { name: "Types" },
      types: { Items: fields, ...Object.fromEntries(items) },
      primaryType: "Items",
      message: Object.fromEntries(names.map((name) => [name, []])),
    };
  };
  expect(hashTypedData(createTypes(1_000))).toMatch(/^0x/);
  const error = await getRejection(signTypedData(createTypes(1_001), createSpySigner().signer));
  expect(error).toMatchObject({ problems: [{ detail: "too_deep", path: "types" }] });
});

test("leaves out types that are not used, such as one that libraries reject", () => {
  const typedData = createMailTypedData();
  const types = { ...typedData.types, uint8: [{ name: "a", type: "b" }] };
  expect(hashTypedData({ ...typedData, types })).toBe(hashTypedData(typedData));
});
