import type { SignedOperation } from "../../contract/operations/types.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { Authorization } from "../../contract/shared/types.js";
import { signAuthorization } from "../authorization/sign-authorization.js";
import { isNone } from "../shared/problems.js";
import { resolveSigner, type SignatureKind, type Signer } from "../signer/resolve-signer.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { signNormalTypedData } from "../typed-data/sign-normal-typed-data.js";
import { signUserOperation } from "./sign-user-operation.js";

/** A limit order, signed twice. */
export interface SignedLimitOrder extends SignedOperation {
  typedDataSignature: Hex;
}

/** An operation whose hash and authorization have been checked. Whatever else an answer holds beside them is not looked at. */
interface HashToSign {
  userOperationHash?: string | null | undefined;
  authorization?: Authorization | null | undefined;
}

/** What has been checked and is to be signed. Nothing in it changes while a person reads the wallet's dialog. */
export interface CheckedOperation extends HashToSign {
  typedData?: NormalTypedData | undefined;
  approval?: HashToSign | null | undefined;
}

/** Who signs for whom. */
export interface SignCheckedOptions {
  owner?: Address | undefined;
  chainId: number | undefined;
  delegates?: readonly Address[] | undefined;
  allowAnyChain?: boolean | undefined;
}

/** Signs all of it, after the signer has shown that it can. Every signature is compared with the owner before anything is handed out. */
export async function signCheckedOperation(
  subject: string,
  prepared: CheckedOperation,
  signer: Signer,
  terms: SignCheckedOptions,
): Promise<SignedOperation> {
  const { typedData, approval } = prepared;
  const { owner } = resolveSigner(subject, signer, listSignatureKinds(prepared), terms.owner);
  const theirs = { ...terms, owner };
  // One after the other: a wallet shows one dialog at a time.
  const signed = await signHash(prepared, signer, theirs);
  if (typedData)
    signed.typedDataSignature = await signNormalTypedData("typed data", typedData, signer, owner);
  if (approval && !isNone(approval.userOperationHash))
    signed.approval = await signHash(approval, signer, theirs);
  return signed;
}

function listSignatureKinds({
  authorization,
  typedData,
  approval,
}: CheckedOperation): SignatureKind[] {
  const needs: SignatureKind[] = ["messages"];
  if (typedData) needs.push("typed data");
  return isNone(authorization) && isNone(approval?.authorization)
    ? needs
    : [...needs, "authorizations"];
}

async function signHash(
  operation: HashToSign,
  signer: Signer,
  terms: SignCheckedOptions,
): Promise<SignedOperation> {
  const { authorization } = operation;
  const hash = operation.userOperationHash as Hex;
  const signed: SignedOperation = {
    userOperationHash: hash,
    signature: await signUserOperation(hash, signer, terms),
  };
  if (!isNone(authorization))
    signed.authorization = await signAuthorization(authorization, signer, terms);
  return signed;
}
