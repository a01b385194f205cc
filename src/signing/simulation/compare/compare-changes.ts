import { formatUnits } from "viem/utils";
import type { Address } from "../../../contract/shared/primitives.js";
import type { SigningProblem } from "../../../errors/signing.js";
import { isEqual } from "../../shared/problems.js";
import type { ExpectedChanges } from "../expected-changes.js";
import { toTokenKey } from "../measure/measures.js";
import { listGrants, listLoans, listReceivedNfts } from "../measure/read-logs.js";
import type { Measured, SimulatedRun } from "../measure/run-simulation.js";
import { createProblem } from "../simulation-problems.js";
import { type Budgets, type ChargedOperation, createBudgets } from "./budgets.js";
import { type ControlRules, listControlChanges } from "./check-control.js";
import { checkNativeGas, checkUsualGas, type GasUnits, isStatedGas } from "./check-gas.js";
import { comparePositions } from "./compare-positions.js";
import {
  formatAccount,
  isForGas,
  listApprovals,
  listUnreadableApprovals,
  type SimulatedApproval,
  tokenOf,
} from "./list-approvals.js";
import { deltaById, hasId, listChanges, type SimulatedChange } from "./list-changes.js";
import { listOtherLosses, type OtherAccounts } from "./other-accounts.js";
import { followPayments } from "./position-payments.js";
import {
  createDecimalsReader,
  type DecimalsReader,
  deltaOf,
  toLeastUnits,
  toUnits,
} from "./units.js";

export interface ComparedChanges {
  problems: SigningProblem[];
  changes: SimulatedChange[];
  approvals: SimulatedApproval[];
}

type Report = (...problem: Parameters<typeof createProblem>) => void;

const callDataPath = "typedData.message.callData";

/** Compares the measured values with what the operation may change. */
export function compareChanges(
  run: SimulatedRun,
  expected: ExpectedChanges,
  operation: ChargedOperation & ControlRules & { others: OtherAccounts },
): ComparedChanges {
  const { measured, logs } = run;
  const { wallet, paymaster, others } = operation;
  const own = measured.filter(({ account }) => isEqual(account, wallet));
  const problems: SigningProblem[] = [];
  const report: Report = (...problem) => void problems.push(createProblem(...problem));
  const decimalsOf = createDecimalsReader(measured);
  const format = (token: Address, units: bigint) => formatUnits(units, decimalsOf(token) ?? 0);
  const payments = followPayments(measured, logs, expected, wallet);
  const budgets = createBudgets(measured, expected, operation, decimalsOf, payments);
  const rules = {
    format,
    isGas: (token: Address, amount: bigint) => amount <= budgets.leftForGas(token),
    isAllowed: (spender: Address) => expected.approvals.some((each) => isEqual(each, spender)),
  };
  const approvals = listApprovals(own, paymaster, rules);
  for (const { contract, spender } of listGrants(logs, wallet))
    approvals.push({ spender, token: contract, isAllowed: rules.isAllowed(spender) });
  for (const account of others.accounts) {
    const granted = measured.filter((entry) => isEqual(entry.account, account));
    // What the wallet may spend is compared when it does.
    const isAllowed = (spender: Address) => isEqual(spender, wallet) || rules.isAllowed(spender);
    const otherRules = { format, isGas: () => false, isAllowed };
    for (const approval of listApprovals(granted, undefined, otherRules))
      approvals.push({ account, ...approval });
  }
  checkDecimals(expected, others, decimalsOf, report);
  checkGains(expected, wallet, budgets, decimalsOf, report);
  const approved = sumGasApprovals(own, expected, paymaster);
  const gasUnits: GasUnits = {
    toUnits: (token, amount) => toUnits({ token, amount }, decimalsOf) ?? 0n,
    format,
  };
  const isGas = (token: Address) =>
    isStatedGas(budgets, expected, operation, approved, token, gasUnits);
  checkLosses(own, budgets, { format, isGas, paidOf: payments.paidOf }, report);
  checkReceivedNfts(own, listReceivedNfts(logs, wallet), wallet, report);
  for (const { account, token, loss, limit } of listOtherLosses(measured, others, decimalsOf)) {
    const expectedText = `a loss of at most ${format(token, limit)} of ${token} at ${account}`;
    report("simulated_loss", callDataPath, expectedText, format(token, loss));
  }
  const accounts = [wallet, ...others.accounts] as const;
  for (const loss of comparePositions(measured, logs, payments, expected, accounts))
    report(loss.code, callDataPath, loss.expected, loss.received);
  for (const { contract, signature } of accounts.flatMap((account) => listLoans(logs, account)))
    report("simulated_loss", callDataPath, `no loan or withdrawal at ${contract}`, signature);
  checkDebts(measured, report);
  checkApprovals(approvals, report);
  for (const { token, spender } of listUnreadableApprovals(measured)) {
    const expectedText = `the approval of ${token} for ${spender} after the operation`;
    report("simulated_unmeasured", callDataPath, expectedText, "no result");
  }
  for (const change of listControlChanges(run, operation))
    report("simulated_control", callDataPath, change.expected, change.received);
  problems.push(
    ...checkNativeGas(budgets, operation, expected),
    ...checkUsualGas(budgets, expected, operation, approved, gasUnits),
  );
  return { problems, changes: listChanges(measured, format), approvals };
}

/** Without decimals, no amount of a token can be compared. The fees are named by the quote. */
function checkDecimals(
  { losses, gains, gas }: ExpectedChanges,
  others: OtherAccounts,
  decimalsOf: DecimalsReader,
  report: Report,
): void {
  const amounts = [...losses, ...others.losses, ...gains, ...(gas ? [gas] : [])];
  const tokens = amounts.map(({ token }) => toTokenKey(token));
  for (const token of new Set(tokens)) {
    if (decimalsOf(token) === undefined)
      report("simulated_unmeasured", callDataPath, `decimals() of ${token}`, "no such function");
  }
}

function checkGains(
  { gains }: ExpectedChanges,
  wallet: Address,
  budgets: Budgets,
  decimalsOf: DecimalsReader,
  report: Report,
): void {
  for (const { token, amount, receiver } of gains) {
    if (decimalsOf(token) === undefined) continue;
    const required = toLeastUnits({ token, amount }, decimalsOf);
    const balance = budgets.balanceOf(token, receiver);
    // A balance that could not be read before would seem to be gained.
    const gained = balance?.before === undefined ? 0n : deltaOf(balance);
    // A wallet that swaps a token for itself gains the difference.
    const spent = isEqual(receiver, wallet)
      ? budgets.amountOf(token) + budgets.collectedOf(token)
      : 0n;
    if (required !== undefined && gained >= required - spent) continue;
    const expectedText = `at least ${amount} of ${token} for ${receiver}`;
    const received = formatUnits(gained, decimalsOf(token) ?? 0);
    report("simulated_gain", "minAmountOut", expectedText, received);
  }
}

interface LossRules {
  format(token: Address, units: bigint): string;
  /** What positions of the wallet paid, which is part of the loss. */
  paidOf(token: Address): bigint;
  /** Whether a loss above the limit is the stated gas. */
  isGas(token: Address): boolean;
}

function checkLosses(
  own: readonly Measured[],
  budgets: Budgets,
  { format, isGas, paidOf }: LossRules,
  report: Report,
): void {
  const ids = own.filter(hasId);
  for (const { kind, token } of own) {
    if (kind !== "balance") continue;
    const [loss, limit] = [budgets.lossOf(token), budgets.limitOf(token)];
    if (loss <= 0n || loss <= limit) continue;
    // The losses by id are reported below.
    const byId = ids.filter((entry) => isEqual(entry.token, token));
    const lossById = -byId.reduce((sum, entry) => sum + deltaById(entry), 0n);
    if (loss === lossById) continue;
    const expected = `a loss of at most ${format(token, limit)} of ${token}`;
    if (isGas(token)) {
      const received = `${format(token, loss)}, with gas for other accounts than the paymaster`;
      report("simulated_gas", callDataPath, expected, received);
      continue;
    }
    const origin = paidOf(token) > 0n ? ", with what its positions paid" : "";
    report("simulated_loss", callDataPath, expected, `${format(token, loss)}${origin}`);
  }
  for (const entry of ids) {
    const delta = deltaById(entry);
    if (delta >= 0n) continue;
    const received = `a loss of ${-delta} of number ${entry.id}`;
    report("simulated_loss", callDataPath, `no loss of ${entry.token}`, received);
  }
}

/** An NFT that the wallet gets from a deposit, or as a new position, can be sent to others. */
function checkReceivedNfts(
  own: readonly Measured[],
  received: readonly Pick<Measured, "token" | "id">[],
  wallet: Address,
  report: Report,
): void {
  for (const { kind, token, id, before, after } of own) {
    if (kind !== "nftOwner" || [before, after].includes(BigInt(wallet)) || before === after)
      continue;
    if (received.some((entry) => isEqual(entry.token, token) && entry.id === id))
      report("simulated_loss", callDataPath, `no loss of ${token}`, `a loss of number ${id}`);
  }
}

/** Interest adds less to a debt between two blocks. */
const interestShare = 100_000n;

function checkDebts(measured: readonly Measured[], report: Report): void {
  for (const entry of measured) {
    const { kind, token, before, after } = entry;
    if (kind !== "debt" || before === after) continue;
    const expected = `no loan at ${token}`;
    const growth = deltaOf(entry);
    if (after === undefined) report("simulated_unmeasured", callDataPath, expected, "no result");
    else if (growth > (before ?? 0n) / interestShare)
      report("simulated_loss", callDataPath, expected, `a debt that grows by ${growth}`);
  }
}

function checkApprovals(approvals: readonly SimulatedApproval[], report: Report): void {
  for (const { isAllowed, account, spender, token, id, amount } of approvals) {
    if (isAllowed) continue;
    const units = amount ?? (id === undefined ? "all tokens" : `number ${id}`);
    const object = `${units} of ${token}${formatAccount(account)}`;
    const expected = "no approval that remains (the option approvals names exceptions)";
    const received = `one for ${spender} to spend ${object}`;
    report("simulated_approval", callDataPath, expected, received);
  }
}

/** The approvals of the paymaster for the token of the gas. */
function sumGasApprovals(
  own: readonly Measured[],
  { gas }: ExpectedChanges,
  paymaster: Address | undefined,
): bigint {
  return own
    .filter((entry) => isForGas(entry, paymaster) && isEqual(tokenOf(entry), gas?.token))
    .reduce((sum, entry) => (deltaOf(entry) > 0n ? sum + deltaOf(entry) : sum), 0n);
}
