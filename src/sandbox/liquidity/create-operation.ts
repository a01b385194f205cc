import type { CreateLiquidityRequest, LiquidityOperation } from "../../contract/liquidity/types.js";
import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { Metadata } from "../../contract/shared/primitives.js";
import type { Fee } from "../../contract/shared/types.js";
import { operationLifetime, prepareOperation } from "../operations/prepare-operation.js";
import { createRevertReason } from "../operations/revert-reason.js";
import { toIsoTime } from "../shared/operation-handler.js";
import { ServiceError } from "../shared/service-error.js";
import { applySlippage } from "../swap/slippage.js";
import { describeGas, usdToUnits } from "../swap/swap-charges.js";
import { fromUnits, parsePrice, takePercent } from "../world/amounts.js";
import { describeChain, findToken, type KnownToken } from "../world/catalogue.js";
import { describeAmount } from "../world/currency-values.js";
import { externalAccounts, findShortfall, toAssetKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import type { Booking, MarketTerms, Operation, Project, Wallet, World } from "../world/world.js";
import { type Amounts, positionContract, type Range } from "./positions.js";

/** The gas cost of every liquidity operation. */
const gasUsd = parsePrice("0.05");
const maxUint256 = 2n ** 256n - 1n;

/** Looks up tokens. Throws an error that names all unknown ones. */
export function getTokens(chainId: number, addresses: readonly string[]): KnownToken[] {
  const unknown = addresses.filter((address) => !findToken(chainId, address));
  if (unknown.length > 0)
    throw new ServiceError(
      "NOT_AUTHORIZED_TOKENS",
      `Tokens not authorized: ${[...new Set(unknown)].join(", ")}`,
    );
  return addresses.map((address) => findToken(chainId, address) as KnownToken);
}

export function computeGas(world: World, token: KnownToken): bigint {
  return usdToUnits(gasUsd, token.decimals, getPrice(world, token));
}

export function createTokenId(world: World): string {
  world.made += 1;
  return String(700_000 + world.made);
}

type FeeOptions = Pick<CreateLiquidityRequest, "transactionFeePercent" | "extraFee">;

/** The project's fee and the extra fee on an amount. */
export interface Fees {
  project: bigint;
  extra: bigint;
}

export function computeFees(project: Project, units: bigint, asked: FeeOptions): Fees {
  return {
    // Without a treasury, no transaction fee is charged.
    project: project.treasury === null ? 0n : takePercent(units, asked.transactionFeePercent ?? 0),
    extra: asked.extraFee ? takePercent(units, asked.extraFee.percentage) : 0n,
  };
}

export function createFeeBookings(
  from: string,
  asset: string,
  shares: Fees,
  project: Project,
  { extraFee }: FeeOptions,
): Booking[] {
  return [
    {
      from,
      to: project.treasury?.toLowerCase() ?? externalAccounts.service,
      asset,
      units: shares.project,
    },
    {
      from,
      to: extraFee?.toAddress.toLowerCase() ?? externalAccounts.service,
      asset,
      units: shares.extra,
    },
  ].filter(({ units }) => units > 0n);
}

/** The reason why an operation cannot be executed, if any. */
export function findProblem(
  world: World,
  wallet: Wallet,
  gasToken: KnownToken | undefined,
  bookings: readonly Booking[],
): string | undefined {
  if (gasToken?.address === nativeToken)
    return `Gas cannot be paid in ${gasToken.address}: name an ERC-20`;
  if (bookings.some(({ units }) => units > maxUint256))
    return "The amount does not fit into 256 bits";
  const missing = findShortfall(world, bookings);
  if (!missing) return undefined;
  if (missing.account !== wallet.address) return "The position holds less than is to be taken out";
  return `ERC-20 insufficient balance of ${missing.asset.split(":")[1]}: transfer amount exceeds balance`;
}

export interface LiquidityPlan {
  world: World;
  project: Project;
  wallet: Wallet;
  chainId: number;
  type: string;
  range: Range;
  /** The amounts to add, remove or move. */
  amounts: Amounts;
  bookings: Booking[];
  problem: string | undefined;
  metadata: Metadata | undefined;
  positionId: string;
  /** The position token, and the one that it replaces. */
  tokenId: string;
  previous?: string;
  completion: Operation["completion"];
  /** In percent. */
  slippage: number | undefined;
  /** Prices that must still hold at execution. */
  market: MarketTerms[];
  gas: { token: KnownToken; units: bigint };
  fees: Fee[];
}

/**
 * Creates the common fields of all liquidity operations. Prepares the operation if it can be
 * executed.
 */
export function createLiquidityOperation(plan: LiquidityPlan): LiquidityOperation {
  const { world, wallet, chainId, range, amounts, problem, metadata, gas } = plan;
  const prepared = problem === undefined ? preparePlan(plan) : undefined;
  return {
    metadata: metadata ?? null,
    userOperationHash: prepared?.hash ?? null,
    revertReason: problem === undefined ? null : createRevertReason(problem),
    authorization: prepared?.authorization ?? null,
    amounts: [
      describeAmount(amounts.units0, range.token0, getPrice(world, range.token0)),
      describeAmount(amounts.units1, range.token1, getPrice(world, range.token1)),
    ],
    walletAddress: wallet.address,
    expiresAt: toIsoTime(prepared?.expiresAt ?? world.time + operationLifetime),
    fees: plan.fees,
    estimatedGasFees: describeGas(world, gas.token, gas.units),
    chain: describeChain(chainId),
    liquidityProvider: "POOLPROV_V3",
    nftAddress: positionContract,
  };
}

function preparePlan(plan: LiquidityPlan): Operation {
  const { world, project, wallet, chainId, type, range, amounts, tokenId, previous, positionId } =
    plan;
  return prepareOperation({
    world,
    project,
    wallet,
    chainId,
    summary: {
      kind: `${type}:${tokenId}`,
      tokenIn: range.token0.address,
      amountIn: amounts.units0,
      tokenOut: range.token1.address,
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

/** The documented form is one text. Its exact format is unknown. */
export function formatAmounts({ token0, token1 }: Range, { units0, units1 }: Amounts): string {
  return `${fromUnits(units0, token0.decimals)} ${token0.symbol}, ${fromUnits(units1, token1.decimals)} ${token1.symbol}`;
}

export function describeFees(
  token: KnownToken,
  shares: Fees,
  project: Project,
  asked: FeeOptions,
): Fee[] {
  const entry = (
    type: string,
    units: bigint,
    toAddress: string | undefined,
    percent: number,
  ): Fee[] =>
    units > 0n
      ? [
          {
            amount: fromUnits(units, token.decimals),
            token: token.address,
            toAddress: toAddress?.toLowerCase() ?? null,
            type,
            percentage: String(percent),
          },
        ]
      : [];
  return [
    ...entry(
      "TRANSACTION",
      shares.project,
      project.treasury ?? undefined,
      asked.transactionFeePercent ?? 0,
    ),
    ...entry("EXTRA", shares.extra, asked.extraFee?.toAddress, asked.extraFee?.percentage ?? 0),
  ];
}

export function describeGasEntry(token: KnownToken, units: bigint): Fee {
  return {
    amount: fromUnits(units, token.decimals),
    token: token.address,
    toAddress: null,
    type: "GAS",
    percentage: null,
  };
}

export function createGasBooking(from: string, token: KnownToken, units: bigint): Booking {
  return { from, to: externalAccounts.gas, asset: toAssetKey(token.chainId, token.address), units };
}
