import type { LiquidityOperation } from "../../contract/liquidity/operation-types.js";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Metadata } from "../../contract/shared/primitives.js";
import type { Fee } from "../../contract/shared/types.js";
import type { TransactionType } from "../../contract/wallets/types.js";
import { operationLifetime, prepareOperation } from "../operations/prepare-operation.js";
import { createRevertReason, problems } from "../operations/revert-reason.js";
import type { KnownWord } from "../shared/known-word.js";
import { applySlippage, type Slippage } from "../swap/slippage.js";
import { describeGas } from "../swap/swap-charges.js";
import { fromUnits, maxUint256, parsePrice } from "../world/amounts.js";
import { describeChain, type KnownToken } from "../world/catalogue.js";
import { describeAmount } from "../world/currency-values.js";
import { findShortfall } from "../world/ledger.js";
import { getPrice, getUnitsForUsd } from "../world/prices.js";
import { toIsoTime } from "../world/state.js";
import type { Booking, MarketTerms, Operation, Project, Wallet, World } from "../world/world.js";
import { type Amounts, positionContract, type Range } from "./positions.js";

/** The gas cost of every liquidity operation. */
const gasUsd = parsePrice("0.05");

export function computeGas(world: World, token: KnownToken): bigint {
  return getUnitsForUsd(world, token, gasUsd);
}

export function createTokenId(world: World): string {
  world.made += 1;
  return String(700_000 + world.made);
}

/** The reason why an operation cannot be executed, if any. */
export function findProblem(
  world: World,
  wallet: Wallet,
  gasToken: KnownToken | undefined,
  bookings: readonly Booking[],
): string | undefined {
  if (gasToken?.address === nativeToken) return problems.nativeGas(gasToken.address);
  if (bookings.some(({ units }) => units > maxUint256)) return problems.tooLarge;
  const missing = findShortfall(world, bookings);
  if (!missing) return undefined;
  if (missing.account !== wallet.address) return "The position holds less than is to be taken out";
  return problems.insufficientBalance(missing.asset);
}

export interface LiquidityPlan {
  world: World;
  project: Project;
  wallet: Wallet;
  type: KnownWord<TransactionType>;
  range: Range;
  /** The amounts to add, remove or move. */
  amounts: Amounts;
  bookings: Booking[];
  problem: string | undefined;
  metadata: Metadata | null | undefined;
  positionId: string;
  /** The position token, and the one that it replaces. */
  tokenId: string;
  previous?: string;
  completion: Operation["completion"];
  slippage: Slippage;
  /** Prices that must still hold at execution. */
  market: MarketTerms[];
  gas: { token: KnownToken; units: bigint };
  fees: Fee[];
}

/** Describes an operation. Prepares it if it can be executed. */
export function createLiquidityOperation(plan: LiquidityPlan): LiquidityOperation {
  const { world, wallet, range, amounts, problem, metadata, gas } = plan;
  const prepared = problem === undefined ? preparePlan(plan) : undefined;
  return {
    metadata: metadata ?? null,
    userOperationHash: prepared?.hash ?? null,
    revertReason: problem === undefined ? null : createRevertReason(problem),
    authorization: prepared?.authorization ?? null,
    amounts: describeAmounts(world, range, amounts),
    walletAddress: wallet.address,
    expiresAt: toIsoTime(prepared?.expiresAt ?? world.time + operationLifetime),
    fees: plan.fees,
    estimatedGasFees: describeGas(world, gas.token, gas.units),
    chain: describeChain(range.token0.chainId),
    liquidityProvider: "POOLPROV_V3",
    nftAddress: positionContract,
  };
}

function preparePlan(plan: LiquidityPlan): Operation {
  const { world, project, wallet, type, range, amounts, tokenId, previous, positionId } = plan;
  const { token0, token1 } = range;
  const { chainId } = token0;
  return prepareOperation({
    world,
    project,
    wallet,
    chainId,
    summary: {
      kind: `${type}:${tokenId}`,
      tokenIn: token0.address,
      amountIn: amounts.units0,
      tokenOut: token1.address,
      minAmountOut: applySlippage(amounts.units1, plan.slippage),
      chainOut: chainId,
      to: wallet.address,
    },
    record: {
      type,
      chain: describeChain(chainId),
      ...{ nftNumber: tokenId, ...(previous !== undefined && { previousNftNumber: previous }) },
    },
    bookings: plan.bookings,
    // Stays the same across rebalances, so that the history can follow the position.
    metadata: { ...plan.metadata, positionId },
    completion: plan.completion,
    market: plan.market,
  });
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

/** The documented form is one text. Its exact format is unknown. */
export function formatAmounts({ token0, token1 }: Range, { units0, units1 }: Amounts): string {
  return `${fromUnits(units0, token0.decimals)} ${token0.symbol}, ${fromUnits(units1, token1.decimals)} ${token1.symbol}`;
}
