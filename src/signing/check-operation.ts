import type { Authorization, TypedData } from "../contract/types/common.js";
import { type AuthorizationTerms, holdAuthorization } from "./authorization-terms.js";
import { checkUserOperation, isPackedUserOperation } from "./check-typed-data.js";
import { readExpiry } from "./expiry.js";
import { isHash, isNone, type Report } from "./report.js";

/** What everything that is signed as a user operation has in common. */
export interface Signable {
  userOperationHash?: unknown;
  revertReason?: unknown;
  expiresAt?: unknown;
  authorization?: Authorization | null | undefined;
}

/** What may be said about every signing. */
export interface OperationTerms extends Omit<AuthorizationTerms, "chainId" | "walletAddress"> {
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** How many milliseconds must be left until it expires: signing and sending take time too. @defaultValue `5000` */
  margin?: number | undefined;
}

const defaultMargin = 5_000;

/** No reason to revert, a hash of 32 bytes, time enough, and an authorization that is right. */
export function checkOperation(
  operation: Signable,
  terms: OperationTerms & AuthorizationTerms,
  report: Report,
  { mustExpire }: { mustExpire: boolean },
): void {
  const { userOperationHash, revertReason, authorization } = operation;
  if (!isNone(revertReason)) {
    const { decoded } = revertReason as { decoded?: unknown };
    report("reverted", "revertReason", "none", decoded ?? revertReason, "it cannot be executed");
  }
  if (!isHash(userOperationHash)) {
    const code = isNone(userOperationHash) ? "nothing_to_sign" : "hash";
    report(code, "userOperationHash", "a 32-byte hash", userOperationHash, "there is nothing to sign");
  }
  checkExpiry(operation.expiresAt, terms, report, mustExpire);
  if (!isNone(authorization)) holdAuthorization(authorization, terms, report);
}

/** Where nothing says when it expires, only what must expire is refused. */
export function checkExpiry(
  expiresAt: unknown,
  { now = Date.now(), margin = defaultMargin }: OperationTerms,
  report: Report,
  must: boolean,
) {
  const expiry = readExpiry(expiresAt);
  if (expiry === "unreadable" || (expiry === "never" && must)) {
    return report("expiry", "expiresAt", "epoch milliseconds, or ISO 8601 with a zone", expiresAt, "nobody knows when it expires");
  }
  if (expiry === "never") return;
  // Also where a margin or a time was handed in that is no number.
  if (!(expiry - now > margin)) {
    report("expired", "expiresAt", `more than ${margin} ms after ${printTime(now)}`, printTime(expiry), "expired, or about to");
  }
}

/** A packed user operation that comes along with its hash must be the one that is signed. */
export function checkPackedOperation(
  typedData: TypedData | null | undefined,
  hash: unknown,
  terms: { walletAddress: string | undefined; chainId: number | undefined },
  report: Report,
): void {
  if (!isNone(typedData) && isPackedUserOperation(typedData)) checkUserOperation(typedData, hash, terms, report);
}

function printTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}
