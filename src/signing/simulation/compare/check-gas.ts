import { nativeToken } from "../../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../../contract/shared/primitives.js";
import type { SigningProblem } from "../../../errors/signing.js";
import { isMissing } from "../../shared/problems.js";
import type { ExpectedChanges, UsualGas } from "../expected-changes.js";
import { isNative, toTokenKey } from "../measure/measures.js";
import { createProblem } from "../simulation-problems.js";
import type { Budgets, ChargedOperation } from "./budgets.js";
import { toMostUnits } from "./units.js";

/** Gas above a quarter is a loss, unless it is stated and its receiver is named. */
const largestShare = 4n;

/** Checks the gas that the EntryPoint charges the wallet, outside of the simulated calls. */
export function checkNativeGas(
  budgets: Budgets,
  { wallet, gasCost }: ChargedOperation,
  { nativeGas, estimatedNativeGas, largestNativeGas, limitsNativeShare, gasToken }: ExpectedChanges,
): SigningProblem[] {
  if (gasCost === 0n) return [];
  const path = "typedData.message.gasFees";
  const wei = `${gasCost} wei of gas`;
  const toWei = (amount = "") => toMostUnits(amount, 18);
  // A limit that cannot be read must not allow more than none.
  const limit = isMissing(nativeGas) ? undefined : (toWei(nativeGas) ?? 0n);
  const balance = limitsNativeShare ? budgets.balanceOf(nativeToken, wallet)?.before : undefined;
  const quarter = balance === undefined ? undefined : balance / largestShare;
  const largest = limit ?? toWei(largestNativeGas) ?? quarter;
  if (largest !== undefined && gasCost > largest) {
    const more = limit !== undefined ? "" : " (pass maxGasFee to allow more)";
    const expected = `a loss of at most ${largest} wei of gas${more}`;
    return [createProblem("simulated_loss", path, expected, wei)];
  }
  const usual = limit ?? toWei(estimatedNativeGas);
  if (usual === undefined || gasCost > usual)
    return [createProblem("simulated_gas", path, "a stated maximum", wei)];
  // Only the quote states a maximum: the request has another one, if any.
  if (gasToken !== undefined)
    return [createProblem("simulated_gas", path, `a paymaster, and gas in ${gasToken}`, wei)];
  return [];
}

/** Gas above a hundredth of what the wallet has of the token needs a review. */
const usualShare = 100n;

/** Compares the gas with what is usual, if the caller sets no limit. */
export function checkUsualGas(
  budgets: Budgets,
  { gas, usualGas }: ExpectedChanges,
  { wallet, paymaster, gasCost }: ChargedOperation,
  approved: bigint,
  units: GasUnits,
): SigningProblem[] {
  if (!gas || !usualGas) return [];
  const { token } = gas;
  const charged = paymaster || !isNative(token) ? 0n : gasCost;
  const used = budgets.collectedOf(token) + approved + charged;
  const limit = getUsualLimit(budgets, token, usualGas, wallet, units, usualShare);
  if (used <= limit) return [];
  const path = "estimatedGasFees.maxGasFeeToken";
  const most = units.format(token, limit);
  const expected = `at most ${most} of ${token} (pass maxGasFee to allow more)`;
  return [createProblem("simulated_gas", path, expected, units.format(token, used))];
}

/**
 * Whether a loss is the stated gas, although another account than the paymaster got it: a quote
 * without fees does not name the account that collects the gas.
 */
export function isStatedGas(
  budgets: Budgets,
  { gas, usualGas, gasReceivers = [] }: ExpectedChanges,
  { wallet, paymaster }: ChargedOperation,
  approved: bigint,
  token: Address,
  units: GasUnits,
): boolean {
  if (!gas || !paymaster || gasReceivers.length > 0) return false;
  if (toTokenKey(gas.token) !== toTokenKey(token)) return false;
  const overspent = budgets.overspentOf(token);
  const amount = budgets.amountOf(token);
  const defaultLimit = amount > 0n ? amount / 4n : budgets.gasOf(token);
  const limit = usualGas
    ? getUsualLimit(budgets, token, usualGas, wallet, units, largestShare)
    : defaultLimit;
  return overspent <= budgets.gasOf(token) && overspent + approved <= limit;
}

function getUsualLimit(
  budgets: Budgets,
  token: Address,
  { amount, isShareOfBalance }: UsualGas,
  wallet: Address,
  { toUnits }: GasUnits,
  share: bigint,
): bigint {
  const limits = amount === undefined ? [] : [toUnits(token, amount)];
  if (isShareOfBalance) limits.push((budgets.balanceOf(token, wallet)?.before ?? 0n) / share);
  return limits.reduce((lowest, each) => (each < lowest ? each : lowest));
}

export interface GasUnits {
  toUnits(token: Address, amount: string): bigint;
  format(token: Address, units: bigint): string;
}
