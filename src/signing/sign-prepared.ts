import type { Address, Hex } from "../contract/primitives.js";
import type { Authorization } from "../contract/types/common.js";
import type { SignedOperation } from "../contract/types/operations.js";
import { isNone } from "./report.js";
import { signAuthorization } from "./sign-authorization.js";
import { signNormal } from "./sign-normal.js";
import { signUserOperation } from "./sign-user-operation.js";
import { openSigner, type Signer, type SigningNeed } from "./signer.js";
import type { NormalTypedData } from "./typed-struct.js";

/** A limit order, signed twice. */
export interface SignedLimitOrder extends SignedOperation {
  typedDataSignature: Hex;
}

/** What has been checked and is to be signed. Nothing in it changes while a person reads the wallet's dialog. */
export interface Prepared {
  userOperationHash?: string | null | undefined;
  authorization?: Authorization | null | undefined;
  typedData?: NormalTypedData | undefined;
  approval?: Prepared | null | undefined;
}

/** Who signs for whom. */
export interface PreparedTerms {
  owner?: Address | undefined;
  chainId: number | undefined;
  delegates?: readonly Address[] | undefined;
  allowAnyChain?: boolean | undefined;
}

/** Signs all of it, after the signer has shown that it can. Every signature is compared with the owner before anything is handed out. */
export async function signPrepared(subject: string, prepared: Prepared, signer: Signer, terms: PreparedTerms): Promise<SignedOperation> {
  const { owner } = openSigner(subject, signer, needsOf(prepared), terms.owner);
  return signOne(prepared, signer, { ...terms, owner });
}

function needsOf({ authorization, typedData, approval }: Prepared): SigningNeed[] {
  const needs: SigningNeed[] = ["messages"];
  if (typedData) needs.push("typed data");
  return isNone(authorization) && isNone(approval?.authorization) ? needs : [...needs, "authorizations"];
}

/** One after the other: a wallet shows one dialog at a time. */
async function signOne(prepared: Prepared, signer: Signer, terms: PreparedTerms): Promise<SignedOperation> {
  const { authorization, typedData, approval } = prepared;
  const { owner } = terms;
  const hash = prepared.userOperationHash as Hex;
  const signed: SignedOperation = { userOperationHash: hash, signature: await signUserOperation(hash, signer, { owner }) };
  if (!isNone(authorization)) signed.authorization = await signAuthorization(authorization, signer, terms);
  if (typedData) signed.typedDataSignature = await signNormal("typed data", typedData, signer, owner);
  if (approval && !isNone(approval.userOperationHash)) signed.approval = await signOne(approval, signer, terms);
  return signed;
}
