import { hashAuthorization } from "viem/utils";
import type { Address, Hex } from "../contract/primitives.js";
import type { Authorization } from "../contract/types/common.js";
import { UnsafeToSignError } from "../errors/signing.js";
import { problem, show } from "./problem.js";
import { confirmOwner, sameAddress } from "./signature.js";
import { type AuthorizationToSign, openSigner, ownerOf, type Signer } from "./signer.js";
import { type Problems, readAddress, readInteger } from "./typed-values.js";

/** What an authorization is held to. */
export interface SignAuthorizationOptions {
  /** The account that is delegated. Default: the signer's address. */
  owner?: Address | undefined;
  /** The chain that it must name. */
  chainId?: number | undefined;
  /** The only contracts that the account may be delegated to. Without the list any is signed. */
  delegates?: readonly Address[] | undefined;
  /** Whether chain id 0 may be signed, which is valid on every chain. Default false. */
  allowAnyChain?: boolean | undefined;
}

/**
 * Signs an EIP-7702 authorization: recomputes its hash, compares it with the one given, and signs the raw digest. This hands the
 * account's code to the delegate: pass `delegates`. Injected wallets cannot sign one.
 *
 * @throws {UnsafeToSignError} when the authorization does not add up, or the signer is not the owner: then nothing was signed.
 * @throws {UnsupportedSignerError} when the signer signs no raw digest: then nothing was signed.
 * @example
 * ```ts
 * import { signAuthorization } from "bursar/signing";
 *
 * const signature = await signAuthorization(authorization, signer, {
 *   chainId: 137,
 *   delegates: ["0xd6CEDDe84be40893d153Be9d467CD6aD37875b28"],
 * });
 * ```
 */
export async function signAuthorization(
  authorization: Authorization,
  signer: Signer,
  options: SignAuthorizationOptions = {},
): Promise<Hex> {
  const subject = "authorization";
  const { parts, hash } = checkAuthorization(authorization, options);
  const open = openSigner(signer, { needs: ["digest"], owner: options.owner });
  const owner = ownerOf(open, options.owner, subject);
  const signature = await open.signDigest?.(hash, parts);
  return confirmOwner(subject, hash, signature as Hex, owner);
}

/** An authorization whose parts and hash add up. Throws `UnsafeToSignError` with every problem. */
export function checkAuthorization(
  authorization: Authorization,
  { chainId, delegates, allowAnyChain = false }: SignAuthorizationOptions = {},
): { parts: AuthorizationToSign; hash: Hex } {
  const problems: Problems = [];
  const given: Authorization = typeof authorization === "object" && authorization !== null ? authorization : {};
  // As strings, zeros would be hashed as if they were other numbers.
  const parts = {
    chainId: safe("chainId", readInteger(false, 256, given.chainId, "chainId", problems), problems),
    address: readAddress(given.address, "address", problems) as Address,
    nonce: safe("nonce", readInteger(false, 64, given.nonce, "nonce", problems), problems),
  };
  const wanted = chainId === undefined ? "the id of one chain" : `chain ${chainId}`;
  if (parts.chainId === 0 && !allowAnyChain) problems.push(problem("any_chain", "chainId", `${wanted} (0 is valid on every chain)`, "0"));
  else if (parts.chainId && chainId !== undefined && parts.chainId !== chainId) {
    problems.push(problem("chain", "chainId", wanted, show(parts.chainId)));
  }
  if (parts.address && delegates && !delegates.some((delegate) => sameAddress(delegate, parts.address))) {
    problems.push(problem("delegate", "address", `one of the delegates allowed (${delegates.join(", ") || "none"})`, parts.address));
  }
  // What could not be read has no hash to compare.
  const readable = parts.chainId !== undefined && parts.nonce !== undefined && parts.address !== undefined;
  const hash = readable ? hashAuthorization(parts as AuthorizationToSign) : undefined;
  if (hash && String(given.hash).toLowerCase() !== hash) {
    problems.push(problem("hash", "hash", `${hash}, the hash of these parts`, show(given.hash)));
  }
  if (problems.length > 0) throw new UnsafeToSignError("authorization", problems);
  return { parts: parts as AuthorizationToSign, hash: hash as Hex };
}

function safe(path: string, value: bigint | undefined, problems: Problems): number | undefined {
  if (value === undefined || value <= Number.MAX_SAFE_INTEGER) return value === undefined ? undefined : Number(value);
  problems.push(problem("out_of_range", path, "at most 2^53 - 1", show(value)));
  return undefined;
}
