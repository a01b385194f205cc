import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../shared/patterns.js";
import { isAtLeast, isAtMost, maxDecimal, parseAmountText } from "../shared/decimal.js";
import { formatAmount, formatToken } from "../shared/format.js";
import type { ReportProblem } from "../shared/problems.js";
import { formatId } from "./describe-changes.js";
import { deltaOf, gainOf, type Holding, lossOf, type TokenUnits } from "./holdings.js";
import { listNamed } from "./list-measures.js";
import { addUp, type OperationRules } from "./operation-rules.js";

export const callDataPath = "typedData.message.callData";

/**
 * Compares what the accounts lost and gained with what is expected. `leftForPaymaster` is what the
 * paymaster may still collect of a token of the wallet, in its smallest units.
 */
export function compareBalances(
  holdings: readonly Holding[],
  units: TokenUnits,
  rules: OperationRules,
  leftForPaymaster: (token: Address) => bigint,
  report: ReportProblem,
): void {
  /** What the wallet pays after the simulated calls. */
  const chargeOf = ({ account, token }: Holding): bigint => {
    if (account !== rules.wallet) return 0n;
    return leftForPaymaster(token) + (token === nativeToken ? rules.gasCost : 0n);
  };
  const nameOf = ({ account, token }: Holding) =>
    `${formatToken(token, rules.chainId)} at ${account}`;
  const unmeasured = reportUnmeasured(holdings, units, rules, report);
  const compared = holdings.filter((holding) => !unmeasured.has(nameOf(holding)));

  for (const { account, token, amount, isExact } of rules.gains) {
    const holding = compared.find((each) => each.account === account && each.token === token);
    if (!holding) continue;
    const gain = gainOf(holding) - chargeOf(holding);
    // A wallet that swaps a token for itself, or pays gas in it, gains the difference.
    const spent = addUp(isExact ? [rules.gas] : rules.limits, account, token);
    const gained = units.toDecimal(token, gain) + spent;
    const least = parseAmountText(amount);
    const reaches = isExact ? (a: bigint, b: bigint) => a >= b : isAtLeast;
    if (least !== undefined && reaches(gained, least, amount, units.unitOf(token))) continue;
    const shown = least === undefined ? "a minimum" : formatAmount(maxDecimal(least - spent, 0n));
    const expected = `a gain of at least ${shown} of ${nameOf(holding)}`;
    report("simulated_gain", callDataPath, expected, units.format(token, gain));
  }

  for (const holding of compared) {
    const { account, token } = holding;
    const charge = chargeOf(holding);
    const loss = lossOf(holding) + charge;
    const limit = addUp(rules.limits, account, token);
    const exact = rules.gas?.isExact ? addUp([rules.gas], account, token) : 0n;
    const rounded = units.toDecimal(token, loss) - exact;
    if (loss <= 0n || isAtMost(rounded, limit - exact, units.unitOf(token))) continue;
    const expected = `a loss of at most ${formatAmount(limit)} of ${nameOf(holding)}`;
    const withGas = charge > 0n ? " with the most gas" : "";
    const received = `${units.format(token, loss)}${withGas}${formatIds(holding, -1n)}`;
    report("simulated_loss", callDataPath, expected, received);
  }

  for (const holding of compared) {
    const { account, token } = holding;
    if (rules.gains.some((each) => each.account === account && each.token === token)) continue;
    const gain = gainOf(holding) - chargeOf(holding);
    const ids = formatIds(holding, 1n);
    if (!ids && (gain <= 0n || isInterest(holding, units))) continue;
    const received = `+${units.format(token, gain < 0n ? 0n : gain)}${ids}`;
    report("simulated_change", callDataPath, `no gain of ${nameOf(holding)}`, received);
  }
}

/** The balances of some tokens grow with each block. */
function isInterest({ token, balance }: Holding, { toDecimal }: TokenUnits): boolean {
  const { before = 0n, after = 0n } = balance ?? {};
  return token !== nativeToken && isAtMost(toDecimal(token, after), toDecimal(token, before));
}

const maxShownIds = 5;

/** The ids that an account has more of, or with the sign -1 less of. */
function formatIds({ ids }: Holding, sign: bigint): string {
  const found = ids.filter((entry) => deltaOf(entry) * sign > 0n);
  const shown = found.slice(0, maxShownIds).map(({ id }) => formatId(id));
  return shown.length > 0 ? ` (${shown.join(",").trim()})` : "";
}

/**
 * Reports the assets of the request that cannot be compared: a balance that cannot be read would
 * seem not to change. Returns their names.
 */
function reportUnmeasured(
  holdings: readonly Holding[],
  units: TokenUnits,
  rules: OperationRules,
  report: ReportProblem,
): ReadonlySet<string> {
  const unmeasured = new Set<string>();
  for (const { token, account, isOptional } of listNamed(rules)) {
    const name = formatToken(token, rules.chainId);
    const holding = holdings.find((each) => each.account === account && each.token === token);
    const hasDecimals = units.decimalsOf(token) !== undefined;
    const { balance } = holding ?? {};
    const isReadable = balance && (balance.before !== undefined || units.hasIds(token));
    if (isOptional || (hasDecimals && isReadable)) continue;
    const key = `${name} at ${account}`;
    if (unmeasured.has(key)) continue;
    unmeasured.add(key);
    const getter = hasDecimals ? "balanceOf()" : "decimals()";
    report("simulated_unmeasured", callDataPath, `${getter} of ${name} at ${account}`, "no result");
  }
  return unmeasured;
}
