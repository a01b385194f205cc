import type { Address } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import type { ExpectedChanges } from "../expected-changes.js";
import { isNative, toTokenKey } from "../measure/measures.js";
import type { Measured } from "../measure/run-simulation.js";
import { NotSimulated } from "../simulation-problems.js";
import type { PositionPayments } from "./position-payments.js";
import {
  type DecimalsReader,
  deltaOf,
  sumUp,
  toLeastUnits,
  toMostGas,
  transferRounding,
} from "./units.js";

/** The parts of an operation that decide who may get what. */
export interface ChargedOperation {
  wallet: Address;
  paymaster: Address | undefined;
  /** The most that the EntryPoint charges the wallet, in wei. */
  gasCost: bigint;
}

/** What the wallet lost of a token and may lose, in the token's smallest units. */
export interface Budgets {
  balanceOf(token: Address, account: Address): Measured | undefined;
  lossOf(token: Address): bigint;
  /** The stated losses without fees and gas. */
  amountOf(token: Address): bigint;
  /** The stated gas that its receivers got in the operation. */
  collectedOf(token: Address): bigint;
  /** The most that the wallet may lose in the operation. */
  limitOf(token: Address): bigint;
  /** The loss above the stated amount and fees: gas, or a theft. */
  overspentOf(token: Address): bigint;
  /** The stated gas. */
  gasOf(token: Address): bigint;
  /** The most that the paymaster may collect after the operation. */
  leftForGas(token: Address): bigint;
}

export function createBudgets(
  measured: readonly Measured[],
  expected: ExpectedChanges,
  { wallet, paymaster, gasCost }: ChargedOperation,
  decimalsOf: DecimalsReader,
  { paidOf }: Pick<PositionPayments, "paidOf">,
): Budgets {
  const { losses, gains, fees = [], gas, gasReceivers = [], isGasDeducted } = expected;
  const receivers = new Set([paymaster, ...gasReceivers].map((account) => account?.toLowerCase()));
  receivers.delete(wallet.toLowerCase());
  const balances = measured.filter(({ kind }) => kind === "balance");
  const balanceOf = (token: Address, account: Address) =>
    balances
      .filter((entry) => isEqual(entry.account, account))
      .find((entry) => toTokenKey(entry.token) === toTokenKey(token));
  for (const { token } of losses) assertReadable(balanceOf(token, wallet));
  const amountOf = (token: Address) => sumUp(losses, token, decimalsOf, transferRounding);
  const statedOf = (token: Address) =>
    sumUp([...losses, ...fees], token, decimalsOf, transferRounding);
  const gasOf = (token: Address) =>
    gas && toTokenKey(gas.token) === toTokenKey(token) ? toMostGas(gas, decimalsOf) : 0n;
  const lossOf = (token: Address) => {
    const balance = balanceOf(token, wallet);
    const charged = isGasDeducted && isNative(token) ? gasCost : 0n;
    // What the wallet's positions pay is lost if the wallet does not keep it.
    return charged + paidOf(token) - (balance ? deltaOf(balance) : 0n);
  };
  /** The least that the account must gain, which is no gas. */
  const requiredOf = ({ token, account }: Measured) =>
    gains
      .filter((gain) => isEqual(gain.receiver, account))
      .filter((gain) => toTokenKey(gain.token) === toTokenKey(token))
      .map((gain) => toLeastUnits(gain, decimalsOf) ?? 0n)
      .reduce(takeHighest, 0n);
  const collectedOf = (token: Address) => {
    const gained = balances
      .filter((entry) => receivers.has(entry.account.toLowerCase()))
      .filter((entry) => toTokenKey(entry.token) === toTokenKey(token))
      .map((entry) => deltaOf(entry) - requiredOf(entry))
      .reduce((sum, units) => sum + takeHighest(units, 0n), 0n);
    return takeLowest(gained, gasOf(token));
  };
  const leftForGas = (token: Address) => {
    // What the wallet gained is not stated for the paymaster.
    const spent = takeHighest(lossOf(token), collectedOf(token));
    const left = statedOf(token) + gasOf(token) - spent;
    return gas ? takeLowest(left, gasOf(token)) : left;
  };
  return {
    balanceOf,
    lossOf,
    amountOf,
    collectedOf,
    limitOf: (token) => statedOf(token) + collectedOf(token),
    overspentOf: (token) => lossOf(token) - statedOf(token),
    gasOf,
    leftForGas,
  };
}

const takeLowest = (a: bigint, b: bigint) => (a < b ? a : b);
const takeHighest = (a: bigint, b: bigint) => (a < b ? b : a);

/** A token of the request whose balance cannot be read would seem not to change. */
function assertReadable(balance: Measured | undefined): void {
  if (!balance || balance.before !== undefined) return;
  const expected = `balanceOf() of ${balance.token}`;
  throw new NotSimulated("simulate", expected, "no result", "simulated_unmeasured");
}
