import { findAddresses } from "./mentioned-wallets.js";
import type { ProxyInput } from "./types.js";

/**
 * The wallet that a call acts on: the `walletAddress` of its path or body. An EVM address comes in lower case, so keep those of your sessions so.
 * Undefined where the call names none, as in `tokens.list`, and also in `operations.execute`, the limit-order cancellation, fiat orders and identity
 * checks: those are known by hashes and ids, which only your own records can tell to be a user's. So is the `individualId` that a swap or a tax
 * export may name beside its wallet. It says nothing of where money goes: see {@link walletsOf}.
 *
 * @example
 * ```ts
 * import { walletOf } from "bursar/proxy";
 *
 * const call = {
 *   operation: "wallets.portfolio",
 *   input: { params: { walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7" }, query: {}, body: undefined },
 * };
 * console.log(walletOf(call)); // 0x52908400098527886e0f7030069857d2e4169ee7
 * ```
 */
export function walletOf(call: { readonly input: ProxyInput }): string | undefined {
  const acting = new Set(
    findAddresses(call.input).flatMap(({ path, address }) =>
      path.length === 2 && path[1] === "walletAddress" ? [address] : [],
    ),
  );
  // Two different ones: no call has that, and nobody could say which.
  return acting.size === 1 ? [...acting][0] : undefined;
}
