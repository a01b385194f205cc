import { describe, expect, test } from "vitest";
import type { TypedData } from "../../../src/index.js";
import { describeTypedData } from "../../../src/signing/index.js";
import { stranger } from "../test-signers.js";

const unknown = "The permissions of this kind of typed data are unknown.";
const address = stranger.address;
const domain = { name: "Token", version: "1", chainId: 1, verifyingContract: address };

/** `address a, uint256 b` as the fields of a type. */
const parseFields = (list: string) =>
  list.split(", ").map((field) => {
    const [type = "", name = ""] = field.split(" ");
    return { type, name };
  });

const values: Readonly<Record<string, unknown>> = { address, bool: true, bytes: "0x12" };

/** Typed data with a valid message for its types. */
function createTypedData(primaryType: string, lists: Record<string, string>): TypedData {
  const types = Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, parseFields(list)]),
  );
  const create = (type: string): unknown => {
    if (type.endsWith("[]")) return [create(type.slice(0, -2))];
    const fields = types[type];
    if (fields) return Object.fromEntries(fields.map((field) => [field.name, create(field.type)]));
    return type === "bytes32" ? `0x${"ab".repeat(32)}` : (values[type] ?? "1");
  };
  return { domain, types, primaryType, message: create(primaryType) } as TypedData;
}

const transfer = "address spender, uint256 nonce, uint256 deadline";
const details = { PermitDetails: "address token, uint160 amount, uint48 expiration, uint48 nonce" };
const permitted = { TokenPermissions: "address token, uint256 amount" };

/** The types of LightAccount, Kernel, ERC-4337, ERC-2612, DAI, ERC-4494 and Permit2. */
const known: [primaryType: string, words: string, lists: Record<string, string>][] = [
  ["LightAccountMessage", "in the name of", { LightAccountMessage: "bytes message" }],
  ["Kernel", "in the name of", { Kernel: "bytes32 hash" }],
  [
    "PackedUserOperation",
    "execute the calls",
    {
      PackedUserOperation:
        "address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData",
    },
  ],
  [
    "Permit",
    "take tokens from your account, without",
    { Permit: "address owner, address spender, uint256 value, uint256 nonce, uint256 deadline" },
  ],
  [
    "Permit",
    "take tokens from your account, without",
    { Permit: "address holder, address spender, uint256 nonce, uint256 expiry, bool allowed" },
  ],
  [
    "Permit",
    "take tokens from your account, without",
    { Permit: "address spender, uint256 tokenId, uint256 nonce, uint256 deadline" },
  ],
  [
    "PermitSingle",
    "take tokens from your account, without",
    { PermitSingle: "PermitDetails details, address spender, uint256 sigDeadline", ...details },
  ],
  [
    "PermitBatch",
    "take several tokens from your account, without",
    { PermitBatch: "PermitDetails[] details, address spender, uint256 sigDeadline", ...details },
  ],
  [
    "PermitTransferFrom",
    "take tokens from your account once",
    { PermitTransferFrom: `TokenPermissions permitted, ${transfer}`, ...permitted },
  ],
  [
    "PermitBatchTransferFrom",
    "take several tokens from your account once",
    { PermitBatchTransferFrom: `TokenPermissions[] permitted, ${transfer}`, ...permitted },
  ],
  [
    "PermitWitnessTransferFrom",
    "take tokens from your account once",
    {
      PermitWitnessTransferFrom: `TokenPermissions permitted, ${transfer}, Order witness`,
      Order: "bytes data",
      ...permitted,
    },
  ],
];

describe("describeTypedData names the permission of a type with its known fields:", () => {
  test.each(known)("%s: %s", (primaryType, words, lists) => {
    const { permissions, warnings, text } = describeTypedData(createTypedData(primaryType, lists));
    expect(permissions).toEqual([expect.stringContaining(words)]);
    expect(text).toContain(`\nPermission: ${permissions[0]}\n`);
    expect(warnings).toEqual([]);
  });
});

describe("describeTypedData warns of unknown permissions if a known type", () => {
  const expectUnknown = (given: TypedData) => {
    const { permissions, warnings } = describeTypedData(given);
    expect(permissions).toEqual([]);
    expect(warnings).toContain(unknown);
  };

  test.each(known)("%s (%s) has other fields", (primaryType, _, lists) => {
    const other = "address spender, uint256 value";
    expectUnknown(createTypedData(primaryType, { ...lists, [primaryType]: other }));
    for (const [name, list] of Object.entries(lists)) {
      if (name === "Order") continue;
      expectUnknown(
        createTypedData(primaryType, { ...lists, [name]: `${list}, bytes a, bytes b` }),
      );
      const renamed = list.replace(/(\w+)(,|$)/, "other$2");
      expectUnknown(createTypedData(primaryType, { ...lists, [name]: renamed }));
    }
  });

  test("has no fields, or is not listed", () => {
    const [, , lists] = known[0] as (typeof known)[number];
    const given = createTypedData("LightAccountMessage", lists);
    expectUnknown({ ...given, types: { LightAccountMessage: [] } } as TypedData);
    for (const types of [{}, null, [], { LightAccountMessage: "bytes message" }])
      expectUnknown({ ...given, types } as never);
  });

  test("has one field whose name reads like several", () => {
    const name = "holder, address spender, uint256 nonce, uint256 expiry, bool allowed";
    const types = { Permit: [{ type: "address", name }] };
    expectUnknown({ domain, types, primaryType: "Permit", message: {} } as TypedData);
  });

  test("lacks its witness", () => {
    const lists = { PermitWitnessTransferFrom: `TokenPermissions permitted, ${transfer}` };
    expectUnknown(createTypedData("PermitWitnessTransferFrom", { ...lists, ...permitted }));
  });
});
