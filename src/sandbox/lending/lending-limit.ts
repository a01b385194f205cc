import type { Conditions } from "../operations/settle-operations.js";
import { percentOf, priceUnits, worthUsd } from "../world/amounts.js";
import { type KnownToken, tokens } from "../world/catalogue.js";
import { assetOf } from "../world/ledger.js";
import { priceOf } from "../world/prices.js";
import type { Operation, World } from "../world/world.js";
import type { LendingPartName } from "./lending-parts.js";
import { debtsOf, type Loan, suppliesOf } from "./loans.js";

/** How much of what is supplied can be borrowed, in percent. */
export const mostBorrowed = 75;

/** A part of a lending operation whose amount is settled. */
export interface SettledPart {
  name: LendingPartName;
  token: KnownToken;
  units: bigint;
}

/** Whether what is still supplied afterwards carries what is still owed. Asked only where the one falls or the other rises. */
export function coveredAfter(
  world: World,
  wallet: string,
  provider: string,
  parts: readonly SettledPart[],
): boolean {
  if (!parts.some(({ name }) => name === "borrow" || name === "withdraw")) return true;
  const worth = (token: KnownToken, units: bigint) =>
    priceUnits(worthUsd(units, token.decimals, priceOf(world, token)));
  const total = (loans: readonly Loan[]) =>
    loans
      .filter((loan) => loan.provider === provider)
      .reduce((sum, { token, units }) => sum + worth(token, units), 0n);
  const change = (name: LendingPartName) =>
    parts
      .filter((part) => part.name === name)
      .reduce((sum, { token, units }) => sum + worth(token, units), 0n);
  const supplied = total(suppliesOf(world, wallet)) + change("supply") - change("withdraw");
  const owed = total(debtsOf(world, wallet)) + change("borrow") - change("repay");
  return owed <= percentOf(supplied, mostBorrowed);
}

/** The same limit as a condition of the operation: prices and loans may have moved since the quote. */
export function coveredWhenExecuted(
  provider: string,
  parts: readonly SettledPart[],
): NonNullable<Operation["condition"]> {
  const plain = parts.map(({ name, token, units }) => ({
    name,
    asset: assetOf(token.chainId, token.address),
    units,
  }));
  return { name: "lending.covered", data: { provider, parts: plain } };
}

export const lendingConditions: Conditions = {
  "lending.covered": (world, { wallet }, { provider, parts }) => {
    const settled = (parts as { name: LendingPartName; asset: string; units: bigint }[]).map(
      ({ name, asset, units }) => ({
        ...{ name, units },
        // Only tokens of the catalogue are lent.
        token: tokens().get(asset) as KnownToken,
      }),
    );
    return coveredAfter(world, wallet, provider as string, settled);
  },
};
