import type { Authorization, TypedData } from "../contract/types/common.js";
import { type AuthorizationTerms, holdAuthorization } from "./authorization-terms.js";
import { checkUserOperation, isPackedUserOperation, type TypedDataTerms } from "./check-typed-data.js";
import { readExpiry } from "./expiry.js";
import { holdHash, isNone, type Report } from "./report.js";

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
export function checkOperation(operation: Signable, terms: OperationTerms & AuthorizationTerms, report: Report, mustExpire: boolean): void {
  checkExecutable(operation, terms, report, mustExpire);
  if (!isNone(operation.authorization)) holdAuthorization(operation.authorization, terms, report);
}

/** The same without what only its owner can judge. */
export function checkExecutable(
  { userOperationHash, revertReason, expiresAt }: Signable,
  terms: OperationTerms,
  report: Report,
  mustExpire: boolean,
): void {
  if (!isNone(revertReason)) report("reverted", "revertReason", "none", (revertReason as { decoded?: unknown }).decoded ?? revertReason);
  holdHash(report, isNone(userOperationHash) ? "nothing_to_sign" : "hash", "userOperationHash", userOperationHash);
  checkExpiry(expiresAt, terms, report, mustExpire);
}

/** Where nothing says when it expires, only what must expire is refused. */
export function checkExpiry(
  expiresAt: unknown,
  { now = Date.now(), margin = defaultMargin }: OperationTerms,
  report: Report,
  must: boolean,
) {
  const expiry = readExpiry(expiresAt);
  if (expiry === "never" && !must) return undefined;
  if (typeof expiry !== "number") return report("expiry", "expiresAt", "epoch milliseconds, or ISO 8601 with a zone", expiresAt);
  // Also where a margin or a time was handed in that is no number.
  if (expiry - now > margin) return undefined;
  return report("expired", "expiresAt", `more than ${margin} ms after ${printTime(now)}`, printTime(expiry));
}

/** A packed user operation that comes along with its hash must be the one that is signed. */
export function checkPackedOperation(typedData: TypedData | null | undefined, hash: unknown, terms: TypedDataTerms, report: Report): void {
  if (!isNone(typedData) && isPackedUserOperation(typedData)) checkUserOperation(typedData, hash, terms, report);
}

function printTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}
