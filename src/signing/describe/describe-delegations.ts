import { formatAnyChain } from "../shared/text/format-lines.js";
import { formatAddress } from "../shared/text/format-values.js";
import { toWords } from "../shared/text/plain-text.js";

/** The fields of an EIP-7702 authorization that say what it allows. */
export interface Delegation {
  address?: unknown;
  chainId?: unknown;
}

/** Describes in words what signing EIP-7702 authorizations allows. */
export function describeDelegations(delegations: readonly Delegation[]) {
  const permissions: string[] = [];
  const warnings: string[] = [];
  for (const { address, chainId } of delegations) {
    // A delegation without a chain id could be valid on every chain.
    const isEveryChain = Number(toWords(chainId ?? 0)) === 0;
    const where = isEveryChain ? "every chain" : formatAnyChain(chainId);
    const contract = formatAddress(address) ?? "an unknown address";
    permissions.push(
      `Hands your account over to the contract ${contract} on ${where}: from then on its code decides what your account does (EIP-7702).`,
    );
    warnings.push(
      `The contract ${contract} gets control of your whole account and can move everything in it, now and later.`,
    );
    if (isEveryChain) warnings.push("The delegation is valid on every chain.");
  }
  return { permissions, warnings };
}

export const orderPermission =
  "Also signs an order for the wallet: it can be executed until it expires or is cancelled. Its contents are not stated.";
