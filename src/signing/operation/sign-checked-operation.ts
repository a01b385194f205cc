import type { SignedOperation } from "../../contract/operations/types.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { Authorization } from "../../contract/shared/types.js";
import { signAuthorization } from "../authorization/sign-authorization.js";
import { isNone } from "../shared/problems.js";
import { resolveSigner, type SignatureKind, type Signer } from "../signer/resolve-signer.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { signNormalTypedData } from "../typed-data/sign-normal-typed-data.js";
import { signUserOperation } from "./sign-user-operation.js";

/** A limit order with both signatures. */
export interface SignedLimitOrder extends SignedOperation {
  typedDataSignature: Hex;
}

interface HashToSign {
  userOperationHash?: string | null | undefined;
  authorization?: Authorization | null | undefined;
}

/** What was checked and will be signed. It must not change while the wallet's dialog is open. */
export interface CheckedOperation extends HashToSign {
  typedData?: NormalTypedData | undefined;
  approval?: HashToSign | null | undefined;
}

export interface SignCheckedOptions {
  owner?: Address | undefined;
  chainId: number | undefined;
  delegates?: readonly Address[] | undefined;
  allowAnyDelegate?: boolean | undefined;
  allowAnyChain?: boolean | undefined;
}

/** Makes all signatures, after checking that the signer supports them. Verifies each signature. */
export async function signCheckedOperation(
  subject: string,
  operation: CheckedOperation,
  signer: Signer,
  options: SignCheckedOptions,
): Promise<SignedOperation> {
  const { typedData, approval } = operation;
  const { owner } = resolveSigner(subject, signer, listSignatureKinds(operation), options.owner);
  const ownerOptions = { ...options, owner };
  // In sequence: a wallet shows one dialog at a time.
  const signed = await signHash(operation, signer, ownerOptions);
  if (typedData)
    signed.typedDataSignature = await signNormalTypedData("typed data", typedData, signer, owner);
  if (approval && !isNone(approval.userOperationHash))
    signed.approval = await signHash(approval, signer, ownerOptions);
  return signed;
}

function listSignatureKinds(operation: CheckedOperation): SignatureKind[] {
  const { authorization, typedData, approval } = operation;
  const kinds: SignatureKind[] = ["messages"];
  if (typedData) kinds.push("typed data");
  if (!isNone(authorization) || !isNone(approval?.authorization)) kinds.push("authorizations");
  return kinds;
}

async function signHash(
  operation: HashToSign,
  signer: Signer,
  options: SignCheckedOptions,
): Promise<SignedOperation> {
  const { authorization } = operation;
  // The functions below reject the options of the others.
  const { owner, chainId, delegates, allowAnyDelegate, allowAnyChain } = options;
  const hash = operation.userOperationHash as Hex;
  const signed: SignedOperation = {
    userOperationHash: hash,
    signature: await signUserOperation(hash, signer, { owner }),
  };
  if (!isNone(authorization))
    signed.authorization = await signAuthorization(authorization, signer, {
      owner,
      chainId,
      delegates,
      allowAnyDelegate,
      allowAnyChain,
    });
  return signed;
}
