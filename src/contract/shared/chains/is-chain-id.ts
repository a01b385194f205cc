import { type ChainId, chainIds } from "./chain-ids.js";

const known: ReadonlySet<unknown> = /* @__PURE__ */ new Set(Object.values(chainIds));

/**
 * Whether a value is the id of a chain that the service supports, including Bitcoin (0).
 *
 * @example
 * ```ts
 * import { chainNames, isChainId } from "bursar";
 *
 * const chainId: number = 137;
 * console.log(isChainId(chainId) ? chainNames[chainId] : "not supported"); // Polygon
 * ```
 */
export function isChainId(value: unknown): value is ChainId {
  return known.has(value);
}
