import type { ObjectSchema } from "../records/schema.js";
import { endpoint } from "../shared/endpoint.js";
import { Id } from "../shared/primitives.js";
import { matchId } from "../shared/repeated-value.js";
import {
  ChangeLiquidityResult,
  CollectLiquidityFeesResult,
  CreateLiquidityResult,
  CreateWithSwapResult,
  RebalanceLiquidityResult,
} from "./operation-records.js";
import {
  LiquidityAmounts,
  LiquidityAmountsQuery,
  LiquidityPoolResponse,
  LiquidityPools,
  ListPoolsQuery,
  PoolHistory,
  PoolHistoryQuery,
  poolPageSizes,
} from "./pool-records.js";
import {
  ChangeLiquidityRequest,
  CollectLiquidityFeesRequest,
  CreateLiquidityRequest,
  RebalanceLiquidityRequest,
} from "./records.js";

const PoolPath: ObjectSchema<{ id: string }> = {
  kind: "request",
  fields: () => ({
    /** The id of the pool: chain id, hyphen and pool address. */
    id: Id,
  }),
};

/**
 * Without the addition, an empty history would not show whether a lost call may be repeated. A
 * function, because bundlers keep an unused template.
 */
function describeLookup(lookup: string): string {
  return `${lookup} (a prepared operation changes nothing until it is executed)`;
}

/** Create a liquidity position out of one token, swapping what the position needs. */
export const createLiquidityWithSwap = /* @__PURE__ */ endpoint({
  name: "liquidity.createWithSwap",
  title: "Create a liquidity position out of one token, swapping what the position needs",
  label: "E6",
  method: "POST",
  path: "/api/v1/liquidity",
  body: CreateLiquidityRequest,
  response: CreateWithSwapResult,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
  ],
  effect: "write",
  signed: true,
  known: "contract",
  lookup: describeLookup(
    "look for the position in client.wallets.history before you create it again",
  ),
});

/** Create a liquidity position. */
export const createLiquidity = /* @__PURE__ */ endpoint({
  name: "liquidity.create",
  title: "Create a liquidity position",
  label: "E7",
  method: "POST",
  path: "/api/v1/liquidity/create",
  body: CreateLiquidityRequest,
  response: CreateLiquidityResult,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
  ],
  effect: "write",
  signed: true,
  known: "contract",
  lookup: describeLookup(
    "look for the position in client.wallets.history before you create it again",
  ),
});

/** Move a liquidity position into another price range. */
export const rebalanceLiquidity = /* @__PURE__ */ endpoint({
  name: "liquidity.rebalance",
  title: "Move a liquidity position into another price range",
  label: "E8",
  method: "POST",
  path: "/api/v1/liquidity/rebalance",
  body: RebalanceLiquidityRequest,
  response: RebalanceLiquidityResult,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "BLOCKCHAIN_ERROR",
  ],
  effect: "write",
  signed: true,
  known: "contract",
  lookup: describeLookup(
    "look in client.wallets.history, with nftNumber set to the tokenId, whether the position has moved before you rebalance it again",
  ),
});

export const changeLiquidity = /* @__PURE__ */ endpoint({
  name: "liquidity.change",
  title: "Put liquidity into a position or take some out",
  method: "POST",
  path: "/api/v1/liquidity/change",
  body: ChangeLiquidityRequest,
  response: ChangeLiquidityResult,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "BLOCKCHAIN_ERROR",
  ],
  effect: "write",
  signed: true,
  known: "published",
  lookup: describeLookup(
    "look in client.wallets.history, with nftNumber set to the tokenId, whether the position has changed before you change it again",
  ),
});

export const collectLiquidityFees = /* @__PURE__ */ endpoint({
  name: "liquidity.collectFees",
  title: "Collect all the fees that a liquidity position has earned",
  method: "POST",
  path: "/api/v1/liquidity/collect",
  body: CollectLiquidityFeesRequest,
  response: CollectLiquidityFeesResult,
  errors: ["NOT_AUTHORIZED_TOKENS", "UNAVAILABLE_COMPUTE_UNITS", "BLOCKCHAIN_ERROR"],
  effect: "write",
  signed: true,
  known: "published",
  lookup: describeLookup(
    "look in client.wallets.history, with nftNumber set to the nftId, whether the fees were collected before you collect them again",
  ),
});

/** List liquidity pools with statistics. */
export const listPools = /* @__PURE__ */ endpoint({
  name: "liquidity.pools",
  title: "List liquidity pools with statistics",
  label: "E9",
  method: "GET",
  path: "/api/v1/liquidity/pools",
  query: ListPoolsQuery,
  arrays: "comma",
  response: LiquidityPools,
  errors: ["UNAVAILABLE_COMPUTE_UNITS", "DB_API_FAILED"],
  effect: "read",
  known: "contract",
  paging: { style: "offset", items: "pools", param: "offset", size: "take", sizes: poolPageSizes },
});

export const getPool = /* @__PURE__ */ endpoint({
  name: "liquidity.pool",
  title: "Read a liquidity pool",
  method: "GET",
  path: "/api/v1/liquidity/pools/{id}",
  params: PoolPath,
  response: LiquidityPoolResponse,
  errors: [],
  effect: "read",
  known: "published",
  same: ({ params }) => ({ "pool.id": matchId(params.id) }),
});

export const getPoolHistory = /* @__PURE__ */ endpoint({
  name: "liquidity.poolHistory",
  title: "Read the statistics of a liquidity pool over time",
  method: "GET",
  path: "/api/v1/liquidity/pools/{id}/historical-data",
  params: PoolPath,
  query: PoolHistoryQuery,
  response: PoolHistory,
  errors: [],
  effect: "read",
  known: "published",
  same: ({ params }) => ({ "statistics.poolId": matchId(params.id) }),
});

export const getLiquidityAmounts = /* @__PURE__ */ endpoint({
  name: "liquidity.amounts",
  title: "Compute the amounts of a liquidity position from its price range",
  method: "GET",
  path: "/api/v1/liquidity/amounts",
  query: LiquidityAmountsQuery,
  response: LiquidityAmounts,
  errors: [],
  effect: "read",
  known: "published",
});

/** The endpoints of this file, in the order of the reference. */
export default [
  createLiquidityWithSwap,
  createLiquidity,
  rebalanceLiquidity,
  changeLiquidity,
  collectLiquidityFees,
  listPools,
  getPool,
  getPoolHistory,
  getLiquidityAmounts,
] as const;
