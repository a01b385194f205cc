import {
  entryPoint08Address,
  getUserOperationHash,
  getUserOperationTypedData,
} from "viem/account-abstraction";
import { expect, test } from "vitest";
import type { TypedData } from "../../../src/contract/shared/records.js";
import { UnsafeToSignError } from "../../../src/errors/signing.js";
import { hashTypedData, normaliseTypedData, signTypedData } from "../../../src/signing/index.js";
import {
  account,
  createOrderTypedData,
  createSpySigner,
  getRejection,
  owner,
} from "../test-signers.js";

const parts = {
  chainId: 137,
  entryPointAddress: entryPoint08Address,
  userOperation: {
    sender: owner,
    nonce: 7n,
    callData: "0xb61d27f6",
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
    maxFeePerGas: 4n,
    maxPriorityFeePerGas: 5n,
    signature: "0x1234",
  },
} as const;
const typedData = getUserOperationTypedData(parts) as unknown as TypedData;

test("signs viem's typed data of a user operation without the signature in its message", async () => {
  expect(typedData.message).toHaveProperty("signature");
  expect(normaliseTypedData(typedData).message).not.toHaveProperty("signature");
  const hash = getUserOperationHash({ ...parts, entryPointVersion: "0.8" });
  expect(hashTypedData(typedData)).toBe(hash);
  expect(await signTypedData(typedData, account, { owner, chainId: 137 })).toBe(
    await account.sign({ hash }),
  );
});

test("removes no other field, and no signature of other types", async () => {
  const { signer, calls } = createSpySigner();
  const [primaryType, fields] = ["PackedUserOperationV2", typedData.types.PackedUserOperation];
  for (const other of [
    { ...typedData, primaryType, types: { [primaryType]: fields ?? [] } },
    { ...typedData, message: { ...typedData.message, extra: "0x" } },
    createOrderTypedData({ value: "uint8" }, { value: 1, signature: "0x" }),
  ]) {
    const error = await getRejection(signTypedData(other, signer));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.message).toContain("no such field");
  }
  expect(calls).not.toHaveBeenCalled();
});

test("hashes a signature that is part of the type, and requires it", async () => {
  const types = {
    PackedUserOperation: [
      ...(typedData.types.PackedUserOperation ?? []),
      { name: "signature", type: "bytes" },
    ],
  };
  expect(normaliseTypedData({ ...typedData, types }).message.signature).toBe("0x1234");
  const { signature: _, ...message } = typedData.message;
  const error = await getRejection(signTypedData({ ...typedData, types, message }, account));
  expect(error.message).toContain("message.signature: expected bytes, got nothing");
});
