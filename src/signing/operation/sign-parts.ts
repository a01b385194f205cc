import { hashMessage } from "viem/utils";
import type { SignedOperation, SigningDigests } from "../../contract/operations/types.js";
import type { Hex } from "../../contract/shared/primitives.js";
import type { CheckedAuthorization } from "../authorization/check-authorization.js";
import type { ResolvedSigner, SignatureKind } from "../signer/resolve-signer.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { digestTypedData, signNormalTypedData } from "../typed-data/sign-normal-typed-data.js";

/** A limit order with both signatures. */
export interface SignedLimitOrder extends SignedOperation {
  typedDataSignature: Hex;
}

interface HashToSign {
  userOperationHash: Hex;
  authorization?: CheckedAuthorization | undefined;
}

/** What was checked. Exactly this is signed. */
export interface CheckedOperation extends HashToSign {
  /** The order. It is signed beside the hash. */
  typedData?: NormalTypedData | undefined;
  /** The operation itself, whose hash is signed. */
  operationData?: NormalTypedData | undefined;
  approval?: HashToSign | undefined;
}

/** The parts of an operation that have a hash. */
interface HashedParts {
  userOperationHash?: Hex | undefined;
  typedData?: NormalTypedData | undefined;
  operationData?: NormalTypedData | undefined;
  authorization?: { hash: Hex } | undefined;
  approval?: HashedParts | undefined;
}

/** What the signer must support. */
export function listSignatureKinds(operation: CheckedOperation): SignatureKind[] {
  const { authorization, typedData, approval } = operation;
  const kinds: SignatureKind[] = ["messages"];
  if (typedData) kinds.push("typed data");
  if (authorization || approval?.authorization) kinds.push("authorizations");
  return kinds;
}

/** The hashes of everything that is signed. */
export function listDigests(parts: HashedParts): SigningDigests {
  const { userOperationHash, authorization, approval } = parts;
  const typedData = parts.typedData ?? parts.operationData;
  return {
    ...(userOperationHash && { userOperationHash }),
    ...(typedData && digestTypedData(typedData)),
    ...(authorization && { authorization: authorization.hash }),
    ...(approval && { approval: listDigests(approval) }),
  };
}

/** Makes all signatures. Each is verified, and nothing that expired meanwhile is returned. */
export async function signParts(
  { sign }: ResolvedSigner,
  operation: CheckedOperation,
  assertNotExpired: () => void,
): Promise<SignedOperation> {
  // In sequence: a wallet shows one dialog at a time.
  const signHash = async (part: CheckedOperation): Promise<SignedOperation> => {
    const { userOperationHash, authorization, typedData } = part;
    const signature = await signUserOperationHash(sign, userOperationHash);
    assertNotExpired();
    const signed: SignedOperation = { userOperationHash, signature };
    if (authorization) {
      signed.authorization = await sign("authorizations", authorization.hash, authorization.parts);
      assertNotExpired();
    }
    if (typedData) {
      signed.typedDataSignature = await signNormalTypedData(sign, typedData);
      assertNotExpired();
    }
    return { ...signed, digests: listDigests(part) };
  };
  const signed = await signHash(operation);
  if (operation.approval) signed.approval = await signHash(operation.approval);
  return signed;
}

/** Signs the 32 bytes of the hash with EIP-191. */
export function signUserOperationHash(sign: ResolvedSigner["sign"], hash: Hex): Promise<Hex> {
  return sign(
    "messages",
    hashMessage({ raw: hash }),
    { message: { raw: hash } },
    {
      "the wallet signed the text of the hash, not its bytes": hashMessage(hash),
      "the wallet signed the bare hash, without EIP-191": hash,
    },
  );
}
