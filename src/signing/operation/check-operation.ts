import { readExpiry } from "../../contract/shared/expiry.js";
import type { Authorization, TypedData } from "../../contract/shared/types.js";
import {
  type CheckAuthorizationOptions,
  checkAuthorization,
} from "../authorization/check-authorization.js";
import { checkHash, isMissing, isNone, type ReportProblem } from "../shared/problems.js";
import {
  type CheckTypedDataOptions,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";

/** What everything that is signed as a user operation has in common. */
export interface OperationToCheck {
  userOperationHash?: unknown;
  revertReason?: unknown;
  expiresAt?: unknown;
  authorization?: Authorization | null | undefined;
}

/** What may be said about every signing. */
export interface CheckOperationOptions
  extends Omit<CheckAuthorizationOptions, "chainId" | "walletAddress"> {
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** How many milliseconds must be left until it expires: signing and sending take time too. @defaultValue `5000` */
  margin?: number | undefined;
}

/** What an expiry is held against. */
export interface CheckExpiryOptions extends Pick<CheckOperationOptions, "now" | "margin"> {
  /** How many seconds a limit order was asked to live. */
  expiration?: number | undefined;
}

const defaultMargin = 5_000;
/** How far the service's clock may be ahead. */
const clockTolerance = 60_000;
const day = 86_400_000;

/** No reason to revert, a hash of 32 bytes, time enough, and an authorization that is right. */
export function checkOperation(
  operation: OperationToCheck,
  terms: CheckOperationOptions & CheckAuthorizationOptions & CheckExpiryOptions,
  report: ReportProblem,
  mustExpire: boolean,
): void {
  checkExecutable(operation, terms, report, mustExpire);
  checkAuthorization(operation.authorization, terms, report);
}

/** The same without what only its owner can judge. */
export function checkExecutable(
  { userOperationHash, revertReason, expiresAt }: OperationToCheck,
  terms: CheckExpiryOptions,
  report: ReportProblem,
  mustExpire: boolean,
): void {
  if (!isNone(revertReason))
    report(
      "reverted",
      "revertReason",
      "none",
      (revertReason as { decoded?: unknown }).decoded ?? revertReason,
    );
  checkHash(
    report,
    isNone(userOperationHash) ? "nothing_to_sign" : "hash",
    "userOperationHash",
    userOperationHash,
  );
  checkExpiry(expiresAt, terms, report, mustExpire);
}

/** Where it need not expire, only a time that can be read and has passed is refused. */
export function checkExpiry(
  expiresAt: unknown,
  terms: CheckExpiryOptions,
  report: ReportProblem,
  must: boolean,
) {
  const expiry = readExpiry(expiresAt);
  if (typeof expiry !== "number") {
    return must
      ? report("expiry", "expiresAt", "epoch milliseconds, or ISO 8601 with a zone", expiresAt)
      : undefined;
  }
  // Plain JavaScript hands in null too, and texts, to which a sum would append.
  const now = Number(terms.now ?? Date.now());
  const margin = terms.margin ?? defaultMargin;
  const refuse = (code: "expired" | "expiry", wanted: string) =>
    report(
      code,
      "expiresAt",
      Math.abs(expiry - now) > day ? `${wanted} (${clockHint})` : wanted,
      printTime(expiry),
    );
  // Also where a margin or a time was handed in that is no number.
  if (!(expiry - now > margin))
    return refuse("expired", `more than ${margin} ms after ${printTime(now)}`);
  if (isMissing(terms.expiration)) return undefined;
  const latest = now + terms.expiration * 1_000;
  return expiry <= latest + clockTolerance
    ? undefined
    : refuse("expiry", `${printTime(latest)} at the latest, as asked`);
}

const clockHint = "the clocks may differ; for a sandbox: createSandbox({ now: new Date() })";

/** A packed user operation that comes along with its hash must be the one that is signed. */
export function checkPackedOperation(
  typedData: TypedData | null | undefined,
  hash: unknown,
  terms: CheckTypedDataOptions,
  report: ReportProblem,
): void {
  if (!isNone(typedData) && isPackedUserOperation(typedData))
    checkUserOperation(typedData, hash, terms, report);
}

/** Without an owner nothing would be compared with it: TypeScript demands one, plain JavaScript does not. */
export function checkOwner(owner: unknown, report: ReportProblem): void {
  if (isMissing(owner)) report("owner", "owner", "the option owner", owner);
}

function printTime(time: number): string {
  // Null for what is no date.
  return new Date(time).toJSON() ?? String(time);
}
