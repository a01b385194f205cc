import type { LiquidityOperation } from "../../contract/liquidity/operation-records.js";
import type { Metadata } from "../../contract/shared/primitives.js";
import { fromUnits } from "../../shared/decimal.js";
import { findBookingProblem, prepareUnless } from "../operations/prepare-operation.js";
import { describeCharges, describeGas } from "../shared/charges.js";
import { describeChain } from "../world/catalogue.js";
import { omitEmpty } from "../world/ledger.js";
import { describeAmount, getPrice } from "../world/prices.js";
import { toIsoTime } from "../world/state.js";
import type { SentTransactionType } from "../world/words.js";
import type {
  Booking,
  Charge,
  MarketTerms,
  Operation,
  Project,
  Range,
  Wallet,
  World,
} from "../world/world.js";
import { type Amounts, positionContract } from "./positions.js";

export function createTokenId(world: World): string {
  world.made += 1;
  return String(700_000 + world.made);
}

export interface LiquidityPlan {
  world: World;
  project: Project;
  wallet: Wallet;
  type: SentTransactionType;
  range: Range;
  amounts: Amounts;
  transfers: Booking[];
  charges: Charge[];
  /** A problem that the balances do not show. */
  problem?: string | undefined;
  metadata: Metadata | null | undefined;
  positionId: string;
  /** The position token, and the one that it replaces. */
  tokenId: string;
  previous?: string;
  completions: Operation["completions"];
  market: MarketTerms[];
}

export function createLiquidityOperation(plan: LiquidityPlan): LiquidityOperation {
  const { world, wallet, range, amounts, charges, metadata } = plan;
  const bookings = omitEmpty([...plan.transfers, ...charges]);
  const gas = charges.find(({ type }) => type === "GAS") as Charge;
  const problem = plan.problem ?? findBookingProblem(world, wallet, gas, bookings);
  const outcome = prepareUnless(problem, {
    world,
    wallet,
    bookings,
    project: plan.project,
    chainId: range.token0.chainId,
    record: {
      type: plan.type,
      nftNumber: plan.tokenId,
      ...(plan.previous !== undefined && { previousNftNumber: plan.previous }),
    },
    // Stays the same across rebalances, so that the history can follow the position.
    metadata: { ...metadata, positionId: plan.positionId },
    completions: plan.completions,
    market: plan.market,
    details: amounts,
  });
  return {
    ...outcome,
    metadata: metadata ?? null,
    amounts: describeAmounts(world, range, amounts),
    walletAddress: wallet.address,
    expiresAt: toIsoTime(outcome.expiresAt),
    fees: describeCharges(charges),
    estimatedGasFees: describeGas(world, gas),
    chain: describeChain(range.token0.chainId),
    liquidityProvider: "POOLPROV_V3",
    nftAddress: positionContract,
  };
}

export function describeAmounts(
  world: World,
  { token0, token1 }: Range,
  { units0, units1 }: Amounts,
) {
  return [
    describeAmount(units0, token0, getPrice(world, token0)),
    describeAmount(units1, token1, getPrice(world, token1)),
  ];
}

/**
 * Some calls are documented to return a chain id and one text for the amounts. The exact format of
 * the text is unknown.
 */
export function describeAsText({ token0, token1 }: Range, { units0, units1 }: Amounts) {
  const amount0 = `${fromUnits(units0, token0.decimals)} ${token0.symbol}`;
  const amount1 = `${fromUnits(units1, token1.decimals)} ${token1.symbol}`;
  return { chain: token0.chainId, amounts: `${amount0}, ${amount1}` };
}
