import * as z from "zod/mini";
import type * as t from "./chain-ids.js";

import { chainIds } from "./chain-ids.js";
import type { Schema } from "./schema.js";

const allIds = /* @__PURE__ */ Object.values(chainIds);

function chain<Id extends number>(ids: readonly Id[], what: string): Schema<Id> {
  return z.literal([...ids], { error: `${what}: ${ids.join(", ")}` }) as unknown as Schema<Id>;
}

/** Any chain of the service, Bitcoin (0) included. */
export const ChainId: Schema<t.ChainId> = /* @__PURE__ */ z.lazy(() =>
  chain(allIds, "a supported chain id"),
) as never;

/** One of the nine EVM chains. */
export const EvmChainId: Schema<t.EvmChainId> = /* @__PURE__ */ z.lazy(() =>
  chain(
    allIds.filter((id) => id !== 0),
    "one of the nine EVM chain ids",
  ),
) as never;

/** A chain on which fiat orders settle. */
export const FiatChainId: Schema<t.FiatChainId> = /* @__PURE__ */ z.lazy(() =>
  chain<t.FiatChainId>([137, 42161, 8453, 1], "a fiat chain id"),
) as never;
