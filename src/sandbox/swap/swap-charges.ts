import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { SwapQuoteRequest } from "../../contract/swap/types.js";
import { fromUnits, percentOf, priceUnits, worthUsd } from "../world/amounts.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { assetOf, outside } from "../world/ledger.js";
import { priceOf } from "../world/prices.js";
import type { Booking, Project, World } from "../world/world.js";

/** What the service takes out of every swap, in percent. */
const servicePercent = 0.1;
/** How far the gas may exceed its estimate, in percent. */
const gasMargin = 150;

/** What a swap costs, in the input token except for the gas. */
export interface Charges {
  project: bigint;
  projectPercent: number;
  extra: bigint;
  service: bigint;
  gas: bigint;
  /** Undefined where the gas cannot be paid in that token. */
  gasToken: KnownToken | undefined;
  /** What is left to swap. Not above zero where the charges eat the amount. */
  net: bigint;
}

export function chargesOf(
  world: World,
  project: Project,
  swap: SwapQuoteRequest,
  amountIn: bigint,
  gasToken: KnownToken | undefined,
  gasUsd: bigint,
): Charges {
  // With no treasury there is nobody to take it for.
  const projectPercent = project.treasury === null ? 0 : (swap.transactionFeePercent ?? 0);
  const taken = {
    project: percentOf(amountIn, projectPercent),
    extra: swap.extraFee ? percentOf(amountIn, swap.extraFee.percentage) : 0n,
    service: percentOf(amountIn, servicePercent),
    gas: gasToken ? unitsFor(gasUsd, gasToken.decimals, priceOf(world, gasToken)) : 0n,
  };
  const deducted = swap.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" ? taken.gas : 0n;
  return {
    ...taken,
    projectPercent,
    gasToken,
    net: amountIn - taken.project - taken.extra - taken.service - deducted,
  };
}

/** How much of a token is worth that many millionths of a millionth of a dollar, rounded up. */
export function unitsFor(usd: bigint, decimals: number, price: string): bigint {
  const unit = priceUnits(price);
  return unit === 0n ? 0n : (usd * 10n ** BigInt(decimals) + unit - 1n) / unit;
}

/** Where everything that is not swapped goes. */
export function chargeBookings(
  wallet: string,
  project: Project,
  swap: SwapQuoteRequest,
  assetIn: string,
  charges: Charges,
): Booking[] {
  const bookings = [
    {
      from: wallet,
      to: project.treasury ?? outside.service,
      asset: assetIn,
      units: charges.project,
    },
    {
      from: wallet,
      to: swap.extraFee?.toAddress.toLowerCase() ?? outside.service,
      asset: assetIn,
      units: charges.extra,
    },
    { from: wallet, to: outside.service, asset: assetIn, units: charges.service },
  ];
  const { gasToken, gas } = charges;
  if (gasToken)
    bookings.push({
      from: wallet,
      to: outside.gas,
      asset: assetOf(gasToken.chainId, gasToken.address),
      units: gas,
    });
  return bookings.filter(({ units }) => units > 0n);
}

/** The charges as a quote shows them. */
export function describeCharges(
  world: World,
  project: Project,
  swap: SwapQuoteRequest,
  tokenIn: KnownToken,
  charges: Charges,
) {
  const { gas, gasToken } = charges;
  const inToken = (units: bigint) => fromUnits(units, tokenIn.decimals);
  const entry = (type: string, units: bigint, toAddress: string | null, percent: number) =>
    units > 0n
      ? [
          {
            amount: inToken(units),
            token: tokenIn.address,
            toAddress,
            type,
            percentage: percentText(percent),
          },
        ]
      : [];
  return {
    estimatedGasFees: gasToken ? describeGas(world, gasToken, gas) : null,
    estimatedCollectedFee: {
      collectedFeeToken: tokenIn.address,
      collectedFee: inToken(charges.project),
      collectedFeePercent: percentText(charges.projectPercent),
      serviceCollectedFee: inToken(charges.service),
      serviceCollectedFeePercent: percentText(servicePercent),
    },
    fees: [
      ...(gasToken
        ? [
            {
              amount: fromUnits(gas, gasToken.decimals),
              token: gasToken.address,
              toAddress: null,
              type: "GAS",
              percentage: null,
            },
          ]
        : []),
      ...entry(
        "TRANSACTION",
        charges.project,
        project.treasury?.toLowerCase() ?? null,
        charges.projectPercent,
      ),
      ...entry(
        "EXTRA",
        charges.extra,
        swap.extraFee?.toAddress.toLowerCase() ?? null,
        swap.extraFee?.percentage ?? 0,
      ),
      ...entry("SERVICE", charges.service, null, servicePercent),
    ],
  };
}

export function describeGas(world: World, gasToken: KnownToken, gas: bigint) {
  const native = findToken(gasToken.chainId, nativeToken);
  const most = percentOf(gas, gasMargin);
  const price = priceOf(world, gasToken);
  const mostUsd = (most * priceUnits(price)) / 10n ** BigInt(gasToken.decimals);
  return {
    payGasFeeToken: gasToken.address,
    maxGasFeeToken: fromUnits(most, gasToken.decimals),
    gasFeeTokenAmount: fromUnits(gas, gasToken.decimals),
    gasFeeTokenAmountUSD: worthUsd(gas, gasToken.decimals, price),
    maxGasFeeNative: native
      ? fromUnits(unitsFor(mostUsd, native.decimals, priceOf(world, native)), native.decimals)
      : null,
  };
}

/** Percentages count to a millionth, as the charges themselves do. */
function percentText(percent: number): string {
  return fromUnits(BigInt(Math.round(percent * 1_000_000)), 6);
}
