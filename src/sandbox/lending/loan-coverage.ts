import type { ExecutionConditions } from "../operations/settle-operations.js";
import { formatUsdValue, parsePrice, takePercent } from "../world/amounts.js";
import { getCatalogue, type KnownToken } from "../world/catalogue.js";
import { toAssetKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import type { Operation, World } from "../world/world.js";
import { type Loan, listDebts, listSupplies } from "./loans.js";
import type { LendingPartName } from "./parse-parts.js";

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

/** Checks the coverage again at execution, because prices and loans may have changed. */
export function createCoverageCondition(
  provider: string,
  parts: readonly LendingPart[],
): NonNullable<Operation["condition"]> {
  const plain = parts.map(({ name, token, units }) => ({
    name,
    asset: toAssetKey(token.chainId, token.address),
    units,
  }));
  return { name: "lending.covered", data: { provider, parts: plain } };
}

export const lendingConditions: ExecutionConditions = {
  "lending.covered": (world, { wallet }, { provider, parts }) => {
    const settled = (parts as { name: LendingPartName; asset: string; units: bigint }[]).map(
      ({ name, asset, units }) => ({
        ...{ name, units },
        // Only catalogue tokens can be lent.
        token: getCatalogue().get(asset) as KnownToken,
      }),
    );
    return isCovered(world, wallet, provider as string, settled);
  },
};
