import type { CreateLiquidityRequest } from "../../contract/liquidity/records.js";
import type { Given } from "../../contract/records/schema.js";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Fee, GasEstimate, GasFeePaymentMethod } from "../../contract/shared/records.js";
import type { CollectedFeeEstimate } from "../../contract/swap/records.js";
import { fromUnits } from "../../shared/decimal.js";
import type { Address } from "../../shared/patterns.js";
import { formatUsdValue, parsePrice, takePercent } from "../world/amounts.js";
import { findToken, getCatalogue, type KnownToken } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { getPrice, getUnitsForUsd, getUsdValue } from "../world/prices.js";
import type { Charge, Project, World } from "../world/world.js";

/** The gas cost of an operation other than a swap. */
const operationGasUsd = parsePrice("0.05");
/** The maximum gas, in percent of the estimate. */
const maxGasPercent = 150;

export function createCharge(
  type: Charge["type"],
  [from, to]: readonly [from: string, to: string],
  token: KnownToken,
  units: bigint,
  percent: number,
): Charge {
  const asset = token.asset;
  return { type, from, to, asset, units: takePercent(units, percent), percent };
}

/** The project's fee and the extra fee on an amount. Without a treasury, there is no first one. */
export function createFeeCharges(
  { treasury }: Project,
  from: string,
  token: KnownToken,
  units: bigint,
  options: Pick<Given<CreateLiquidityRequest>, "transactionFeePercent" | "extraFee">,
): Charge[] {
  const { extraFee } = options;
  // Null stands for none, too.
  const transactionFeePercent = options.transactionFeePercent ?? 0;
  return [
    ...(treasury === null
      ? []
      : [createCharge("TRANSACTION", [from, treasury], token, units, transactionFeePercent)]),
    ...(extraFee
      ? [createCharge("EXTRA", [from, extraFee.toAddress], token, units, extraFee.percentage)]
      : []),
  ];
}

/** `usd` is the cost in units of 10^-12 US dollars. */
export function createGasCharge(
  world: World,
  from: string,
  token: KnownToken,
  usd: bigint = operationGasUsd,
): Charge {
  const asset = token.asset;
  const units = getUnitsForUsd(world, token, usd);
  return { type: "GAS", from, to: externalAccounts.gas, asset, units, percent: 0 };
}

/**
 * What the charges take from an amount. Gas in another token cannot reduce it: the wallet pays it
 * in addition.
 */
export function sumDeducted(
  charges: readonly Charge[],
  asset: string,
  gasFeePaymentMethod: GasFeePaymentMethod,
): bigint {
  const deducted = charges.filter(
    (charge) =>
      charge.asset === asset &&
      (charge.type !== "GAS" || gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT"),
  );
  return deducted.reduce((sum, { units }) => sum + units, 0n);
}

export function getChargedToken({ asset }: Charge): KnownToken {
  return getCatalogue().get(asset) as KnownToken;
}

export function getRecipient({ to }: Charge): Address | null {
  return to.startsWith("0x") ? (to.toLowerCase() as Address) : null;
}

/** Omits charges of zero, except for gas. */
export function describeCharges(charges: readonly Charge[]): Fee[] {
  const shown = charges.filter(({ type, units }) => type === "GAS" || units > 0n);
  return shown.map((charge) => {
    const { address, decimals } = getChargedToken(charge);
    return {
      amount: fromUnits(charge.units, decimals),
      token: address,
      toAddress: getRecipient(charge),
      type: charge.type,
      percentage: formatPercent(charge.percent),
    };
  });
}

export function describeCollectedFee(
  token: KnownToken,
  charges: readonly Charge[],
): CollectedFeeEstimate {
  const find = (wanted: Charge["type"]) => charges.find(({ type }) => type === wanted);
  const [collected, service] = [find("TRANSACTION"), find("SERVICE")];
  return {
    collectedFeeToken: token.address,
    collectedFee: fromUnits(collected?.units ?? 0n, token.decimals),
    collectedFeePercent: formatPercent(collected?.percent ?? 0),
    serviceCollectedFee: fromUnits(service?.units ?? 0n, token.decimals),
    serviceCollectedFeePercent: formatPercent(service?.percent ?? 0),
  };
}

/** Percentages have at most six decimals. */
export function formatPercent(percent: number): string {
  return fromUnits(BigInt(Math.round(percent * 1_000_000)), 6);
}

export function describeGas(world: World, charge: Charge): GasEstimate {
  const token = getChargedToken(charge);
  const { address, decimals } = token;
  const max = takePercent(charge.units, maxGasPercent);
  return {
    payGasFeeToken: address,
    maxGasFeeToken: fromUnits(max, decimals),
    gasFeeTokenAmount: fromUnits(charge.units, decimals),
    gasFeeTokenAmountUSD: formatUsdValue(charge.units, decimals, getPrice(world, token)),
    maxGasFeeNative: convertToNative(world, token, getUsdValue(world, token, max)),
  };
}

/** The amount of a chain's coin that is worth an amount in 10^-12 US dollars. */
export function convertToNative(world: World, { chainId }: KnownToken, usd: bigint): string {
  // Charges are paid on EVM chains only, and each of them has a native coin.
  const native = findToken(chainId, nativeToken) as KnownToken;
  return fromUnits(getUnitsForUsd(world, native, usd), native.decimals);
}
