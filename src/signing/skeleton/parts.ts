import { hashMessage } from "viem/utils";
import type { SigningDigests, Statement } from "../../contract/shared/statement.js";
import type { Hex } from "../../shared/patterns.js";
import {
  digestTypedData,
  type NormalTypedData,
  signNormalTypedData,
} from "../eip712/normal-typed-data.js";
import { isHash } from "../shared/problems.js";
import type {
  AuthorizationToSign,
  ResolvedSigner,
  SignatureKind,
} from "../signer/resolve-signer.js";

export interface CheckedAuthorization {
  tuple: AuthorizationToSign;
  hash: Hex;
}

/** What was checked. Exactly this is signed. */
export interface PartsToSign {
  userOperationHash?: Hex | undefined;
  operationData?: NormalTypedData | undefined;
  authorization?: CheckedAuthorization | undefined;
  /** An order, or other typed data. It is signed beside the hash. */
  typedData?: NormalTypedData | undefined;
  approval?: PartsToSign | undefined;
  /** The operations of a lending quote after the first. */
  further?: readonly PartsToSign[] | undefined;
}

export interface SignedParts {
  userOperationHash?: Hex;
  signature?: Hex;
  authorization?: Hex;
  typedDataSignature?: Hex;
  approval?: SignedParts;
  further?: SignedParts[];
  /** As in the response, for the errors of `execute` and of a wait. */
  expiresAt?: string | number;
  /** As the caller names it, for a wait. */
  walletAddress?: string;
  digests: SigningDigests;
  statement?: Statement;
}

export function listSignatureKinds(parts: PartsToSign): SignatureKind[] {
  const others = [...(parts.approval ? [parts.approval] : []), ...(parts.further ?? [])];
  const kinds = new Set<SignatureKind>(others.flatMap(listSignatureKinds));
  if (parts.userOperationHash) kinds.add("messages");
  if (parts.authorization) kinds.add("authorizations");
  if (parts.typedData) kinds.add("typed data");
  return [...kinds];
}

/** The hashes of everything that is signed. Text in place of a hash is left out: it is shown. */
export function listDigests(parts: PartsToSign): SigningDigests {
  const { userOperationHash, authorization, approval, further = [] } = parts;
  const typedData = parts.typedData ?? parts.operationData;
  return {
    ...(isHash(userOperationHash) && { userOperationHash }),
    ...(typedData && digestTypedData(typedData)),
    ...(authorization && { authorization: authorization.hash }),
    ...(approval && { approval: listDigests(approval) }),
    ...(further.length > 0 && { further: further.map(listDigests) }),
  };
}

/** In sequence, because a wallet shows one dialog at a time. Nothing that expires is returned. */
export async function signParts(
  sign: ResolvedSigner["sign"],
  parts: PartsToSign,
  assertNotExpired: () => void,
): Promise<SignedParts> {
  const { userOperationHash, authorization, typedData, approval, further = [] } = parts;
  const signed: SignedParts = { digests: listDigests({ ...parts, further: [] }) };
  if (userOperationHash) {
    signed.userOperationHash = userOperationHash;
    signed.signature = await signHash(sign, userOperationHash);
    assertNotExpired();
  }
  if (authorization) {
    signed.authorization = await sign("authorizations", authorization.hash, authorization.tuple);
    assertNotExpired();
  }
  if (typedData) {
    signed.typedDataSignature = await signNormalTypedData(sign, typedData);
    assertNotExpired();
  }
  if (approval) signed.approval = await signParts(sign, approval, assertNotExpired);
  if (further.length > 0) signed.further = [];
  for (const each of further) signed.further?.push(await signParts(sign, each, assertNotExpired));
  return signed;
}

function signHash(sign: ResolvedSigner["sign"], hash: Hex): Promise<Hex> {
  const mistakes = {
    "the wallet signed the text of the hash, not its bytes": hashMessage(hash),
    "the wallet signed the bare hash, without EIP-191": hash,
  };
  return sign("messages", hashMessage({ raw: hash }), { message: { raw: hash } }, mistakes);
}
