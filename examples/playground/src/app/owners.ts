import type { Address } from "bursar";
import type { Signer } from "bursar/signing";
import { getAddress } from "viem/utils";
import type { InjectedWallet } from "./injected";

/** Who signs, and how. */
export interface Owner {
  owner: Address;
  signer: Signer;
}

/** A key of this page's own. It stays in the closure of its account: nothing shows, stores or sends it. */
export async function generateOwner(): Promise<Owner> {
  const { generatePrivateKey, privateKeyToAccount } = await import("viem/accounts");
  const account = privateKeyToAccount(generatePrivateKey());
  return { owner: account.address, signer: account };
}

/** Asks a browser wallet for an account. The key never leaves the wallet. */
export async function injectedOwner({ provider }: InjectedWallet): Promise<Owner> {
  const { createWalletClient, custom } = await import("viem");
  const [account] = await provider.request({ method: "eth_requestAccounts" });
  if (!account) throw new Error("The wallet named no account.");
  const owner = getAddress(account);
  return { owner, signer: createWalletClient({ account: owner, transport: custom(provider) }) };
}

/** Whether a browser wallet says that its person has declined: by EIP-1193 that is a code, and no failure. */
export function isDeclined(failure: unknown): boolean {
  return (failure as { code?: unknown } | undefined)?.code === 4001;
}
