import type { CreateLiquidityRequest } from "../../contract/liquidity/types.js";
import type { Address } from "../../contract/shared/primitives.js";
import type { Given } from "../../contract/shared/schema.js";
import type { Fee } from "../../contract/shared/types.js";
import { fromUnits, takePercent } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import { externalAccounts, toAssetKey } from "../world/ledger.js";
import type { Booking, Project } from "../world/world.js";
import type { KnownWord } from "./known-word.js";

export type FeeType = KnownWord<Fee["type"]>;

type FeeOptions = Pick<Given<CreateLiquidityRequest>, "transactionFeePercent" | "extraFee">;

/** The project's fee and the extra fee on an amount, in token units. */
export interface Fees {
  project: bigint;
  extra: bigint;
}

export function computeFees(project: Project, units: bigint, options: FeeOptions): Fees {
  const { transactionFeePercent, extraFee } = options;
  return {
    // Without a treasury, no transaction fee is charged.
    project: project.treasury === null ? 0n : takePercent(units, transactionFeePercent ?? 0),
    extra: extraFee ? takePercent(units, extraFee.percentage) : 0n,
  };
}

export function createFeeBookings(
  from: string,
  asset: string,
  fees: Fees,
  project: Project,
  { extraFee }: FeeOptions,
): Booking[] {
  const { service } = externalAccounts;
  return [
    { from, to: project.treasury ?? service, asset, units: fees.project },
    { from, to: extraFee?.toAddress ?? service, asset, units: fees.extra },
  ].filter(({ units }) => units > 0n);
}

export function createGasBooking(from: string, token: KnownToken, units: bigint): Booking {
  return {
    from,
    to: externalAccounts.gas,
    asset: toAssetKey(token.chainId, token.address),
    units,
  };
}

export function describeFees(
  token: KnownToken,
  fees: Fees,
  { treasury }: Project,
  { transactionFeePercent, extraFee }: FeeOptions,
  formatPercent: (percent: number) => string = String,
): Fee[] {
  const extraPercent = formatPercent(extraFee?.percentage ?? 0);
  return [
    ...describeFee(
      "TRANSACTION",
      token,
      fees.project,
      treasury,
      formatPercent(transactionFeePercent ?? 0),
    ),
    ...describeFee("EXTRA", token, fees.extra, extraFee?.toAddress ?? null, extraPercent),
  ];
}

/** Omits a fee of zero. */
export function describeFee(
  type: FeeType,
  token: KnownToken,
  units: bigint,
  toAddress: string | null,
  percentage: string,
): Fee[] {
  if (units <= 0n) return [];
  return [
    {
      amount: fromUnits(units, token.decimals),
      token: token.address,
      toAddress: (toAddress?.toLowerCase() as Address | undefined) ?? null,
      type,
      percentage,
    },
  ];
}

export function describeGasFee({ address, decimals }: KnownToken, units: bigint): Fee {
  const amount = fromUnits(units, decimals);
  return { amount, token: address, toAddress: null, type: "GAS", percentage: "0" };
}
