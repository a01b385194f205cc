import { formatUsdValue, parsePrice, takePercent } from "../world/amounts.js";
import { getCatalogue, type KnownToken } from "../world/catalogue.js";
import { getPrice } from "../world/prices.js";
import type { LendingPartName, LoanCoverage, World } from "../world/world.js";
import { type Loan, listDebts, listSupplies } from "./loans.js";

/** The maximum debt, in percent of the supplied value. */
export const maxLoanPercent = 75;

export interface LendingPart {
  name: LendingPartName;
  token: KnownToken;
  units: bigint;
}

/**
 * Whether the remaining supply covers the debt. Always true if nothing is borrowed or withdrawn.
 */
export function isCovered(
  world: World,
  wallet: string,
  provider: string,
  parts: readonly LendingPart[],
): boolean {
  if (!parts.some(({ name }) => name === "borrow" || name === "withdraw")) return true;
  const sumUsd = (items: readonly Pick<Loan, "token" | "units">[]) =>
    items.reduce((sum, { token, units }) => sum + getRoundedUsdValue(world, token, units), 0n);
  const sumLoans = (loans: readonly Loan[]) =>
    sumUsd(loans.filter((loan) => loan.provider === provider));
  const sumParts = (name: LendingPartName) => sumUsd(parts.filter((part) => part.name === name));
  const supplied =
    sumLoans(listSupplies(world, wallet)) + sumParts("supply") - sumParts("withdraw");
  const owed = sumLoans(listDebts(world, wallet)) + sumParts("borrow") - sumParts("repay");
  return owed <= takePercent(supplied, maxLoanPercent);
}

function getRoundedUsdValue(world: World, token: KnownToken, units: bigint): bigint {
  return parsePrice(formatUsdValue(units, token.decimals, getPrice(world, token)));
}

export function createCoverage(provider: string, parts: readonly LendingPart[]): LoanCoverage {
  const plain = parts.map(({ name, token, units }) => ({
    name,
    asset: token.asset,
    units,
  }));
  return { provider, parts: plain };
}

/** Checks the coverage again at execution, because prices and loans may have changed. */
export function isStillCovered(
  world: World,
  wallet: string,
  { provider, parts }: LoanCoverage,
): boolean {
  // Only catalogue tokens can be lent.
  const settled = parts.map(({ name, asset, units }) => ({
    ...{ name, units },
    token: getCatalogue().get(asset) as KnownToken,
  }));
  return isCovered(world, wallet, provider, settled);
}
