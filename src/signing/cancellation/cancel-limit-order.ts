import type {
  CancelLimitOrderRequest,
  CancelLimitOrderResult,
  PreparedCancellation,
  SignedCancellation,
} from "../../contract/swap/cancellation-records.js";
import { isNone } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import type { NormalTypedData } from "../eip712/normal-typed-data.js";
import { checkExpiry } from "../shared/expiry.js";
import { toPlainText } from "../shared/plain-text.js";
import { assertNoProblems, checkOption, type ReportProblem } from "../shared/problems.js";
import { copyData, copyOptions, type Fields } from "../shared/read-options.js";
import type { Signer } from "../signer/resolve-signer.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import { describeParts, explainReview } from "../skeleton/describe-parts.js";
import { type Reading, signReading } from "../skeleton/sign.js";
import { checkOrder } from "../typed-data/check-typed-data.js";

/** Who signs a cancellation, and what it must match. */
export interface SignCancellationOptions extends AcceptOptions {
  /**
   * The account that owns the wallet (`externallyOwnedAccount`). The signature must be its. Without
   * it, the signature is only compared with the signer's own address.
   */
  owner?: Address | undefined;
  /** The wallet of the order. A cancellation for another wallet is rejected. */
  walletAddress: string;
  /** The chain of the order. A cancellation for another chain is rejected. */
  chainId: number;
  /** Milliseconds since 1970, for a cancellation with an expiry. @defaultValue `Date.now()` */
  now?: number | undefined;
}

/**
 * Signs the cancellation of a limit order that `client.swap.prepareCancellation` returns: its typed
 * data, not a hash. Pass the result to `client.swap.cancelLimitOrder`. Rejects anything except one
 * order that is wrapped for this wallet on this chain.
 *
 * **What cannot be checked:** the typed data contains one hash whose contents are not documented.
 * Whether it cancels *this* order depends on the service. `id`, `status`, `requiresExecution`,
 * `receivedAmount` and `fees` are compared with nothing; `confirm` shows the fees. Nothing signed
 * limits them.
 *
 * @throws UnsafeToSignError with every problem. The signer was not called.
 * @throws SignatureMismatchError if the signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { signCancellation } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const options = { owner, walletAddress, chainId: 137 } as const;
 * const prepared = await client.swap.prepareCancellation(transactionId);
 * try {
 *   const signed = await signCancellation(prepared, signer, options);
 *   console.log((await client.swap.cancelLimitOrder(transactionId, signed)).success);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function signCancellation(
  prepared: PreparedCancellation,
  signer: Signer,
  options: SignCancellationOptions,
): Promise<SignedCancellation> {
  const signed = await signReading("cancellation", signer, options, (report) =>
    readCancellation(prepared, copyCancellationOptions("signCancellation", options), report),
  );
  return { signature: signed?.typedDataSignature as Hex, digests: signed?.digests };
}

function readCancellation(
  prepared: PreparedCancellation,
  options: SignCancellationOptions,
  report: ReportProblem,
): Reading | undefined {
  const { walletAddress, chainId } = options;
  const snapshot = copyData("prepared", prepared, report);
  const typedData = checkCancellation(snapshot, options, report);
  if (!snapshot || !typedData) return undefined;
  const { expiresAt, fees } = snapshot;
  const parts = { typedData };
  return {
    options: { ...options, margin: 0 },
    parts,
    expiresAt,
    walletAddress,
    describe(problems) {
      const title = "the cancellation of an order";
      const described = { title, walletAddress, chainId, expiresAt, fees, parts };
      return describeParts(described, explainReview(problems));
    },
  };
}

function checkCancellation(
  prepared: PreparedCancellation | undefined,
  { walletAddress, chainId, now }: SignCancellationOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const { signData, expiresAt } = prepared ?? {};
  const entries = Array.isArray(signData) ? signData : [];
  const [entry] = entries;
  const typedData = entry?.typedData;
  checkOption(report, "wallet", "walletAddress", "walletAddress", walletAddress, true);
  checkOption(report, "chain", "chainId", "chainId", chainId, true);
  if (entry?.type !== "LIMIT_ORDER" || entries.length > 1) {
    const types = Array.from(entries, (each) => toPlainText(each?.type ?? "")).join(", ");
    report("typed_data", "signData", "one LIMIT_ORDER", types);
  }
  checkExpiry(expiresAt, { now, margin: 0, rule: "any" }, report);
  if (isNone(typedData))
    return report("nothing_to_sign", "signData[0].typedData", "typed data", typedData);
  return checkOrder(typedData, { walletAddress, chainId }, report, "signData[0].typedData");
}

// biome-ignore format: a compact table
const cancellationFields: Fields<SignCancellationOptions> = {
  owner: "any", walletAddress: "value", chainId: "value", now: "time",
  accept: "codes", confirm: "function", policy: "policy", signal: "signal",
  receipts: "function",
};

function copyCancellationOptions(
  subject: string,
  options: SignCancellationOptions,
): SignCancellationOptions {
  return assertNoProblems("cancellation", (report) =>
    copyOptions(subject, options, cancellationFields, report),
  );
}

/** The methods that are called. A client of `createClient` has them. */
export interface CancellingClient {
  swap: {
    prepareCancellation(
      transactionId: string,
      options?: CancelCallOptions,
    ): PromiseLike<PreparedCancellation>;
    cancelLimitOrder(
      transactionId: string,
      request: CancelLimitOrderRequest,
      options?: CancelCallOptions,
    ): PromiseLike<CancelLimitOrderResult>;
  };
}

/** The options of both calls. */
export interface CancelCallOptions {
  signal?: AbortSignal | undefined;
}

/** Who cancels, and a signal to abort. */
export interface CancelLimitOrderOptions extends SignCancellationOptions {
  /** Aborts between and within the calls. A cancellation that was already sent is not undone. */
  signal?: AbortSignal | undefined;
}

/**
 * Cancels a limit order: prepares, checks, signs and sends the cancellation. `transactionId` is the
 * `id` of the order in the wallet's history. The cancellation is never sent twice.
 *
 * @throws UnsafeToSignError if the prepared cancellation is invalid. Nothing was signed, and the
 * order stays open.
 * @throws ConfigurationError if an option is unknown. Nothing was sent.
 * @throws ApiError with `CANCEL_LIMIT_ORDER_NOT_ALLOWED` if the order was already filled or
 * cancelled, or has expired.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { cancelLimitOrder } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const options = { owner, walletAddress, chainId: 137 } as const;
 * try {
 *   const { success } = await cancelLimitOrder(client, transactionId, signer, options);
 *   console.log(success);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function cancelLimitOrder(
  client: CancellingClient,
  transactionId: string,
  signer: Signer,
  options: CancelLimitOrderOptions,
): Promise<CancelLimitOrderResult> {
  // Copied before the first await, because the caller could change the options later.
  const signOptions = copyCancellationOptions("cancelLimitOrder", options);
  const { signal } = signOptions;
  const callOptions = signal ? { signal } : {};
  const prepared = await client.swap.prepareCancellation(transactionId, callOptions);
  const { signature } = await signCancellation(prepared, signer, signOptions);
  // If the signal was aborted meanwhile, this rejects before it sends anything.
  return client.swap.cancelLimitOrder(transactionId, { signature }, callOptions);
}
