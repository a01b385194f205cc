import * as z from "zod/mini";
import type * as t from "./chains/chain-ids.js";
import { chainIds } from "./chains/chain-ids.js";
import { type ExactSchema, lazy, type Schema } from "./schema.js";

const allIds = /* @__PURE__ */ Object.values(chainIds);

function oneOfChains<Id extends number>(ids: readonly Id[], expected: string): Schema<Id> {
  return z.literal([...ids], { error: `${expected}: ${ids.join(", ")}` });
}

/** Any chain of the service, including Bitcoin (0). */
export const ChainId: ExactSchema<t.ChainId> = lazy(() =>
  oneOfChains(allIds, "a supported chain id"),
);

/** One of the nine EVM chains. */
export const EvmChainId: ExactSchema<t.EvmChainId> = lazy(() =>
  oneOfChains(
    allIds.filter((id) => id !== 0),
    "one of the nine EVM chain ids",
  ),
);

/** A chain on which fiat orders settle. */
export const FiatChainId: ExactSchema<t.FiatChainId> = lazy(() =>
  oneOfChains<t.FiatChainId>([137, 42161, 8453, 1], "a fiat chain id"),
);
