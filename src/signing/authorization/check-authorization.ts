import { hashAuthorization } from "viem/utils";
import { evmAddressPattern } from "../../contract/shared/patterns.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { Authorization } from "../../contract/shared/types.js";
import { isEqual, isMissing, isNone, prefixPath, type ReportProblem } from "../shared/problems.js";
import type { AuthorizationToSign } from "../signer/resolve-signer.js";
import { parseAddress, parseInteger } from "../typed-data/parse-values.js";

/** What an authorization is held against. */
export interface CheckAuthorizationOptions {
  /** The chain of the operation. Where it is not known, an authorization cannot be judged. */
  chainId: number | undefined;
  /** The wallet that is delegated: with EIP-7702 that is the owner's own account. */
  walletAddress?: string | undefined;
  /** The account that owns the wallet and signs. */
  owner?: Address | undefined;
  /** The contracts that the wallet may be delegated to, from your own configuration. Without them an authorization is refused. */
  delegates?: readonly Address[] | undefined;
  /**
   * Takes an EIP-7702 authorization for **any** contract where `delegates` is left out. Only for those who check the contract otherwise: it
   * gets the whole account. @defaultValue `false`
   */
  allowAnyDelegate?: boolean | undefined;
  /** Takes an EIP-7702 authorization for chain 0, which is valid on every chain. @defaultValue `false` */
  allowAnyChain?: boolean | undefined;
}

/** A delegation hands the whole account to a contract: its chain, its hash, its contract and the account must all be right. */
export function checkAuthorization(
  authorization: Authorization | null | undefined,
  terms: CheckAuthorizationOptions,
  report: ReportProblem,
): void {
  if (isNone(authorization)) return;
  const path = "authorization";
  const { chainId, walletAddress, owner } = terms;
  if (isMissing(chainId))
    report("chain", `${path}.chainId`, "the option chainId", authorization.chainId);
  if (isMissing(owner)) report("owner", path, "the option owner", owner);
  if (isMissing(walletAddress)) report("wallet", path, "the option walletAddress", walletAddress);
  // Only the owner's own account can be delegated.
  else if (!isMissing(owner) && !isEqual(owner, walletAddress)) {
    // What is no address could be a secret that was passed in its place.
    report(
      "wallet",
      path,
      evmAddressPattern.test(owner) ? owner : "the owner (not shown: it could be a private key)",
      walletAddress,
    );
  }
  parseAuthorization(authorization, terms, prefixPath(report, path));
}

/** An authorization whose parts and hash add up. Undefined where they do not: then what is wrong has been reported. */
export function parseAuthorization(
  authorization: Authorization,
  { chainId, delegates, allowAnyDelegate, allowAnyChain }: Partial<CheckAuthorizationOptions>,
  report: ReportProblem,
): { parts: AuthorizationToSign; hash: Hex } | undefined {
  const given: Authorization = Object(authorization);
  // As strings, zeros would be hashed as if they were other numbers; and past 2^53 they are no numbers.
  const chain = parseInteger(false, 53, given.chainId, "chainId", report);
  const address = parseAddress(given.address, "address", report) as Address | undefined;
  const nonce = parseInteger(false, 53, given.nonce, "nonce", report);
  const wanted = chainId === undefined ? "the id of one chain" : `chain ${chainId}`;
  if (chain === 0n && allowAnyChain !== true)
    report("any_chain", "chainId", `${wanted} (0 is valid on every chain)`, 0);
  else if (chain && chainId !== undefined && Number(chain) !== chainId)
    report("chain", "chainId", wanted, chain);
  const list = Array.isArray(delegates) ? delegates : undefined;
  if (
    address &&
    !(isMissing(delegates) && allowAnyDelegate === true) &&
    !list?.some((delegate) => isEqual(delegate, address))
  ) {
    report(
      "delegate",
      "address",
      `a contract on your list, the option delegates: ${list?.join(", ") || "none"}`,
      address,
    );
  }
  // What could not be read has no hash to compare.
  if (chain === undefined || nonce === undefined || address === undefined) return undefined;
  const parts = { chainId: Number(chain), address, nonce: Number(nonce) };
  const hash = hashAuthorization(parts);
  if (!isEqual(given.hash, hash))
    report("hash", "hash", `${hash}, the hash of these parts`, given.hash);
  return { parts, hash };
}
