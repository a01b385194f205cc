import type { SignedOperation } from "../../contract/operations/types.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { Authorization } from "../../contract/shared/types.js";
import { signAuthorization } from "../authorization/sign-authorization.js";
import { isNone } from "../shared/problems.js";
import { openSigner, type Signer, type SigningNeed } from "../signer/signer.js";
import { signNormal } from "../typed-data/sign-normalised.js";
import type { NormalTypedData } from "../typed-data/typed-struct.js";
import { signUserOperation } from "./sign-user-operation.js";

/** A limit order, signed twice. */
export interface SignedLimitOrder extends SignedOperation {
  typedDataSignature: Hex;
}

/** An operation whose hash and authorization have been checked. Whatever else an answer holds beside them is not looked at. */
interface CheckedOperation {
  userOperationHash?: string | null | undefined;
  authorization?: Authorization | null | undefined;
}

/** What has been checked and is to be signed. Nothing in it changes while a person reads the wallet's dialog. */
export interface Prepared extends CheckedOperation {
  typedData?: NormalTypedData | undefined;
  approval?: CheckedOperation | null | undefined;
}

/** Who signs for whom. */
export interface PreparedTerms {
  owner?: Address | undefined;
  chainId: number | undefined;
  delegates?: readonly Address[] | undefined;
  allowAnyChain?: boolean | undefined;
}

/** Signs all of it, after the signer has shown that it can. Every signature is compared with the owner before anything is handed out. */
export async function signPrepared(
  subject: string,
  prepared: Prepared,
  signer: Signer,
  terms: PreparedTerms,
): Promise<SignedOperation> {
  const { typedData, approval } = prepared;
  const { owner } = openSigner(subject, signer, needsOf(prepared), terms.owner);
  const theirs = { ...terms, owner };
  // One after the other: a wallet shows one dialog at a time.
  const signed = await signOne(prepared, signer, theirs);
  if (typedData)
    signed.typedDataSignature = await signNormal("typed data", typedData, signer, owner);
  if (approval && !isNone(approval.userOperationHash))
    signed.approval = await signOne(approval, signer, theirs);
  return signed;
}

function needsOf({ authorization, typedData, approval }: Prepared): SigningNeed[] {
  const needs: SigningNeed[] = ["messages"];
  if (typedData) needs.push("typed data");
  return isNone(authorization) && isNone(approval?.authorization)
    ? needs
    : [...needs, "authorizations"];
}

async function signOne(
  operation: CheckedOperation,
  signer: Signer,
  terms: PreparedTerms,
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
