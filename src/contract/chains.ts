import * as z from "zod/mini";
import type { Schema } from "./schema.js";

/** The chains of the service, by name. */
export const chainIds = {
  arbitrum: 42161,
  avalanche: 43114,
  base: 8453,
  bnb: 56,
  ethereum: 1,
  gnosis: 100,
  optimism: 10,
  polygon: 137,
  xLayer: 196,
  bitcoin: 0,
} as const;

/** The nine EVM chains. */
export type EvmChainId = Exclude<ChainId, 0>;
/** The nine EVM chains and Bitcoin (0). */
export type ChainId = (typeof chainIds)[keyof typeof chainIds];
/** The chains on which fiat orders settle: Polygon, Arbitrum One, Base and Ethereum. */
export type FiatChainId = 137 | 42161 | 8453 | 1;

const allIds = /* @__PURE__ */ Object.values(chainIds);

function chain<Id extends number>(ids: readonly Id[], what: string): Schema<Id> {
  return z.literal([...ids], { error: `${what}: ${ids.join(", ")}` }) as unknown as Schema<Id>;
}

/** Any chain of the service, Bitcoin (0) included. */
export const ChainId: Schema<ChainId> = /* @__PURE__ */ z.lazy(() => chain(allIds, "a supported chain id")) as never;

/** One of the nine EVM chains. */
export const EvmChainId: Schema<EvmChainId> = /* @__PURE__ */ z.lazy(() =>
  chain(
    allIds.filter((id) => id !== 0),
    "one of the nine EVM chain ids",
  ),
) as never;

/** A chain on which fiat orders settle. */
export const FiatChainId: Schema<FiatChainId> = /* @__PURE__ */ z.lazy(() =>
  chain<FiatChainId>([137, 42161, 8453, 1], "a fiat chain id"),
) as never;
