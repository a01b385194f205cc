import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { SwapQuoteRequest } from "../../contract/swap/types.js";
import { formatUsdValue, fromUnits, parsePrice, takePercent } from "../world/amounts.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { externalAccounts, toAssetKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import type { Booking, Project, World } from "../world/world.js";

/** The service's own fee on every swap, in percent. */
const serviceFeePercent = 0.1;
/** The maximum gas, in percent of the estimate. */
const maxGasPercent = 150;

/** The costs of a swap, in units of the input token except for the gas. */
export interface SwapCharges {
  project: bigint;
  projectPercent: number;
  extra: bigint;
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
  swap: SwapQuoteRequest,
  amountIn: bigint,
  gasToken: KnownToken | undefined,
  gasUsd: bigint,
): SwapCharges {
  // Without a treasury, no transaction fee is charged.
  const projectPercent = project.treasury === null ? 0 : (swap.transactionFeePercent ?? 0);
  const taken = {
    project: takePercent(amountIn, projectPercent),
    extra: swap.extraFee ? takePercent(amountIn, swap.extraFee.percentage) : 0n,
    service: takePercent(amountIn, serviceFeePercent),
    gas: gasToken ? usdToUnits(gasUsd, gasToken.decimals, getPrice(world, gasToken)) : 0n,
  };
  const deducted = swap.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" ? taken.gas : 0n;
  return {
    ...taken,
    projectPercent,
    gasToken,
    net: amountIn - taken.project - taken.extra - taken.service - deducted,
  };
}

/** Converts US dollars (in units of 10^-12) to token units, rounded up. */
export function usdToUnits(usd: bigint, decimals: number, price: string): bigint {
  const unit = parsePrice(price);
  return unit === 0n ? 0n : (usd * 10n ** BigInt(decimals) + unit - 1n) / unit;
}

export function createChargeBookings(
  wallet: string,
  project: Project,
  swap: SwapQuoteRequest,
  assetIn: string,
  charges: SwapCharges,
): Booking[] {
  const bookings = [
    {
      from: wallet,
      to: project.treasury ?? externalAccounts.service,
      asset: assetIn,
      units: charges.project,
    },
    {
      from: wallet,
      to: swap.extraFee?.toAddress.toLowerCase() ?? externalAccounts.service,
      asset: assetIn,
      units: charges.extra,
    },
    { from: wallet, to: externalAccounts.service, asset: assetIn, units: charges.service },
  ];
  const { gasToken, gas } = charges;
  if (gasToken)
    bookings.push({
      from: wallet,
      to: externalAccounts.gas,
      asset: toAssetKey(gasToken.chainId, gasToken.address),
      units: gas,
    });
  return bookings.filter(({ units }) => units > 0n);
}

export function describeCharges(
  world: World,
  project: Project,
  swap: SwapQuoteRequest,
  tokenIn: KnownToken,
  charges: SwapCharges,
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
            percentage: formatPercent(percent),
          },
        ]
      : [];
  return {
    estimatedGasFees: gasToken ? describeGas(world, gasToken, gas) : null,
    estimatedCollectedFee: {
      collectedFeeToken: tokenIn.address,
      collectedFee: inToken(charges.project),
      collectedFeePercent: formatPercent(charges.projectPercent),
      serviceCollectedFee: inToken(charges.service),
      serviceCollectedFeePercent: formatPercent(serviceFeePercent),
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
      ...entry("SERVICE", charges.service, null, serviceFeePercent),
    ],
  };
}

export function describeGas(world: World, gasToken: KnownToken, gas: bigint) {
  const native = findToken(gasToken.chainId, nativeToken);
  const most = takePercent(gas, maxGasPercent);
  const price = getPrice(world, gasToken);
  const mostUsd = (most * parsePrice(price)) / 10n ** BigInt(gasToken.decimals);
  return {
    payGasFeeToken: gasToken.address,
    maxGasFeeToken: fromUnits(most, gasToken.decimals),
    gasFeeTokenAmount: fromUnits(gas, gasToken.decimals),
    gasFeeTokenAmountUSD: formatUsdValue(gas, gasToken.decimals, price),
    maxGasFeeNative: native
      ? fromUnits(usdToUnits(mostUsd, native.decimals, getPrice(world, native)), native.decimals)
      : null,
  };
}

/** Percentages have at most six decimals. */
function formatPercent(percent: number): string {
  return fromUnits(BigInt(Math.round(percent * 1_000_000)), 6);
}
