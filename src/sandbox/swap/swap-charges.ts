import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Given } from "../../contract/shared/schema.js";
import type { SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  computeFees,
  createFeeBookings,
  createGasBooking,
  describeFee,
  describeFees,
  describeGasFee,
  type Fees,
} from "../shared/fees.js";
import { formatUsdValue, fromUnits, takePercent } from "../world/amounts.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { externalAccounts } from "../world/ledger.js";
import { getPrice, getUnitsForUsd, getUsdValue } from "../world/prices.js";
import type { Booking, Project, World } from "../world/world.js";

/** The service's own fee on every swap, in percent. */
const serviceFeePercent = 0.1;
/** The maximum gas, in percent of the estimate. */
const maxGasPercent = 150;

/** The costs of a swap, in units of the input token except for the gas. */
export interface SwapCharges extends Fees {
  projectPercent: number;
  service: bigint;
  gas: bigint;
  /** Undefined if gas cannot be paid in that token. */
  gasToken: KnownToken | undefined;
  /** The amount left to swap. Zero or negative if the charges exceed the amount. */
  net: bigint;
}

export function computeCharges(
  world: World,
  project: Project,
  request: Given<SwapQuoteRequest>,
  amountIn: bigint,
  { tokenIn, gasToken }: { tokenIn: KnownToken; gasToken: KnownToken | undefined },
  gasUsd: bigint,
): SwapCharges {
  const fees = computeFees(project, amountIn, request);
  const service = takePercent(amountIn, serviceFeePercent);
  const gas = gasToken ? getUnitsForUsd(world, gasToken, gasUsd) : 0n;
  const deducted = isDeducted(request, tokenIn, gasToken) ? gas : 0n;
  return {
    ...fees,
    projectPercent: project.treasury === null ? 0 : (request.transactionFeePercent ?? 0),
    service,
    gas,
    gasToken,
    net: amountIn - fees.project - fees.extra - service - deducted,
  };
}

/** Gas in another token than `tokenIn` cannot reduce the amount. The wallet pays it in addition. */
function isDeducted(
  { gasFeePaymentMethod }: Given<SwapQuoteRequest>,
  tokenIn: KnownToken,
  gasToken: KnownToken | undefined,
): boolean {
  return gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && gasToken === tokenIn;
}

export function createChargeBookings(
  wallet: string,
  project: Project,
  request: Given<SwapQuoteRequest>,
  assetIn: string,
  charges: SwapCharges,
): Booking[] {
  const { gasToken, gas, service } = charges;
  return [
    ...createFeeBookings(wallet, assetIn, charges, project, request),
    { from: wallet, to: externalAccounts.service, asset: assetIn, units: service },
    ...(gasToken ? [createGasBooking(wallet, gasToken, gas)] : []),
  ].filter(({ units }) => units > 0n);
}

export function describeCharges(
  world: World,
  project: Project,
  request: Given<SwapQuoteRequest>,
  tokenIn: KnownToken,
  charges: SwapCharges,
) {
  const { gas, gasToken, service } = charges;
  const servicePercent = formatPercent(serviceFeePercent);
  return {
    estimatedGasFees: gasToken ? describeGas(world, gasToken, gas) : null,
    estimatedCollectedFee: {
      collectedFeeToken: tokenIn.address,
      collectedFee: fromUnits(charges.project, tokenIn.decimals),
      collectedFeePercent: formatPercent(charges.projectPercent),
      serviceCollectedFee: fromUnits(service, tokenIn.decimals),
      serviceCollectedFeePercent: servicePercent,
    },
    fees: [
      ...(gasToken ? [describeGasFee(gasToken, gas)] : []),
      ...describeFees(tokenIn, charges, project, request, formatPercent),
      ...describeFee("SERVICE", tokenIn, service, null, servicePercent),
    ],
  };
}

export function describeGas(world: World, gasToken: KnownToken, gas: bigint) {
  const { address, chainId, decimals } = gasToken;
  // Gas is paid on EVM chains only, and each of them has a native coin.
  const native = findToken(chainId, nativeToken) as KnownToken;
  const max = takePercent(gas, maxGasPercent);
  const maxUsd = getUsdValue(world, gasToken, max);
  return {
    payGasFeeToken: address,
    maxGasFeeToken: fromUnits(max, decimals),
    gasFeeTokenAmount: fromUnits(gas, decimals),
    gasFeeTokenAmountUSD: formatUsdValue(gas, decimals, getPrice(world, gasToken)),
    maxGasFeeNative: fromUnits(getUnitsForUsd(world, native, maxUsd), native.decimals),
  };
}

/** Percentages have at most six decimals. */
function formatPercent(percent: number): string {
  return fromUnits(BigInt(Math.round(percent * 1_000_000)), 6);
}
