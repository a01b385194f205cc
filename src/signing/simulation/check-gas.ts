import type { Address } from "../../contract/shared/primitives.js";
import type { SigningProblem } from "../../errors/signing.js";
import type { Budgets, ChargedOperation } from "./budgets.js";
import { type ExpectedChanges, toRoundedUnits } from "./expected-changes.js";
import { isNative } from "./measures.js";
import { createProblem } from "./simulation-problems.js";

/** Checks the gas that the EntryPoint charges the wallet, outside of the simulated calls. */
export function checkNativeGas(
  gasCost: bigint,
  { nativeGas, gasToken }: ExpectedChanges,
): SigningProblem[] {
  if (gasCost === 0n) return [];
  const path = "typedData.message.gasFees";
  const wei = `${gasCost} wei of gas`;
  const [most, rounding] = (nativeGas !== undefined && toRoundedUnits(nativeGas, 18)) || [];
  if (most === undefined || rounding === undefined)
    return [createProblem("simulated_gas", path, "a stated maximum", wei)];
  if (gasCost > most + rounding)
    return [createProblem("simulated_loss", path, `a loss of at most ${most} wei of gas`, wei)];
  // Only the quote states a maximum: the request has another one, if any.
  if (gasToken !== undefined)
    return [createProblem("simulated_gas", path, `a paymaster, and gas in ${gasToken}`, wei)];
  return [];
}

/** Compares the gas with what is usual, if the caller sets no limit. */
export function checkUsualGas(
  budgets: Budgets,
  { gas, usualGas }: ExpectedChanges,
  { wallet, paymaster, gasCost }: ChargedOperation,
  approved: bigint,
  { toUnits, format }: GasUnits,
): SigningProblem[] {
  if (!gas || !usualGas) return [];
  const { token } = gas;
  const charged = paymaster || !isNative(token) ? 0n : gasCost;
  const used = budgets.collectedOf(token) + approved + charged;
  const limits = usualGas.amount === undefined ? [] : [toUnits(token, usualGas.amount)];
  if (usualGas.isShareOfBalance) limits.push((budgets.balanceOf(token, wallet)?.before ?? 0n) / 4n);
  const limit = limits.reduce((lowest, each) => (each < lowest ? each : lowest));
  if (used <= limit) return [];
  const path = "estimatedGasFees.maxGasFeeToken";
  const expected = `at most ${format(token, limit)} of ${token} (pass maxGasFee to allow more)`;
  return [createProblem("simulated_gas", path, expected, format(token, used))];
}

interface GasUnits {
  toUnits(token: Address, amount: string): bigint;
  format(token: Address, units: bigint): string;
}
