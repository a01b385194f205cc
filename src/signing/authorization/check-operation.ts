import { hashAuthorization } from "viem/utils";
import type { Authorization } from "../../contract/shared/records.js";
import { isMissing, isNone } from "../../shared/guards.js";
import type { Address } from "../../shared/patterns.js";
import { parseAddress, parseInteger, toMalformed } from "../eip712/parse-values.js";
import { checkExpiry, type ExpiryRules } from "../shared/expiry.js";
import { formatValue } from "../shared/plain-text.js";
import {
  checkHash,
  checkOption,
  isEqual,
  prefixPath,
  type ReportProblem,
} from "../shared/problems.js";
import type { CheckedAuthorization } from "../skeleton/parts.js";

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
  /** Milliseconds since 1970. @defaultValue the service's time if it is known, or `Date.now()` */
  now?: number | undefined;
  /** Milliseconds that must be left for signing and sending. @defaultValue `5000` */
  margin?: number | undefined;
}

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

export interface CheckAuthorizationOptions {
  /** The chain of the operation. Required for an authorization. */
  chainId: number | undefined;
  /** The wallet that is delegated: with EIP-7702 that is the owner's own account. */
  walletAddress?: string | undefined;
  /** The account that owns the wallet and signs. */
  owner?: Address | undefined;
  /**
   * The contracts that the wallet may be delegated to, from your own configuration. Without them an
   * authorization is rejected.
   */
  delegates?: readonly Address[] | undefined;
}

// A delegation gives a contract the whole account. Only a node knows the nonce of the account, so
// that of the authorization is compared with nothing.

/** Undefined if there is none, and if it cannot be read. */
export function checkAuthorization(
  authorization: Authorization | null | undefined,
  options: CheckAuthorizationOptions,
  report: ReportProblem,
): CheckedAuthorization | undefined {
  if (isNone(authorization)) return undefined;
  const path = "authorization";
  const { chainId, walletAddress, owner } = options;
  if (isMissing(chainId))
    report("chain", `${path}.chainId`, "the option chainId", authorization.chainId);
  if (chainId === 0) report("chain", `${path}.chainId`, "the id of one chain", chainId);
  checkOption(report, "owner", path, "owner", owner);
  checkOption(report, "wallet", path, "walletAddress", walletAddress);
  // Only the owner's own account can be delegated.
  if (!isMissing(walletAddress) && !isMissing(owner) && !isEqual(owner, walletAddress))
    report("wallet", path, owner, walletAddress);
  return parseAuthorization(authorization, options, prefixPath(report, path));
}

export function parseAuthorization(
  authorization: Authorization,
  { chainId, delegates }: Partial<CheckAuthorizationOptions>,
  report: ReportProblem,
): CheckedAuthorization | undefined {
  const given: Authorization = Object(authorization);
  const malformed = toMalformed(report);
  // 53 bits: viem takes numbers here. Strings with leading zeros would change the hash.
  const chain = parseInteger(false, 53, given.chainId, "chainId", malformed);
  const address = parseAddress(given.address, "address", malformed) as Address | undefined;
  const nonce = parseInteger(false, 53, given.nonce, "nonce", malformed);
  const expected = isMissing(chainId) ? "the id of one chain" : `chain ${formatValue(chainId)}`;
  if (chain === 0n && chainId !== 0)
    report("chain", "chainId", `${expected} (0 is valid on every chain)`, 0);
  else if (chain && !isMissing(chainId) && Number(chain) !== chainId)
    report("chain", "chainId", expected, chain);
  if (address && !delegates?.some((delegate) => isEqual(delegate, address))) {
    const allowed = delegates?.join(", ") || "none";
    const expected = `a contract on your list, the option delegates: ${allowed}`;
    report("delegate", "address", expected, address);
  }
  if (chain === undefined || nonce === undefined || address === undefined) return undefined;
  const tuple = { chainId: Number(chain), address, nonce: Number(nonce) };
  const hash = hashAuthorization(tuple);
  if (!isEqual(given.hash, hash))
    report("hash", "hash", `${hash}, the hash of these fields`, given.hash);
  return { tuple, hash };
}
