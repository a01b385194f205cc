import { type Hex, pad, toEventSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import { createLog, keyOf, otherToken, stranger, tokenIn, tokenOut, wallet } from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

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
const validator: Hex = "0x845adb2c711129d4f3966735ed98a9f09fc4ce57";
const walletOwner = keyOf(wallet, "0x8da5cb5b");
const validatorOwner = keyOf(validator, "0x20709efc", wallet);

describe("a change of who controls the wallet", () => {
  test("is read from the wallet and from Kernel's validator, without an event", async () => {
    for (const key of [walletOwner, validatorOwner]) {
      expect(await findCodes({ values: { [key]: [5n, 5n] } })).toEqual([]);
      expect(await findCodes({ values: { [key]: [5n, 6n] } })).toEqual(control);
      expect(await findCodes({ values: { [key]: [5n, undefined] } })).toEqual(control);
      expect(await findCodes({ values: { [key]: ["0x", 6n] } })).toEqual(control);
    }
  });

  test.each([
    "OwnershipTransferred(address,address)",
    "Upgraded(address)",
    "ModuleInstalled(uint256,address)",
    "RootValidatorUpdated(bytes21)",
    "AddOwner(uint256,bytes)",
    "EnabledModule(address)",
    "ApproveHash(bytes32,address)",
    "AnythingElse(uint256)",
  ])("is the event %s of the wallet, but not of another contract", async (signature) => {
    expect(await codesOf(createEvent(wallet, signature))).toEqual(control);
    expect(await codesOf(createEvent(otherToken, signature, [stranger]))).toEqual([]);
  });

  test("is an event without a topic", async () => {
    const { problems } = await simulate({
      chain: { logs: [{ address: wallet, topics: [], data: "0x" }] },
    });
    expect(problems).toMatchObject([{ code: "simulated_control", severity: "fatal" }]);
  });

  test("is reported once per kind of event, with its topic", async () => {
    const [first, second] = ["Upgraded(address)", "AdminChanged(address,address)"];
    const logs = [first, second, first].map((signature) =>
      createEvent(wallet, signature as string),
    );
    const { problems } = await simulate({ chain: { logs } });
    expect(problems.map(({ code }) => code)).toEqual([...control, ...control]);
    expect(problems[0]?.received).toBe(
      `"an event with the topic ${toEventSelector(first as string).slice(0, 10)}"`,
    );
  });

  test("is an event of a wallet that is also a token of the request", async () => {
    const log = createLog(wallet, "transfer", stranger, tokenOut);
    expect(await codesOf(log)).toEqual(control);
    const losses = [
      { token: tokenIn, amount: "100" },
      { token: wallet, amount: "1" },
    ];
    expect(await findCodes({ chain: { logs: [log] }, expected: { losses } })).toContain(
      "simulated_control",
    );
  });

  test.each([
    "Received(address,uint256)",
    "SafeReceived(address,uint256)",
    "TryExecuteUnsuccessful(uint256,bytes)",
    "TryExecuteUnsuccessful(bytes,bytes)",
    "ExecutionFromModuleSuccess(address)",
    "SafeModuleTransaction(address,address,uint256,bytes,uint8)",
  ])("is not the event %s of the wallet", async (signature) => {
    expect(await codesOf(createEvent(wallet, signature))).toEqual([]);
  });
});

const deployed = {
  chain: { code: "0x" },
  operation: { factory: otherToken, factoryData: "0x1234" },
} as const;
const initialised = {
  operation: { factory: "0xd6cedde84be40893d153be9d467cd6ad37875b28", factoryData: "0x1234" },
} as const;

describe("the events of the call before the operation", () => {
  const own = createEvent(wallet, "OwnershipTransferred(address,address)", [tokenIn, stranger]);

  test("are no change if the call deploys the wallet", async () => {
    const chain = { ...deployed.chain, setupLogs: [own] };
    expect(await findCodes({ ...deployed, chain })).toEqual([]);
    const later = { ...deployed.chain, logs: [own] };
    expect(await findCodes({ ...deployed, chain: later })).toEqual(control);
  });

  test("are a change if the call initialises a delegated wallet", async () => {
    expect(await findCodes({ ...initialised, chain: { setupLogs: [own] } })).toEqual(control);
  });
});

describe("the owner that a wallet gets before its first operation", () => {
  const owner = stranger;
  const given = { owner: stranger.toUpperCase().replace("X", "x") as Hex };
  const other = BigInt(tokenIn);

  test("is no change in a deployment, if it is the known owner or none is known", async () => {
    for (const values of [
      { [validatorOwner]: [0n, BigInt(owner)] as const },
      { [walletOwner]: ["0x", BigInt(owner)] as const },
      { [walletOwner]: ["0x", 0n] as const },
    ]) {
      expect(await findCodes({ ...deployed, values })).toEqual([]);
      expect(await findCodes({ ...deployed, values, given })).toEqual([]);
    }
  });

  test("is a change if it is not the known owner", async () => {
    for (const setup of [deployed, initialised])
      for (const values of [
        { [validatorOwner]: [0n, other] as const },
        { [walletOwner]: ["0x", other] as const },
      ])
        expect(await findCodes({ ...setup, values, given })).toEqual(control);
  });

  test("is a change if another account had the rights before", async () => {
    const values = { [validatorOwner]: [other, BigInt(owner)] as const };
    for (const setup of [deployed, initialised])
      expect(await findCodes({ ...setup, values, given })).toEqual(control);
  });

  test("is a change in an initialisation, unless it is the known owner", async () => {
    const values = { [validatorOwner]: [0n, BigInt(owner)] as const };
    expect(await findCodes({ ...initialised, values, given })).toEqual([]);
    expect(await findCodes({ ...initialised, values })).toEqual(control);
  });

  test("is a change in an operation that neither deploys nor initialises", async () => {
    const values = { [validatorOwner]: [0n, BigInt(owner)] as const };
    expect(await findCodes({ values, given })).toEqual(control);
  });
});
