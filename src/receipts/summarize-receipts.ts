import { assertVersion } from "../errors/assert-version.js";
import { decimalPattern } from "../shared/patterns.js";
import { formatDecimal, parseFormatted } from "../signing/shared/decimal.js";
import { normalizeToken } from "../signing/shared/same-token.js";
import type { Receipt } from "../signing/skeleton/receipts.js";
import { openLine } from "./receipt-lines.js";
import { splitLines } from "./verify-receipts.js";

/** What was signed of a token in a day: at most what leaves, by the statements. */
export interface SignedTotal {
  /** Such as `2026-01-31`, in UTC. */
  day: string;
  chainId: number;
  /** In lower case. */
  token: string;
  /** An exact decimal string in whole tokens. */
  amount: string;
}

/** What the receipts of a text add up to. */
export interface ReceiptsSummary {
  /** How many decisions there are of each kind. */
  decisions: { signed: number; refused: number; failed: number };
  /** Signatures that are not in `totals`, because no amount is stated, or one cannot be read. */
  unstated: number;
  totals: SignedTotal[];
  /** How many decisions each rule of a policy, such as `policy.windows`, or code has refused. */
  refusals: Record<string, number>;
  /** Lines that were changed or doubled. They do not count. */
  skipped: number;
}

/**
 * Adds up what was signed, by day and token, and counts refusals. A signature counts whether it was
 * sent or not. It proves nothing: call `verifyReceipts` first.
 *
 * @throws ConfigurationError for a receipt of another version.
 * @example
 * ```ts
 * import { summarizeReceipts } from "bursar/receipts";
 *
 * const { totals, refusals } = summarizeReceipts(""); // the contents of the file
 * for (const { day, token, amount } of totals) console.log(day, token, amount);
 * console.log(refusals["policy.windows"]);
 * ```
 */
export function summarizeReceipts(text: string): ReceiptsSummary {
  const subject = "summarizeReceipts";
  const decisions = { signed: 0, refused: 0, failed: 0 };
  const sums = new Map<string, bigint>();
  const refusals = new Map<string, number>();
  const seen = new Set<number>();
  let [unstated, skipped] = [0, 0];
  for (const line of splitLines(subject, text)) {
    const link = openLine(line);
    if (!link || seen.has(link.number)) {
      skipped++;
      continue;
    }
    seen.add(link.number);
    const receipt = JSON.parse(line) as Receipt;
    assertVersion(subject, "a receipt", receipt, 1);
    if (receipt.kind !== "decision") continue;
    const { decision, statement, time, problems } = receipt;
    decisions[decision]++;
    if (decision === "refused")
      for (const rule of new Set(problems?.map(toRule)))
        refusals.set(rule, (refusals.get(rule) ?? 0) + 1);
    if (decision !== "signed") continue;
    const leaves = statement?.leaves ?? [];
    if (leaves.length === 0 || !leaves.every(({ amount }) => decimalPattern.test(amount))) {
      unstated++;
      continue;
    }
    for (const { chainId, token, amount } of leaves) {
      const key = [time.slice(0, 10), chainId, normalizeToken(token, chainId)].join(" ");
      sums.set(key, (sums.get(key) ?? 0n) + parseFormatted(amount));
    }
  }
  const totals = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => {
      const [day = "", chainId, token = ""] = key.split(" ");
      return { day, chainId: Number(chainId), token, amount: formatDecimal(sum) };
    });
  return { decisions, unstated, totals, refusals: Object.fromEntries(refusals), skipped };
}

const toRule = ({ code, policy }: NonNullable<Receipt["problems"]>[number]): string =>
  policy ? `policy.${policy.rule}` : code;
