import type { BatchRequest, TransferRequest } from "../../contract/operations/prepared-records.js";
import type { SwapQuoteRequest } from "../../contract/swap/records.js";
import type { SigningProblemCode } from "../../errors/signing.js";
import type { Hex } from "../../shared/patterns.js";

/** What a person approves, before anything is quoted or signed. It is plain JSON. */
export interface MandateTerms {
  /** The form of the terms. Terms of another version are rejected. */
  version: 1;
  /** The request of the quote, the transfer or the batch, without its metadata. */
  request: SwapQuoteRequest | TransferRequest | BatchRequest;
  /** The least that arrives: a decimal string in whole tokens. */
  minReceived?: string | undefined;
  /**
   * The maximum gas, with all costs beside what is sent and received: a decimal string in
   * `payGasFeeToken`.
   */
  maxGasFee?: string | undefined;
  /**
   * The codes of problems to sign in spite of. Beside a mandate, the options `accept` and `confirm`
   * have no effect: the person decides.
   */
  accept?: readonly SigningProblemCode[] | undefined;
  /** ISO 8601. Nothing is signed after it, nor what can be executed after it. */
  until: string;
  /** The `name` of the policy. */
  policy: string;
  /** Your own id of the payment, as in `once`. */
  intent: string;
}

/** Terms with the signatures of their approvers. It is plain JSON, and has no key. */
export interface Mandate {
  terms: MandateTerms;
  /** EIP-712 signatures of the terms, one of each approver. */
  signatures: readonly Hex[];
}

/** A mandate for what is above the limits of an `approval`. */
export interface MandateOption {
  /**
   * The terms that were approved: see `signMandate` of `bursar/policy`. The `policy` checks that
   * what is signed is what they say. One mandate is used once.
   */
  mandate?: Mandate | undefined;
}
