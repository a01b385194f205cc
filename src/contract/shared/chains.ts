import type { WordSchema } from "../records/schema.js";
import type * as t from "./chains/chain-ids.js";
import { chainIds } from "./chains/chain-ids.js";

const allIds = /* @__PURE__ */ Object.values(chainIds);
const evmIds = /* @__PURE__ */ allIds.filter((id) => id !== 0);
const fiatIds = [137, 42161, 8453, 1] as const satisfies t.FiatChainId[];

/** Any chain of the service, including Bitcoin (0). */
export type ChainId = t.ChainId;
export const ChainId: WordSchema<t.ChainId> = {
  kind: "word",
  words: allIds,
  expected: "a supported chain id",
};

/** One of the nine EVM chains. */
export type EvmChainId = t.EvmChainId;
export const EvmChainId: WordSchema<t.EvmChainId> = {
  kind: "word",
  words: evmIds,
  expected: "one of the nine EVM chain ids",
};

/** A chain on which fiat orders settle. */
export type FiatChainId = t.FiatChainId;
export const FiatChainId: WordSchema<t.FiatChainId> = {
  kind: "word",
  words: fiatIds,
  expected: "a fiat chain id",
};
