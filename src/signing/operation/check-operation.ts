import { readExpiry } from "../../contract/shared/expiry.js";
import type { Authorization } from "../../contract/shared/types.js";
import {
  type CheckAuthorizationOptions,
  type CheckedAuthorization,
  checkAuthorization,
} from "../authorization/check-authorization.js";
import {
  assertNoProblems,
  checkHash,
  isMissing,
  isNone,
  type ReportProblem,
} from "../shared/problems.js";

/** The fields that everything signed as a user operation has in common. */
export interface OperationToCheck {
  userOperationHash?: unknown;
  revertReason?: unknown;
  expiresAt?: unknown;
  authorization?: Authorization | null | undefined;
}

/** Options of every signing function. */
export interface CheckOperationOptions
  extends Omit<CheckAuthorizationOptions, "chainId" | "walletAddress"> {
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** Milliseconds that must be left for signing and sending. @defaultValue `5000` */
  margin?: number | undefined;
}

export interface CheckExpiryOptions extends Pick<CheckOperationOptions, "now" | "margin"> {
  /** The requested lifetime of a limit order in seconds. */
  expiration?: number | undefined;
}

/**
 * Quotes require an expiry. Other operations may omit it, but it must be readable. That of lending
 * quotes and cancellations can have any form: it is not documented.
 */
export type ExpiryRule = "required" | "readable" | "any";

const defaultMargin = 5_000;
/** How much later than requested an order may expire. The service's clock may be ahead. */
const clockTolerance = 120_000;
const day = 86_400_000;
const clockHint = "the clocks may differ, for example with a fixed now of a sandbox";

/** Checks the revert reason, the hash, the expiry and the authorization, and returns the latter. */
export function checkOperation(
  operation: OperationToCheck,
  options: CheckAuthorizationOptions & CheckExpiryOptions,
  report: ReportProblem,
  expiryRule: ExpiryRule,
): CheckedAuthorization | undefined {
  checkExecutable(operation, options, report, expiryRule);
  return checkAuthorization(operation.authorization, options, report);
}

/** Checks everything except the authorization. */
export function checkExecutable(
  { userOperationHash: hash, revertReason, expiresAt }: OperationToCheck,
  options: CheckExpiryOptions,
  report: ReportProblem,
  expiryRule: ExpiryRule,
): void {
  if (!isNone(revertReason)) {
    const { decoded } = revertReason as { decoded?: unknown };
    report("reverted", "revertReason", "none", decoded ?? revertReason);
  }
  checkHash(report, isNone(hash) ? "nothing_to_sign" : "hash", "userOperationHash", hash);
  checkExpiry(expiresAt, options, report, expiryRule);
}

export function checkExpiry(
  expiresAt: unknown,
  options: CheckExpiryOptions,
  report: ReportProblem,
  rule: ExpiryRule,
): void {
  const expiry = readExpiry(expiresAt);
  if (typeof expiry !== "number") {
    if (rule === "required" || (rule === "readable" && expiry === "unreadable"))
      report("expiry", "expiresAt", "epoch milliseconds, or ISO 8601 with a time zone", expiresAt);
    return;
  }
  // Plain JavaScript can pass null or a string. Adding to a string would concatenate.
  const now = Number(options.now ?? Date.now());
  const margin = options.margin ?? defaultMargin;
  const reportExpiry = (code: "expired" | "expiry_later", expected: string) => {
    const hint = Math.abs(expiry - now) > day ? ` (${clockHint})` : "";
    report(code, "expiresAt", `${expected}${hint}`, formatTime(expiry));
  };
  // Negated conditions, so that NaN is rejected.
  if (!(expiry - now > margin)) {
    reportExpiry("expired", `more than ${margin} ms after ${formatTime(now)}`);
  } else if (!isMissing(options.expiration)) {
    const latest = now + options.expiration * 1_000;
    if (!(expiry <= latest + clockTolerance))
      reportExpiry("expiry_later", `${formatTime(latest)} or earlier, as requested`);
  }
}

/**
 * Rejects what has expired while a dialog was open. `isSigned` says that the wallet has signed, so
 * that the signature is discarded.
 */
export function assertNotExpired(
  subject: string,
  expiresAt: unknown,
  options: CheckExpiryOptions,
  isSigned: boolean,
): void {
  assertNoProblems(subject, (report) => checkExpiry(expiresAt, options, report, "any"), {
    discarded: isSigned,
    hint: "It expired while a dialog was open. Request a new one.",
  });
}

/** TypeScript requires an owner. Plain JavaScript can omit it, which would disable the check. */
export function checkOwner(owner: unknown, report: ReportProblem): void {
  if (isMissing(owner)) report("owner", "owner", "the option owner", owner, true);
}

function formatTime(time: number): string {
  // toJSON() returns null for an invalid date.
  return new Date(time).toJSON() ?? String(time);
}
