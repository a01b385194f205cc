import { type Hex, pad, toEventSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { Log } from "../../../src/signing/simulation/read-logs.js";
import { keyOf, otherToken, stranger, wallet } from "./fake-node.js";
import { findCodes } from "./find-codes.js";

const createEvent = (
  address: Hex,
  signature: string,
  indexed: readonly Hex[] = [],
  data: Hex = "0x",
): Log => ({
  address,
  topics: [toEventSelector(signature), ...indexed.map((value) => pad(value))],
  data,
});
const codesOf = (log: Log) => findCodes({ chain: { logs: [log] } });
const control = ["simulated_control"];

describe("a change of who controls the wallet", () => {
  const validator: Hex = "0x845adb2c711129d4f3966735ed98a9f09fc4ce57";

  test("is read from the wallet and from Kernel's validator, without an event", async () => {
    for (const key of [
      keyOf(wallet, "0x8da5cb5b"), // owner()
      keyOf(wallet, "0xf1f7f0f9"), // rootValidator()
      keyOf(validator, "0x20709efc", wallet), // ecdsaValidatorStorage(address)
    ]) {
      expect(await findCodes({ values: { [key]: [5n, 5n] } })).toEqual([]);
      expect(await findCodes({ values: { [key]: [5n, 6n] } })).toEqual(control);
    }
  });

  test("is read from a validator that the call data names", async () => {
    const values = { [keyOf(otherToken, "0x20709efc", wallet)]: [5n, 6n] as const };
    expect(await findCodes({ values })).toEqual([]);
    const operation = { callData: `0x34fcd5be${pad(otherToken).slice(2)}` };
    expect(await findCodes({ values, operation })).toEqual(control);
  });

  test.each([
    "OwnershipTransferred(address,address)",
    "Upgraded(address)",
    "ModuleInstalled(uint256,address)",
    "ValidatorInstalled(address,uint32)",
    "PermissionInstalled(bytes4,uint32)",
    "RootValidatorUpdated(bytes21)",
    "SelectorSet(bytes4,bytes21,bool)",
    "OwnersUpdated(address[],address[])",
    "AddOwner(uint256,bytes)",
    "AddedOwner(address)",
    "EnabledModule(address)",
    "ChangedThreshold(uint256)",
  ])("is the event %s of the wallet, but not of another contract", async (signature) => {
    expect(await codesOf(createEvent(wallet, signature))).toEqual(control);
    expect(await codesOf(createEvent(otherToken, signature, [stranger]))).toEqual([]);
  });

  test.each<[string, readonly Hex[]]>([
    ["OwnerRegistered(address,address)", [wallet, stranger]],
    ["WebAuthnPublicKeyRegistered(address,bytes32,uint256,uint256)", [wallet, stranger]],
    ["SignerRegistered(address,bytes32,address)", [wallet, stranger, stranger]],
    ["GuardianAdded(address,address,uint24)", [stranger, wallet]],
    ["OwnerUpdated(address,address[],address[])", [wallet]],
    ["OwnershipTransferred(address,address)", [wallet, stranger]],
  ])("is the event %s of another contract that names the wallet", async (signature, indexed) => {
    expect(await codesOf(createEvent(otherToken, signature, indexed))).toEqual(control);
    const unindexed: Hex = `0x${indexed.map((value) => pad(value).slice(2)).join("")}`;
    expect(await codesOf(createEvent(otherToken, signature, [], unindexed))).toEqual(control);
    const others = indexed.map(() => stranger);
    expect(await codesOf(createEvent(otherToken, signature, others))).toEqual([]);
  });

  test("is not that the wallet gets the ownership of a contract", async () => {
    const signature = "OwnershipTransferred(address,address)";
    expect(await codesOf(createEvent(otherToken, signature, [stranger, wallet]))).toEqual([]);
  });

  test("is a delegate call at any depth of the call data", async () => {
    const mode = `ff${"0".repeat(62)}`;
    for (const callData of [
      `0xe9ae5c53${mode}`,
      `0x8dd7712fe9ae5c53${mode}`,
      `0x34fcd5be${"00".repeat(33)}e9ae5c53${mode}`,
      `0x34fcd5be${"00".repeat(7)}D691C964${mode}`,
    ])
      expect(await findCodes({ operation: { callData } })).toEqual(control);
    for (const callData of [`0xe9ae5c5301${"0".repeat(62)}`, `0x34fcd5be0e9ae5c53ff0`])
      expect(await findCodes({ operation: { callData } })).toEqual([]);
  });
});

describe("the events of the call before the operation", () => {
  const registered = createEvent(otherToken, "OwnerRegistered(address,address)", [
    wallet,
    stranger,
  ]);

  test("are a change if the call initialises a delegated wallet", async () => {
    const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
    const operation = { factory: delegate, factoryData: "0x1234" };
    const chain = { setupLogs: [registered] };
    expect(await findCodes({ chain, operation })).toEqual(control);
    const own = createEvent(wallet, "ModuleInstalled(uint256,address)");
    expect(await findCodes({ chain: { setupLogs: [own] }, operation })).toEqual(control);
  });

  test("are no change if the call deploys the wallet with its owner", async () => {
    const operation = { factory: otherToken, factoryData: "0x1234" };
    const chain = { code: "0x" as const, setupLogs: [registered] };
    expect(await findCodes({ chain, operation })).toEqual([]);
  });
});
