import { type Hex, pad, toEventSelector } from "viem";
import { describe, expect, test } from "vitest";
import { signQuote } from "../../../src/signing/index.js";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import { getRejection } from "../test-signers.js";
import {
  createCountingSigner,
  createFakeNode,
  createQuote,
  honestValues,
  keyOf,
  otherToken,
  owner,
  request,
  stranger,
  wallet,
} from "./fake-node.js";
import { type Changes, findCodes } from "./find-codes.js";

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
      // Kernel v2.
      `0x51945447${"0".repeat(64 * 3)}${"0".repeat(63)}1`,
      `0xB68DF16D${"0".repeat(64)}`,
    ])
      expect(await findCodes({ operation: { callData } })).toEqual(control);
    for (const callData of [
      `0xe9ae5c5301${"0".repeat(62)}`,
      `0x34fcd5be0e9ae5c53ff0`,
      `0x51945447${"0".repeat(64 * 3)}${"0".repeat(64)}`,
    ])
      expect(await findCodes({ operation: { callData } })).toEqual([]);
  });

  test("is a delegate call in the call that initialises or deploys the wallet", async () => {
    const factoryData = `0xe9ae5c53ff${"0".repeat(62)}`;
    const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
    const codes = await findCodes({ operation: { factory: delegate, factoryData } });
    expect(codes).toEqual(control);
    const deployment = { operation: { factory: otherToken, factoryData } };
    expect(await findCodes({ ...deployment, chain: { code: "0x" } })).toEqual(control);
  });

  test("is read from a validator that the call before the operation names", async () => {
    const values = { [keyOf(otherToken, "0x20709efc", wallet)]: [5n, 6n] as const };
    const factory = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
    const operation = { factory, factoryData: `0x12345678${pad(otherToken).slice(2)}` };
    expect(await findCodes({ values, operation })).toEqual(control);
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

describe("the owner that a wallet gets before its first operation", () => {
  const validator: Hex = "0x845adb2c711129d4f3966735ed98a9f09fc4ce57";
  const validatorOwner = keyOf(validator, "0x20709efc", wallet);
  const walletOwner = keyOf(wallet, "0x8da5cb5b");
  const rootValidator = keyOf(wallet, "0xf1f7f0f9");
  const deployed = {
    chain: { code: "0x" },
    operation: { factory: otherToken, factoryData: "0x1234" },
  } as const;
  const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
  const initialised = { operation: { factory: delegate, factoryData: "0x1234" } } as const;
  const registerOwner = (account: Hex) =>
    createEvent(otherToken, "OwnerRegistered(address,address)", [wallet, account]);

  /** Signs as the wallet's owner, and returns the codes of the problems. */
  async function findCodesBySigning({ chain, values, operation }: Changes) {
    const { client } = createFakeNode({ values: { ...honestValues, ...values }, ...chain });
    const { signer, countCalls } = createCountingSigner();
    const options = { expect: request, owner: owner.address, simulate: client };
    const signing = signQuote(createQuote({}, operation), signer, options);
    if (
      await signing.then(
        () => true,
        () => false,
      )
    )
      return [];
    expect(countCalls()).toBe(0);
    const { problems } = (await getRejection(signing)) as unknown as {
      problems: { code: string }[];
    };
    return problems.map(({ code }) => code);
  }

  test("is no change if the operation deploys the wallet", async () => {
    for (const values of [
      { [validatorOwner]: [0n, BigInt(wallet)] as const },
      { [walletOwner]: ["0x", BigInt(wallet)] as const },
      { [rootValidator]: ["0x", 5n] as const, [walletOwner]: ["0x", 0n] as const },
    ]) {
      expect(await findCodes({ ...deployed, values })).toEqual([]);
      expect(await findCodesBySigning({ ...deployed, values })).toEqual([]);
    }
  });

  test("is a change if it is not the known owner", async () => {
    for (const values of [
      { [validatorOwner]: [0n, BigInt(stranger)] as const },
      { [walletOwner]: ["0x", BigInt(stranger)] as const },
    ])
      expect(await findCodesBySigning({ ...deployed, values })).toEqual(control);
  });

  test("is a change if another account had the rights before", async () => {
    const values = { [validatorOwner]: [BigInt(stranger), BigInt(wallet)] as const };
    expect(await findCodes({ ...deployed, values })).toEqual(control);
    expect(await findCodesBySigning({ ...deployed, values })).toEqual(control);
  });

  test("is a change if the operation sets it after the deployment, by an event", async () => {
    const chain = { ...deployed.chain, logs: [registerOwner(stranger)] };
    expect(await findCodes({ ...deployed, chain })).toEqual(control);
  });

  test("is no change in an initialisation only if it is the known owner", async () => {
    const own = {
      values: { [validatorOwner]: [0n, BigInt(wallet)] as const },
      chain: { setupLogs: [registerOwner(wallet)] },
    };
    expect(await findCodesBySigning({ ...initialised, ...own })).toEqual([]);
    expect(await findCodes({ ...initialised, ...own })).toContain("simulated_control");
    for (const other of [
      { values: { [validatorOwner]: [0n, BigInt(stranger)] as const } },
      { chain: { setupLogs: [registerOwner(stranger)] } },
      { chain: { setupLogs: [createEvent(wallet, "ModuleInstalled(uint256,address)")] } },
    ])
      expect(await findCodesBySigning({ ...initialised, ...own, ...other })).toEqual(control);
  });

  test("is a change in an operation that neither deploys nor initialises", async () => {
    const values = { [validatorOwner]: [0n, BigInt(wallet)] as const };
    expect(await findCodesBySigning({ values })).toEqual(control);
    const chain = { logs: [registerOwner(wallet)] };
    expect(await findCodesBySigning({ chain })).toEqual(control);
  });
});
