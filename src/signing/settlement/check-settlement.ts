import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Statement } from "../../contract/shared/statement.js";
import { ConfigurationError } from "../../errors/data.js";
import type { SigningProblem } from "../../errors/signing.js";
import { fromUnits, readDecimal, rescale } from "../../shared/decimal.js";
import { isObject } from "../../shared/guards.js";
import type { Address } from "../../shared/patterns.js";
import { type Decimal, decimalPlaces, getUnit } from "../shared/decimal.js";
import { formatAmount } from "../shared/format.js";
import { findProblems, isEqual, type ReportProblem } from "../shared/problems.js";
import { type Fields, readOptions } from "../shared/read-options.js";
import { normalizeToken } from "../shared/same-token.js";
import { isPlaces } from "./node.js";
import { nameNativeCoin, type Settlement } from "./read-settlement.js";

/** What a settlement may do beyond the statement, and what the node does not know. */
export interface CheckSettlementOptions {
  /** The decimals by token. They win over those of the node. */
  decimals?: Readonly<Record<Address, number>> | undefined;
  /** Spenders that may have an approval afterwards. @defaultValue none */
  approvals?: readonly Address[] | undefined;
}

const optionFields: Fields<CheckSettlementOptions> = { decimals: "any", approvals: "addresses" };

/**
 * Compares what an operation did with what was stated, and returns all problems, which are all
 * fatal. Amounts are compared to the smallest unit, rows of other chains not at all. What an
 * account gives and gets of the same token is compared as one difference.
 *
 * - `left_more`: more of a token left the wallet than all rows of `leaves` state together.
 * - `other_left`: a token left the wallet that no row states. A row states no NFT.
 * - `arrived_less`: less than `least` reached the account of an `arrives` row.
 * - `new_approval`: a spender that is not in `approvals` can still spend the wallet's tokens.
 * - `reverted`: the operation failed. What should have arrived is not compared then.
 * - `request`: the decimals of a token are not known, the account of a row was not read, or an
 *   amount of the statement cannot be read. Correct the arguments.
 *
 * Gas that the wallet pays itself is native coin that left. A pending operation has no problem.
 * What is in `notMeasured` is not compared.
 *
 * @throws ConfigurationError if an option is unknown or invalid.
 * @example
 * ```ts
 * import { checkSettlement, readSettlement, type Statement } from "bursar/signing";
 *
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
 * const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
 * // Keep the statement of the result of a sign function.
 * const statement: Statement = {
 *   leaves: [{ chainId: 137, token: usdc, amount: "100", why: "amount" }],
 *   arrives: [{ chainId: 137, token: weth, account: walletAddress, least: "0.03" }],
 * };
 * const accounts = [walletAddress];
 * const options = { chainId: 137, transactionHash, userOperationHash, accounts };
 * const settlement = await readSettlement(node, options);
 * for (const { code, message } of checkSettlement(settlement, statement))
 *   console.error(code, message);
 * ```
 */
export function checkSettlement(
  settlement: Settlement,
  statement: Statement,
  options?: CheckSettlementOptions,
): SigningProblem[] {
  const given = readRules("checkSettlement", options);
  const decimals = listDecimals(settlement, given.decimals ?? {});
  const { status, accounts, changes, approvals } = Object(settlement) as Settlement;
  const { leaves, arrives } = Object(statement) as Statement;
  for (const list of [accounts, changes, approvals, leaves, arrives])
    if (!Array.isArray(list))
      throw new ConfigurationError("checkSettlement: expected a settlement and a statement");
  const [wallet] = accounts;
  const expected = given.approvals ?? [];
  const known = expected.length > 0 ? `one of ${expected.join(", ")}` : "no approval";
  return findProblems((report) => {
    if (status === "pending") return;
    if (status === "reverted") report("reverted", "settlement.status", "executed", status);
    for (const balance of listBalances(settlement, statement, report))
      compareBalance(balance, decimals.get(balance.token), report);
    for (const [i, { account, token, id, amount }] of changes.entries())
      if (id !== undefined && amount < 0n && isEqual(account, wallet))
        report("other_left", `settlement.changes[${i}]`, nothing, `id ${id}`, { token });
    for (const [i, { account, token, spender, amount }] of approvals.entries()) {
      const isKnown = expected.some((each) => isEqual(each, spender));
      if (amount > 0n && isEqual(account, wallet) && !isKnown)
        report("new_approval", `settlement.approvals[${i}].spender`, known, spender, { token });
    }
  }).problems;
}

const nothing = "no token that is not stated";

export function readRules(subject: string, options: CheckSettlementOptions | undefined) {
  const given = readOptions(subject, options, optionFields);
  const { decimals = {} } = given;
  if (isObject(decimals) && Object.values(decimals).every(isPlaces)) return given;
  throw new ConfigurationError(`${subject}: decimals: expected 0 to 255 by token`);
}

/** By normalized token. Those of the caller win. */
function listDecimals(settlement: Settlement, given: object): ReadonlyMap<unknown, number> {
  const { chainId, decimals } = Object(settlement) as Settlement;
  const all = [...Object.entries({ ...decimals }), ...Object.entries(given), [nativeToken, 18]];
  return new Map(all.map(([token, places]) => [normalizeToken(token, chainId), Number(places)]));
}

/** What an account got of a token, and what was stated of it. */
interface Balance {
  readonly account: string;
  readonly token: Address;
  path: string;
  /** Negative if it left. */
  units: bigint;
  /** What may leave. Below zero: what must arrive. */
  limit: Decimal;
  isStated: boolean;
}

/** Of the wallet, and of other accounts where something must arrive. */
function listBalances(
  { chainId, status, accounts, changes, gas, notMeasured }: Settlement,
  { leaves, arrives }: Statement,
  report: ReportProblem,
): Balance[] {
  const [wallet = ""] = accounts;
  const balances = new Map<string, Balance>();
  const find = (account: string, given: string): Balance => {
    const token = normalizeToken(given, chainId) as Address;
    const key = `${account} ${token}`.toLowerCase();
    const empty = { account, token, path: "settlement.changes", units: 0n, limit: 0n };
    const balance = balances.get(key) ?? { ...empty, isStated: false };
    balances.set(key, balance);
    return balance;
  };
  for (const [i, { account, token, id, amount }] of changes.entries()) {
    if (id !== undefined) continue;
    const balance = find(account, token);
    balance.units += amount;
    balance.path = `settlement.changes[${i}].amount`;
  }
  if (gas && isEqual(gas.paidBy, wallet)) {
    const balance = find(wallet, nativeToken);
    if (balance.units === 0n) balance.path = "settlement.gas.wei";
    balance.units -= gas.wei;
  }
  for (const [i, row] of leaves.entries()) {
    if (row.chainId !== chainId) continue;
    const balance = find(wallet, row.token);
    balance.limit += readAmount(row.amount, `statement.leaves[${i}].amount`, report);
    balance.isStated = true;
  }
  for (const [i, row] of status === "reverted" ? [] : arrives.entries()) {
    if (row.chainId !== chainId) continue;
    const least = readAmount(row.least, `statement.arrives[${i}].least`, report);
    const account = accounts.find((each) => isEqual(each, row.account));
    if (!account) {
      report("request", "settlement.accounts", `the account ${row.account}`, undefined);
      continue;
    }
    const balance = find(account, row.token);
    balance.isStated = true;
    const isMeasured = !notMeasured.includes(nameNativeCoin(account));
    if (balance.token !== nativeToken || isMeasured) balance.limit -= least;
    // Without what arrived, gas that the wallet paid cannot be compared either.
    else balance.units = 0n;
  }
  const isCompared = ({ account, limit }: Balance) => limit < 0n || isEqual(account, wallet);
  return [...balances.values()].filter(isCompared);
}

/** Reports what cannot be read, and returns 0. */
function readAmount(value: unknown, path: string, report: ReportProblem): Decimal {
  const amount = typeof value === "string" ? readDecimal(value) : undefined;
  if (amount && amount.units >= 0n) return rescale(amount, decimalPlaces);
  return report("request", path, "a decimal string", value) ?? 0n;
}

function compareBalance(
  { token, path, units, limit, isStated }: Balance,
  decimals: number | undefined,
  report: ReportProblem,
): undefined {
  if (units >= 0n && limit >= 0n) return;
  const show = (amount: bigint) =>
    decimals === undefined ? `${amount} in the smallest unit` : fromUnits(amount, decimals);
  if (!isStated) return report("other_left", path, nothing, show(-units), { token });
  // Without decimals, only the signs can be compared.
  if (units > 0n || limit > 0n) {
    if (decimals === undefined)
      return report("request", "options.decimals", `the decimals of ${token}`, undefined);
    // A chain moves whole units: what is stated with more digits is rounded there.
    const unit = getUnit(decimals);
    if (units * unit + limit > -unit) return;
  }
  return limit < 0n
    ? report("arrived_less", path, `at least ${formatAmount(-limit)}`, show(units), { token })
    : report("left_more", path, `at most ${formatAmount(limit)}`, show(-units), { token });
}
