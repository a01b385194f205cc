import { ConfigurationError } from "../errors/data.js";
import { isMissing } from "../shared/guards.js";
import type { Address } from "../shared/patterns.js";
import type { Fields } from "../signing/shared/read-options.js";
import { normalizeToken } from "../signing/shared/same-token.js";
import { approvalFields, assertApproval, type PolicyApproval } from "./approval.js";
import type { PolicyStore } from "./policy-store.js";

/** How much of a token may leave. Amounts are decimal strings in whole tokens, and exact. */
export interface PolicyLimit {
  /** The address of the token, or `nativeToken`. */
  token: Address;
  /** @defaultValue all `chains` together */
  chainId?: number | undefined;
  /** The most in one operation, with fees and gas in this token. */
  perOperation?: string | undefined;
  /** The most in each of these times, over all operations. */
  windows?: readonly { hours: number; max: string }[] | undefined;
  /**
   * With it, the amounts of this limit are US dollars: returns the price of one token as a decimal
   * string, from your own source. If it fails, nothing is signed.
   */
  price?: ((token: Address, chainId: number) => string | PromiseLike<string>) | undefined;
}

/** What may be signed. Everything that is not listed is refused. */
export interface SigningPolicyOptions {
  /** The only chains, also those on which something arrives. */
  chains: readonly number[];
  /** The only receivers, also of a fee that you request, besides the wallet itself. */
  receivers: readonly string[];
  /** The only tokens that may leave, also as a fee or as gas. */
  limits: readonly PolicyLimit[];
  /** Which amounts a person must approve, by a mandate. @defaultValue none */
  approval?: PolicyApproval | undefined;
  /** @defaultValue a store in memory, for one process */
  store?: PolicyStore | undefined;
  /** Separates policies with the same store. @defaultValue `"policy"` */
  name?: string | undefined;
  /**
   * Also signs what states no amounts, such as a bare hash, other typed data, an authorization, a
   * cancellation, a liquidity operation or calls of your own. **No limit applies to them.**
   * @defaultValue `false`
   */
  allowRaw?: boolean | undefined;
}

// biome-ignore format: a compact table
export const optionFields: Fields<SigningPolicyOptions> = {
  chains: "any!", receivers: "accounts!", store: "any", name: "value", allowRaw: "value",
  limits: [{ token: "address!", chainId: "value", perOperation: "amount", price: "function",
    windows: [{ hours: "value!", max: "amount!" }] }],
  approval: approvalFields,
};

export const toKey = (
  name: string,
  { token, chainId, price }: PolicyLimit,
  hours: number,
): string =>
  `${name}:${chainId ?? "all"}:${normalizeToken(token, chainId)}:${hours}${price ? ":usd" : ""}`;

/** Throws if an option cannot be a limit. */
export function assertOptions(
  subject: string,
  { chains, limits, store, name, allowRaw, approval }: SigningPolicyOptions,
): void {
  const reject = (path: string, expected: string): never => {
    throw new ConfigurationError(`${subject}: ${path}: expected ${expected}`);
  };
  if (!Array.isArray(chains) || !chains.every((id) => Number.isSafeInteger(id)))
    reject("chains", "a list of chain ids");
  if (!Array.isArray(limits)) reject("limits", "a list of limits");
  if (typeof name !== "string" || name === "") reject("name", "a text");
  if (!isMissing(allowRaw) && typeof allowRaw !== "boolean") reject("allowRaw", "true or false");
  const { reserve, release, freeze, unfreeze, frozen } = Object(store) as Partial<PolicyStore>;
  const methods = [reserve, release, freeze, unfreeze, frozen];
  if (!methods.every((method) => typeof method === "function"))
    reject("store", "an object with reserve, release, freeze, unfreeze and frozen");
  if (!isMissing(approval)) assertApproval(subject, approval, { allowRaw, chains });
  const keys = new Set<string>();
  for (const [i, limit] of limits.entries()) {
    const { chainId, perOperation, windows } = limit;
    const path = `limits[${i}]`;
    if (!isMissing(chainId) && !chains.includes(chainId))
      reject(`${path}.chainId`, "one of chains");
    if (isMissing(perOperation) && !windows?.length) reject(path, "perOperation, windows, or both");
    for (const [j, { hours }] of (windows ?? []).entries())
      if (!Number.isFinite(hours) || hours <= 0)
        reject(`${path}.windows[${j}].hours`, "a number above zero");
    for (const hours of [0, ...(windows ?? []).map((window) => window.hours)]) {
      const key = toKey("", limit, hours);
      if (keys.has(key)) reject(path, "one limit of each token, with one window of each length");
      keys.add(key);
    }
  }
}
