import type { SignedOperation } from "../../contract/operations/types.js";
import type { Address } from "../../contract/shared/primitives.js";
import type { LimitOrderRequest, SwapQuote } from "../../contract/swap/types.js";
import { assertNotExpired, checkOwner } from "../operation/check-operation.js";
import {
  listDigests,
  listSignatureKinds,
  type SignedLimitOrder,
  signParts,
} from "../operation/sign-parts.js";
import { createClock } from "../shared/clock.js";
import { type AcceptOptions, assertAccepted } from "../shared/decide.js";
import { findProblems, isMissing } from "../shared/problems.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import { copyData } from "../signer/take-snapshot.js";
import {
  addSimulation,
  assertClient,
  type SimulateOptions,
  simulateIfAsked,
} from "../simulation/simulate-options.js";
import { simulateSwap } from "../simulation/simulate-quote.js";
import { type CheckQuoteOptions, copyQuoteOptions, validateQuote } from "./check-quote.js";

/** What a quote must match, and who signs it. */
export interface SignQuoteOptions extends CheckQuoteOptions, AcceptOptions, SimulateOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its. */
  owner: Address;
}

/**
 * Checks a quote like `checkQuote` and then signs everything it needs: the 32 bytes of the
 * operation's hash, for the first operation of an EIP-7702 wallet the authorization (to one of your
 * `delegates`), for a limit order its typed data, and for a real-world asset the approval. Throws
 * before the first signature if the signer does not support all of them. Verifies that every
 * signature is the owner's. With `simulate`, it also runs the operation on a node first, like
 * `simulateQuote`. Pass the result to `client.operations.execute`.
 *
 * @throws {UnsafeToSignError} with every problem. The signer was not called.
 * @throws {ConfigurationError} if an option is unknown. The signer was not called.
 * @throws {UnsupportedSignerError} if the signer cannot sign all parts. Nothing was signed.
 * @throws {SignatureMismatchError} if a signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { pickExecutable, signQuote } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const { quotes } = await client.swap.quote(request);
 * try {
 *   const signed = await signQuote(pickExecutable(quotes), signer, { expect: request, owner });
 *   const queued = await client.operations.execute(signed);
 *   console.log(queued.userOperationHash);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options: SignQuoteOptions & { expect: LimitOrderRequest },
): Promise<SignedLimitOrder>;
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options: SignQuoteOptions,
): Promise<SignedOperation>;
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options: SignQuoteOptions,
): Promise<SignedOperation> {
  const subject = "swap quote";
  const { value, problems, hint } = findProblems((report) => {
    const copy = copyQuoteOptions("signQuote", options, report);
    // Sign exactly what was checked, even if the caller's objects change while the wallet is open.
    const snapshot = copyData("quote", quote, report);
    if (!copy) return undefined;
    checkOwner(copy.owner, report);
    if (!isMissing(copy.simulate)) assertClient("signQuote: simulate", copy.simulate);
    const operation = validateQuote(snapshot, copy, report);
    return snapshot && operation && { copy, snapshot, operation, clock: createClock(copy.now) };
  });
  const recheck = ({ snapshot, copy, clock }: NonNullable<typeof value>, isSigned: boolean) => {
    const margin = isSigned ? 0 : copy.margin;
    assertNotExpired(subject, snapshot.expiresAt, { now: clock(), margin }, isSigned);
  };
  const simulation =
    value &&
    (await simulateIfAsked(value.copy, problems, (client) =>
      simulateSwap(subject, value.snapshot, client, value.copy),
    ));
  if (value && simulation) recheck(value, false);
  const found = simulation ? [...problems, ...simulation.problems] : problems;
  const [checked, resolved] = await assertAccepted(subject, found, {
    value,
    hint,
    accept: value?.copy.accept,
    confirm: value?.copy.confirm,
    describe({ summarizeQuote }, { snapshot, copy, operation, clock }, toConfirm) {
      const options = { expect: copy.expect, now: clock(), digests: listDigests(operation) };
      return addSimulation(summarizeQuote(snapshot, toConfirm, options), simulation);
    },
    open: ({ copy, operation }) =>
      resolveSigner(subject, signer, listSignatureKinds(operation), copy.owner),
    recheck: (given) => recheck(given, false),
  });
  return signParts(resolved, checked.operation, () => recheck(checked, true));
}
