import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { entryPoint08Address, getUserOperationTypedData } from "viem/account-abstraction";
import { describe, expect, test, vi } from "vitest";
import type { SigningProblemCode, TypedData } from "../../../src/index.js";
import { hashTypedData, problemGuide, signOperation } from "../../../src/signing/index.js";
import { account, createSpySigner, getRejection, hash, owner, stranger } from "../test-signers.js";
import { digestByOthers } from "../typed-data/typed-data-properties.js";

const wallet: Hex = "0xc67e242b2e284410031670aa4def4f956891b679";
const router: Hex = "0x1111111111111111111111111111111111111111";
const token: Hex = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const options = { owner, walletAddress: wallet, chainId: 137 } as const;
const everyCode = Object.keys(problemGuide) as SigningProblemCode[];

interface Parts {
  callData?: Hex;
  sender?: Hex;
  chainId?: number;
  entryPoint?: Hex;
}

/** The typed data of an operation of EntryPoint v0.8. */
function createTypedData({ callData = "0x", sender = wallet, chainId = 137, entryPoint }: Parts) {
  const gas = { callGasLimit: 1n, verificationGasLimit: 2n, preVerificationGas: 3n };
  const fees = { maxFeePerGas: 4n, maxPriorityFeePerGas: 5n, signature: "0x" } as const;
  return getUserOperationTypedData({
    chainId,
    entryPointAddress: entryPoint ?? entryPoint08Address,
    userOperation: { sender, nonce: 7n, callData, ...gas, ...fees },
  }) as unknown as TypedData;
}

function createOperation(parts: Parts = {}) {
  const typedData = createTypedData(parts);
  return { userOperationHash: hashTypedData(typedData), typedData, walletAddress: wallet };
}

/** Asserts that nothing lifts a problem with this code and path. */
async function expectFatal(operation: object, more: object, expected: string): Promise<void> {
  const { signer, calls } = createSpySigner();
  const confirm = vi.fn(() => true);
  const given = { ...options, ...more, accept: everyCode, confirm } as never;
  const { problems } = await getRejection(signOperation(operation as never, signer, given));
  const fatal = (problems as { code: string; path: string; severity: string }[])
    .filter(({ severity }) => severity === "fatal")
    .map(({ code, path }) => `${code} ${path}`);
  expect(fatal).toContain(expected);
  expect([calls.mock.calls.length, confirm.mock.calls.length]).toEqual([0, 0]);
}

describe("an operation with its typed data", () => {
  test("is signed with the hashes that its typed data has", async () => {
    const operation = createOperation();
    const signed = await signOperation(operation as never, account, options);
    const digests = digestByOthers(operation.typedData);
    expect(signed?.userOperationHash).toBe(digests.digest);
    expect(signed?.digests).toEqual({ userOperationHash: digests.digest, ...digests });
  });

  test("names the wallet that its hash contains, without the option", async () => {
    const signed = await signOperation(createOperation() as never, account, { owner });
    expect(signed?.walletAddress).toBe(wallet);
  });

  test.each<[string, object, string]>([
    ["another hash", { userOperationHash: hash }, "hash userOperationHash"],
    [
      "another wallet",
      createOperation({ sender: stranger.address }),
      "wallet typedData.message.sender",
    ],
    ["another chain", createOperation({ chainId: 1 }), "chain typedData.domain.chainId"],
    [
      "another contract than an EntryPoint",
      createOperation({ entryPoint: router }),
      "typed_data typedData.domain.verifyingContract",
    ],
    [
      "a field that is not hashed",
      {
        typedData: {
          ...createTypedData({}),
          message: { ...createTypedData({}).message, paymaster: "0x" },
        },
      },
      "malformed typedData.message.paymaster",
    ],
  ])("is never signed if it is for %s", (_what, changes, expected) =>
    expectFatal({ ...createOperation(), ...changes }, {}, expected),
  );
});

const abi = parseAbi([
  "function execute(address to, uint256 value, bytes data)",
  "function approve(address spender, uint256 value)",
]);
const execute = (to: Hex, data: Hex = "0x"): Hex =>
  encodeFunctionData({ abi, functionName: "execute", args: [to, 0n, data] });
const approve = (spender: Hex): Hex =>
  encodeFunctionData({ abi, functionName: "approve", args: [spender, 1n] });

describe("with contracts, an operation", () => {
  const changes = { losses: [{ token, amount: "1" }] } as const;
  const closed = { contracts: [router], changes } as const;
  const path = "other_contract typedData.message.callData";

  test.each<[string, Hex]>([
    ["calls a named contract", execute(router, "0x12345678")],
    ["approves a token of changes to it", execute(token, approve(router))],
  ])("is signed if it %s", async (_what, callData) => {
    const operation = createOperation({ callData });
    const signed = await signOperation(operation as never, account, { ...options, ...closed });
    expect(signed?.userOperationHash).toBe(operation.userOperationHash);
  });

  test.each<[string, Hex]>([
    ["calls another contract", execute(stranger.address)],
    ["approves the token to another", execute(token, approve(stranger.address))],
    ["has calls that cannot be read", "0x12345678"],
  ])("is never signed if it %s", (_what, callData) =>
    expectFatal(createOperation({ callData }), closed, path),
  );

  test("is never signed if it approves a token that changes does not name", () => {
    const operation = createOperation({ callData: execute(token, approve(router)) });
    return expectFatal(operation, { contracts: [router] }, path);
  });

  test("is never signed without its typed data", async () => {
    await expectFatal({ userOperationHash: hash }, closed, path);
    await expectFatal({ signData: [{ type: "USER_OPERATION", hash }] }, closed, path);
    await expectFatal(
      { withdrawalInstructions: { userOperationHash: hash } },
      { contracts: [] },
      path,
    );
  });

  test("of no contract may only make no call", async () => {
    const given = { ...options, contracts: [] };
    expect(await signOperation(createOperation() as never, account, given)).toBeDefined();
    await expectFatal(createOperation({ callData: execute(router) }), given, path);
  });
});
