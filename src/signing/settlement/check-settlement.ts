import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Statement } from "../../contract/shared/records.js";
import { ConfigurationError } from "../../errors/data.js";
import type { SigningProblem } from "../../errors/signing.js";
import { fromUnits, powerOfTen, readDecimal, rescale } from "../../shared/decimal.js";
import { isObject } from "../../shared/guards.js";
import type { Address } from "../../shared/patterns.js";
import { type Decimal, decimalPlaces } from "../shared/decimal.js";
import { formatAmount } from "../shared/format.js";
import { findProblems, isEqual, type ReportProblem } from "../shared/problems.js";
import { type Fields, readOptions } from "../shared/read-options.js";
import { isSameToken, normalizeToken } from "../shared/same-token.js";
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
 * fatal: nothing can lift them afterwards. Amounts are compared exactly. Rows of other chains are
 * not compared. What an account gives and gets of the same token is compared as one difference.
 *
 * - `left_more`: more of a token left the wallet than all rows of `leaves` state together.
 * - `other_left`: a token left the wallet that no row states. A row states no NFT.
 * - `arrived_less`: less than `least` reached the account of an `arrives` row.
 * - `new_approval`: a spender that is not in `approvals` can still spend the wallet's tokens.
 * - `reverted`: the operation failed. What should have arrived is not compared then.
 * - `request`: it cannot be compared. The decimals of a token are not known, the account of a row
 *   was not read, or an amount of the statement cannot be read. Correct the arguments.
 *
 * Gas that the wallet pays itself is native coin that left. It is compared with the native rows of
 * `leaves`, and is `other_left` if there are none. A pending operation has no problem. What is in
 * `notMeasured` is not compared.
 *
 * @throws {ConfigurationError} if an option is unknown or invalid.
 * @example
 * ```ts
 * import { checkSettlement, readSettlement } from "bursar/signing";
 *
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
 * const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
 * const statement = {
 *   leaves: [{ chainId: 137, token: usdc, amount: "100", why: "amount" as const }],
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
  const given = readOptions("checkSettlement", options, optionFields);
  assertArguments(settlement, statement, given.decimals ?? {});
  const { chainId, status, accounts, changes } = settlement;
  const [wallet] = accounts;
  const getDecimals = (token: Address) => {
    if (token === nativeToken) return 18;
    const isToken = ([each]: readonly [string, number]) => isSameToken(each, token, chainId);
    const [known = []] = [given.decimals, settlement.decimals].flatMap((decimals) =>
      Object.entries(decimals ?? {}).filter(isToken),
    );
    return known[1];
  };
  return findProblems((report) => {
    if (status === "pending") return;
    if (status === "reverted") report("reverted", "settlement.status", "executed", status);
    for (const balance of listBalances(settlement, statement, report))
      compareBalance(balance, getDecimals(balance.token), report);
    for (const [i, { account, token, id, amount }] of changes.entries())
      if (id !== undefined && amount < 0n && isEqual(account, wallet))
        report("other_left", `settlement.changes[${i}]`, nothing, `id ${id}`, { token });
    checkApprovals(settlement, given.approvals ?? [], report);
  }).problems;
}

const nothing = "no token that is not stated";

function assertArguments(settlement: unknown, statement: unknown, decimals: object): void {
  const lists = {
    settlement: [settlement, "accounts", "changes", "approvals", "notMeasured"],
    statement: [statement, "leaves", "arrives"],
  };
  for (const [name, [value, ...fields]] of Object.entries(lists))
    for (const field of fields)
      if (!Array.isArray(Object(value)[field as string]))
        throw new ConfigurationError(`checkSettlement: ${name}: expected a list ${field}`);
  if (!isObject(decimals) || !Object.values(decimals).every(isPlaces))
    throw new ConfigurationError("checkSettlement: decimals: expected 0 to 255 by token");
}

/** What an account got of a token, and what was stated of it. */
interface Balance {
  readonly account: string;
  readonly token: Address;
  readonly isWallet: boolean;
  path: string;
  /** Negative if it left. */
  units: bigint;
  leaves: Decimal;
  least: Decimal;
  isStated: boolean;
}

function listBalances(
  settlement: Settlement,
  { leaves, arrives }: Statement,
  report: ReportProblem,
): Balance[] {
  const { chainId, accounts, changes, gas, notMeasured } = settlement;
  const [wallet = ""] = accounts;
  const balances: Balance[] = [];
  const find = (account: string, given: string): Balance => {
    const token = normalizeToken(given, chainId) as Address;
    const same = balances.find((each) => isEqual(each.account, account) && each.token === token);
    if (same) return same;
    const isWallet = isEqual(account, wallet);
    const path = "settlement.changes";
    const balance = { account, token, isWallet, path, units: 0n, leaves: 0n, least: 0n };
    return balances[balances.push({ ...balance, isStated: false }) - 1] as Balance;
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
    balance.leaves += readAmount(row.amount, `statement.leaves[${i}].amount`, report) ?? 0n;
    balance.isStated = true;
  }
  for (const [i, row] of settlement.status === "reverted" ? [] : arrives.entries()) {
    if (row.chainId !== chainId) continue;
    const account = accounts.find((each) => isEqual(each, row.account));
    const least = readAmount(row.least, `statement.arrives[${i}].least`, report);
    if (!account) {
      report("request", "settlement.accounts", `the account ${row.account}`, undefined);
      continue;
    }
    const balance = find(account, row.token);
    balance.isStated = true;
    const name = nameNativeCoin(account);
    // Without what arrived, gas that the wallet paid cannot be compared either.
    if (balance.token === nativeToken && notMeasured.includes(name)) balance.units = 0n;
    else balance.least += least ?? 0n;
  }
  return balances;
}

function readAmount(value: unknown, path: string, report: ReportProblem): Decimal | undefined {
  const amount = typeof value === "string" ? readDecimal(value) : undefined;
  if (!amount || amount.units < 0n) return report("request", path, "a decimal string", value);
  return rescale(amount, decimalPlaces);
}

function compareBalance(
  { token, path, units, leaves, least, isWallet, isStated }: Balance,
  decimals: number | undefined,
  report: ReportProblem,
): undefined {
  /** What may leave. Below zero: what must arrive. */
  const limit = leaves - least;
  if ((units >= 0n && limit >= 0n) || (!isWallet && least === 0n)) return;
  const show = (amount: bigint) =>
    decimals === undefined ? `${amount} in the smallest unit` : fromUnits(amount, decimals);
  if (!isStated) return report("other_left", path, nothing, show(-units), { token });
  // Without decimals, only the signs can be compared.
  if (units > 0n || limit > 0n) {
    if (decimals === undefined)
      return report("request", "options.decimals", `the decimals of ${token}`, undefined);
    if (units * powerOfTen(decimalPlaces - decimals) + limit >= 0n) return;
  }
  return limit < 0n
    ? report("arrived_less", path, `at least ${formatAmount(-limit)}`, show(units), { token })
    : report("left_more", path, `at most ${formatAmount(limit)}`, show(-units), { token });
}

function checkApprovals(
  { accounts: [wallet], approvals }: Settlement,
  expected: readonly Address[],
  report: ReportProblem,
): void {
  const known = expected.length > 0 ? `one of ${expected.join(", ")}` : "no approval";
  for (const [i, { account, token, spender, amount }] of approvals.entries()) {
    const isKnown = expected.some((each) => isEqual(each, spender));
    if (amount > 0n && isEqual(account, wallet) && !isKnown)
      report("new_approval", `settlement.approvals[${i}].spender`, known, spender, { token });
  }
}
