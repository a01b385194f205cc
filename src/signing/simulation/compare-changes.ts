import { formatUnits } from "viem/utils";
import type { Address } from "../../contract/shared/primitives.js";
import type { SigningProblem } from "../../errors/signing.js";
import { isEqual } from "../shared/problems.js";
import { type Budgets, type ChargedOperation, createBudgets } from "./budgets.js";
import { type ControlRules, listControlChanges } from "./check-control.js";
import { checkNativeGas, checkUsualGas, type GasUnits, isStatedGas } from "./check-gas.js";
import { comparePositions } from "./compare-positions.js";
import type { ExpectedChanges } from "./expected-changes.js";
import {
  isForGas,
  listApprovals,
  listUnreadableApprovals,
  type SimulatedApproval,
  tokenOf,
} from "./list-approvals.js";
import { toTokenKey } from "./measures.js";
import { followPayments } from "./position-payments.js";
import { listGrants, listLoans, listReceivedNfts } from "./read-logs.js";
import type { Measured, SimulatedRun } from "./run-simulation.js";
import { createProblem } from "./simulation-problems.js";
import {
  createDecimalsReader,
  type DecimalsReader,
  deltaOf,
  toLeastUnits,
  toUnits,
} from "./units.js";

/** A change of a balance. */
export interface SimulatedChange {
  account: Address;
  /** The token's contract, or `nativeToken`. */
  token: Address;
  /** The id of an NFT, or of a token in a contract with many. */
  id?: string | undefined;
  /** In whole tokens, with a sign. In the smallest units if the token has no decimals. */
  amount: string;
}

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
  operation: ChargedOperation & ControlRules,
): ComparedChanges {
  const { measured, logs } = run;
  const { wallet, paymaster } = operation;
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
  const approvals = listApprovals(measured, paymaster, rules);
  for (const { contract, spender } of listGrants(logs, wallet))
    approvals.push({ spender, token: contract, isAllowed: rules.isAllowed(spender) });
  checkDecimals(expected, decimalsOf, report);
  checkGains(expected, wallet, budgets, decimalsOf, report);
  const approved = sumGasApprovals(measured, expected, paymaster);
  const gasUnits: GasUnits = {
    toUnits: (token, amount) => toUnits({ token, amount }, decimalsOf) ?? 0n,
    format,
  };
  const isGas = (token: Address) =>
    isStatedGas(budgets, expected, operation, approved, token, gasUnits);
  checkLosses(measured, wallet, budgets, { format, isGas, paidOf: payments.paidOf }, report);
  checkReceivedNfts(measured, listReceivedNfts(logs, wallet), wallet, report);
  for (const loss of comparePositions(measured, logs, payments, expected, wallet))
    report(loss.code, callDataPath, loss.expected, loss.received);
  for (const { contract, signature } of listLoans(logs, wallet))
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
  return { problems, changes: listChanges(measured, wallet, format), approvals };
}

/** Without decimals, no amount of a token can be compared. The fees are named by the quote. */
function checkDecimals(
  { losses, gains, gas }: ExpectedChanges,
  decimalsOf: DecimalsReader,
  report: Report,
): void {
  const tokens = [...losses, ...gains, ...(gas ? [gas] : [])].map(({ token }) => toTokenKey(token));
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
  measured: readonly Measured[],
  wallet: Address,
  budgets: Budgets,
  { format, isGas, paidOf }: LossRules,
  report: Report,
): void {
  const ids = measured.filter(({ kind }) => kind === "nftOwner" || kind === "idBalance");
  for (const { kind, token, account } of measured) {
    if (kind !== "balance" || !isEqual(account, wallet)) continue;
    const [loss, limit] = [budgets.lossOf(token), budgets.limitOf(token)];
    if (loss <= 0n || loss <= limit) continue;
    // The losses by id are reported below.
    const byId = ids.filter((entry) => isEqual(entry.token, token));
    const lossById = -byId.reduce((sum, entry) => sum + deltaById(entry, wallet), 0n);
    if (byId.length > 0 && loss === lossById) continue;
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
    const delta = deltaById(entry, wallet);
    if (delta >= 0n) continue;
    const received = `a loss of ${-delta} of number ${entry.id}`;
    report("simulated_loss", callDataPath, `no loss of ${entry.token}`, received);
  }
}

/** An NFT that the wallet gets from a deposit, or as a new position, can be sent to others. */
function checkReceivedNfts(
  measured: readonly Measured[],
  received: readonly Pick<Measured, "token" | "id">[],
  wallet: Address,
  report: Report,
): void {
  for (const { kind, token, id, before, after } of measured) {
    if (kind !== "nftOwner" || [before, after].includes(BigInt(wallet)) || before === after)
      continue;
    if (received.some((entry) => isEqual(entry.token, token) && entry.id === id))
      report("simulated_loss", callDataPath, `no loss of ${token}`, `a loss of number ${id}`);
  }
}

function deltaById(entry: Measured, wallet: Address): bigint {
  if (entry.kind === "idBalance") return deltaOf(entry);
  const isOwner = (value: bigint | undefined) => value === BigInt(wallet);
  return BigInt(Number(isOwner(entry.after)) - Number(isOwner(entry.before)));
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
  for (const { isAllowed, spender, token, id, amount } of approvals) {
    if (isAllowed) continue;
    const object = `${amount ?? (id === undefined ? "all tokens" : `number ${id}`)} of ${token}`;
    const expected = "no approval that remains (the option approvals names exceptions)";
    const received = `one for ${spender} to spend ${object}`;
    report("simulated_approval", callDataPath, expected, received);
  }
}

/** The approvals of the paymaster for the token of the gas. */
function sumGasApprovals(
  measured: readonly Measured[],
  { gas }: ExpectedChanges,
  paymaster: Address | undefined,
): bigint {
  return measured
    .filter((entry) => isForGas(entry, paymaster) && isEqual(tokenOf(entry), gas?.token))
    .reduce((sum, entry) => (deltaOf(entry) > 0n ? sum + deltaOf(entry) : sum), 0n);
}

function listChanges(
  measured: readonly Measured[],
  wallet: Address,
  format: (token: Address, units: bigint) => string,
): SimulatedChange[] {
  return measured.flatMap((entry) => {
    const { kind, account, token, id, before, after } = entry;
    const sign = (amount: string) => (amount.startsWith("-") ? amount : `+${amount}`);
    if (kind === "balance" && deltaOf(entry) !== 0n)
      return [{ account, token, amount: sign(format(token, deltaOf(entry))) }];
    if (kind === "idBalance" && deltaOf(entry) !== 0n)
      return [{ account, token, id: String(id), amount: sign(String(deltaOf(entry))) }];
    if (kind !== "nftOwner" || before === after) return [];
    if (before === BigInt(wallet)) return [{ account, token, id: String(id), amount: "-1" }];
    if (after === BigInt(wallet)) return [{ account, token, id: String(id), amount: "+1" }];
    return [];
  });
}
