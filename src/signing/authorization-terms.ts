import type { Address } from "../contract/primitives.js";
import type { Authorization } from "../contract/types/common.js";
import { UnsafeToSignError } from "../errors/signing.js";
import { type Report, sameAddress } from "./report.js";
import { checkAuthorization } from "./sign-authorization.js";

/** What an authorization is held against. */
export interface AuthorizationTerms {
  /** The chain of the operation. Where it is not known, an authorization cannot be judged. */
  chainId: number | undefined;
  /** The wallet that is delegated: with EIP-7702 that is the owner's own account. */
  walletAddress?: string | undefined;
  /** The account that owns the wallet and signs. */
  owner?: Address | undefined;
  /** The contracts that the wallet may be delegated to. Any contract where it is left out: name them where you know them. */
  delegates?: readonly Address[] | undefined;
  /** Takes an EIP-7702 authorization for chain 0, which is valid on every chain. @defaultValue `false` */
  allowAnyChain?: boolean | undefined;
}

/** A delegation hands the whole account to a contract: its chain, its hash, its contract and the account must all be right. */
export function holdAuthorization(authorization: Authorization, terms: AuthorizationTerms, report: Report, path = "authorization"): void {
  const { chainId, walletAddress, owner, delegates, allowAnyChain } = terms;
  if (chainId === undefined) {
    report(
      "chain",
      `${path}.chainId`,
      "a chainId among the options",
      authorization.chainId,
      "the operation does not say on which chain it is",
    );
  }
  if (owner !== undefined && walletAddress !== undefined && !sameAddress(owner, walletAddress)) {
    report("wallet", path, owner, walletAddress, "only the owner's own account can be delegated (EIP-7702)");
  }
  try {
    checkAuthorization(authorization, { chainId, delegates, allowAnyChain });
  } catch (error) {
    if (!(error instanceof UnsafeToSignError)) throw error;
    for (const { code, path: at, expected, actual } of error.problems) {
      report(code, `${path}.${at}`, expected, actual, "not an authorization for this");
    }
  }
}
