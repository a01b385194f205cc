import type { StatedLoss } from "../contract/shared/records.js";
import type { Address } from "../shared/patterns.js";
import { type Decimal, parseDecimal } from "../signing/shared/decimal.js";
import { normalizeToken } from "../signing/shared/same-token.js";

/** All that leaves of one token on one chain. */
export interface Loss {
  readonly token: Address;
  readonly chainId: number;
  readonly amount: Decimal;
}

export function listLosses(leaves: readonly StatedLoss[]): Loss[] {
  const sums = new Map<string, Loss>();
  for (const { token, chainId, amount } of leaves) {
    const key = `${chainId}:${normalizeToken(token, chainId)}`.toLowerCase();
    const sum = sums.get(key)?.amount ?? 0n;
    sums.set(key, { token, chainId, amount: sum + (parseDecimal(amount) ?? 0n) });
  }
  return [...sums.values()];
}
