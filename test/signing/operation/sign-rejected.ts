import type { Hex } from "viem";
import { hashAuthorization } from "viem/utils";
import { expect } from "vitest";
import { UnsafeToSignError } from "../../../src/index.js";
import { signOperation } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createCountingSigner } from "../quote/test-quotes.js";
import { completeWithdrawal } from "../withdrawals.js";

export const hash = `0x${"12".repeat(32)}` as Hex;
export const delegate = "0x6666666666666666666666666666666666666666" as Hex;
export const wallet = owner.address;
export const baseOptions = { owner: owner.address, walletAddress: wallet, chainId: 137 };

export function createAuthorization(changes: object = {}) {
  const parts = { chainId: 137, address: delegate, nonce: 0, ...changes };
  return { ...parts, hash: hashAuthorization(parts as never) };
}

export const createWrappedOrder = (
  verifyingContract: string = wallet,
  chainId = 137,
  message: string = hash,
) => ({
  domain: { name: "LightAccount", version: "1", chainId, verifyingContract },
  types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
  primaryType: "LightAccountMessage",
  message: { message },
});

/** Returns the rejection and asserts that the signer was not called. */
export async function getUnsafeError(
  sign: (signer: never) => Promise<unknown>,
): Promise<UnsafeToSignError> {
  const { signer, countCalls } = createCountingSigner();
  const error = await sign(signer).then(
    (sign) => `signed: ${JSON.stringify(sign)}`,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(UnsafeToSignError);
  expect(countCalls()).toBe(0);
  return error;
}

export const getCodes = ({ problems }: UnsafeToSignError) => problems.map(({ code }) => code);
export const sign = (operation: object, options: object = baseOptions) => {
  const [given, terms] = completeWithdrawal(operation, options);
  return signOperation(given as never, owner, terms as never);
};
export const signRejected = (operation: object, options: object = baseOptions) => {
  const [given, terms] = completeWithdrawal(operation, options);
  return getUnsafeError((signer) => signOperation(given as never, signer, terms as never));
};
