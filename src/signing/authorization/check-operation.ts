import type { Authorization } from "../../contract/shared/types.js";
import { isMissing, isNone } from "../../shared/guards.js";
import type { Address } from "../../shared/patterns.js";
import { checkExpiry, type ExpiryRules } from "../shared/expiry.js";
import { checkHash, type ReportProblem } from "../shared/problems.js";
import type { CheckedAuthorization } from "../skeleton/parts.js";
import { type CheckAuthorizationOptions, checkAuthorization } from "./check-authorization.js";

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

/** Checks the revert reason, the hash, the expiry and the authorization, and returns the latter. */
export function checkOperationFields(
  operation: OperationToCheck,
  options: CheckAuthorizationOptions & ExpiryRules,
  report: ReportProblem,
): CheckedAuthorization | undefined {
  checkExecutable(operation, options, report);
  return checkAuthorization(operation.authorization, options, report);
}

/** Checks everything except the authorization. */
export function checkExecutable(
  { userOperationHash: hash, revertReason, expiresAt }: OperationToCheck,
  rules: ExpiryRules,
  report: ReportProblem,
): void {
  checkRevert(revertReason, report);
  checkHash(report, isNone(hash) ? "nothing_to_sign" : "hash", "userOperationHash", hash);
  checkExpiry(expiresAt, rules, report);
}

/** Reports why something would fail on the chain. */
export function checkRevert(revertReason: unknown, report: ReportProblem): void {
  if (isNone(revertReason)) return;
  const { decoded } = Object(revertReason) as { decoded?: unknown };
  const reason = decoded ?? revertReason;
  if (typeof reason !== "string" || !/insufficient balance/i.test(reason)) {
    report("reverted", "revertReason", "none", reason);
    return;
  }
  // The only address of the text. One of several could be an account.
  const [first, ...others] = reason.match(/\b0x[a-f\d]{40}\b/gi) ?? [];
  const token = others.length === 0 ? (first as Address | undefined) : undefined;
  const expected = `enough of ${token ?? "the token"}`;
  report("insufficient_balance", "revertReason", expected, reason, { token });
}

/** TypeScript requires an owner. Plain JavaScript can omit it, which would disable the check. */
export function checkOwner(owner: unknown, report: ReportProblem): void {
  if (isMissing(owner)) report("owner", "owner", "the option owner", owner, { isMistake: true });
}
