import type { Address } from "bursar";
import type { Signer } from "bursar/signing";
import { getAddress } from "viem/utils";
import type { InjectedWallet } from "./injected";

/** An owner's address and its signer. */
export interface Owner {
  owner: Address;
  signer: Signer;
}

/**
 * Generates a key in this page. It stays in the closure of its account: it is never shown, stored
 * or sent.
 */
export async function generateOwner(): Promise<Owner> {
  const { generatePrivateKey, privateKeyToAccount } = await import("viem/accounts");
  const account = privateKeyToAccount(generatePrivateKey());
  return { owner: account.address, signer: account };
}

/** Requests an account from a browser wallet. The key never leaves the wallet. */
export async function injectedOwner({ provider }: InjectedWallet): Promise<Owner> {
  const { createWalletClient, custom } = await import("viem");
  const [account] = await provider.request({ method: "eth_requestAccounts" });
  if (!account) throw new Error("The wallet returned no account.");
  const owner = getAddress(account);
  return { owner, signer: createWalletClient({ account: owner, transport: custom(provider) }) };
}

/**
 * Returns whether the user declined in the browser wallet, which EIP-1193 reports with code 4001.
 */
export function isDeclined(failure: unknown): boolean {
  return (failure as { code?: unknown } | undefined)?.code === 4001;
}
