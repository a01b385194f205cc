import type { PreparedCancellation, SignedCancellation } from "../../contract/swap/types.js";
import { isMissing, isNone } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { checkOwner } from "../authorization/check-operation.js";
import type { NormalTypedData } from "../eip712/parse-struct.js";
import { checkExpiry } from "../shared/expiry.js";
import { toPlainText } from "../shared/plain-text.js";
import { assertNoProblems, type ReportProblem } from "../shared/problems.js";
import { copyData, copyOptions, type Fields } from "../shared/read-options.js";
import type { Signer } from "../signer/resolve-signer.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import { type Reading, signReading } from "../skeleton/sign.js";
import { checkOrder } from "../typed-data/check-typed-data.js";

/** Who signs a cancellation, and what it must match. */
export interface SignCancellationOptions extends AcceptOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). The signature must be its. */
  owner: Address;
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
 * @throws {UnsafeToSignError} with every problem. The signer was not called.
 * @throws {SignatureMismatchError} if the signature is not the owner's.
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
  const copy = copyCancellationOptions("signCancellation", options);
  const signed = await signReading("cancellation", signer, (report) =>
    readCancellation(prepared, copy, report),
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
    async loadDescribe() {
      const { describeParts } = await import("../skeleton/parts-description.js");
      const title = "the cancellation of an order";
      return (problems) =>
        describeParts({ title, walletAddress, chainId, expiresAt, fees, parts }, problems);
    },
  };
}

const mistake = { isMistake: true };

function checkCancellation(
  prepared: PreparedCancellation | undefined,
  { owner, walletAddress, chainId, now }: SignCancellationOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const { signData, expiresAt } = prepared ?? {};
  const entries = Array.isArray(signData) ? signData : [];
  const [entry] = entries;
  const typedData = entry?.typedData;
  checkOwner(owner, report);
  if (isMissing(walletAddress))
    report("wallet", "walletAddress", "the option walletAddress", walletAddress, mistake);
  if (isMissing(chainId)) report("chain", "chainId", "the option chainId", chainId, mistake);
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
  owner: "any", walletAddress: "value", chainId: "value", now: "time", accept: "codes", confirm: "function", policy: "policy", signal: "signal",
};

export function copyCancellationOptions(
  subject: string,
  options: SignCancellationOptions,
): SignCancellationOptions {
  return assertNoProblems("cancellation", (report) =>
    copyOptions(subject, options, cancellationFields, report),
  );
}
