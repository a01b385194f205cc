import { takePercent } from "../world/amounts.js";
import { getUsdValue } from "../world/prices.js";
import type { LendingPartName, LoanCoverage, World } from "../world/world.js";
import { type Loan, listDebts, listSupplies } from "./loans.js";

/** The maximum debt, in percent of the supplied value. */
export const maxLoanPercent = 75;

/**
 * Whether the remaining supply covers the debt. Always true if nothing is borrowed or withdrawn.
 */
export function isCovered(
  world: World,
  wallet: string,
  { provider, parts }: LoanCoverage,
): boolean {
  if (!parts.some(({ name }) => name === "borrow" || name === "withdraw")) return true;
  const sumUsd = (items: readonly Pick<Loan, "token" | "units">[]) =>
    items.reduce((sum, { token, units }) => sum + getUsdValue(world, token, units), 0n);
  const sumLoans = (loans: readonly Loan[]) =>
    sumUsd(loans.filter((loan) => loan.provider === provider));
  const sumParts = (name: LendingPartName) => sumUsd(parts.filter((part) => part.name === name));
  const supplied =
    sumLoans(listSupplies(world, wallet)) + sumParts("supply") - sumParts("withdraw");
  const owed = sumLoans(listDebts(world, wallet)) + sumParts("borrow") - sumParts("repay");
  return owed <= takePercent(supplied, maxLoanPercent);
}
