import { type SigningProblem, UnsafeToSignError } from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import type { Address } from "../../shared/patterns.js";
import { assertNotAborted, untilAborted } from "../shared/abort.js";
import { assertNotExpired, createClock } from "../shared/expiry.js";
import { findProblems, type ReportProblem } from "../shared/problems.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import { toSigningError } from "../signer/to-signing-error.js";
import type { StatedOperation } from "../statement/statement.js";
import type { AcceptOptions, SigningDescription } from "./accept-options.js";
import type { MandateOption } from "./mandate.js";
import { listSignatureKinds, type PartsToSign, type SignedParts, signParts } from "./parts.js";
import { withinPolicy } from "./policy.js";

export interface SigningOptions extends AcceptOptions, MandateOption {
  owner?: Address | undefined;
  now?: number | undefined;
  margin?: number | undefined;
}

/**
 * What a sign function read from a copy of its arguments. All later steps use this value. It has
 * the functions of these steps, so that a page bundles only those of the sign functions it calls.
 */
export interface Reading {
  options: SigningOptions;
  /** Complete only without fatal problems. */
  parts: PartsToSign;
  expiresAt?: unknown;
  /** As the caller names it, or as the hash contains it. */
  walletAddress?: string | null | undefined;
  /** What the policy limits, and the result states. */
  state?: (() => StatedOperation | undefined) | undefined;
  /** Describes everything that is signed. Without it, every problem is fatal. */
  describe?: ((problems: readonly SigningProblem[], now: number) => SigningDescription) | undefined;
}

/**
 * The steps of every sign function: read and judge, decide, sign, recover. Returns
 * undefined if `read` finds neither anything to sign nor a problem.
 */
export async function signReading(
  subject: string,
  signer: Signer,
  read: (report: ReportProblem) => Reading | undefined,
): Promise<SignedParts | undefined> {
  const { value: reading, problems, hint } = findProblems(read);
  if (!reading && problems.length === 0) return undefined;
  if (!reading) throw new UnsafeToSignError(subject, problems, { hint });
  return untilAborted(subject, reading.options.signal, () =>
    decideAndSign(subject, signer, reading, problems, hint),
  );
}

async function decideAndSign(
  subject: string,
  signer: Signer,
  reading: Reading,
  problems: readonly SigningProblem[],
  hint: string | undefined,
): Promise<SignedParts> {
  const { options, parts, expiresAt, walletAddress } = reading;
  const { signal, policy, mandate } = options;
  const clock = createClock(options.now);
  if (problems.some(isFatal)) throw new UnsafeToSignError(subject, problems, { hint });
  const assertInTime = (isSigned: boolean) => {
    assertNotAborted(subject, signal);
    const margin = isSigned ? 0 : options.margin;
    assertNotExpired(subject, expiresAt, { now: clock(), margin }, isSigned);
  };
  assertInTime(false);
  const decide = async (refused: readonly SigningProblem[]) => {
    const toConfirm = listToConfirm(subject, [...problems, ...refused], reading, hint);
    // Before the user is asked, so that no one confirms what the signer cannot sign.
    const { sign } = resolveSigner(subject, signer, listSignatureKinds(parts), options.owner);
    if (toConfirm.length > 0) await confirmProblems(subject, toConfirm, reading, clock);
    assertInTime(false);
    return signParts(sign, parts, () => assertInTime(true));
  };
  // A signature that arrives after an abort is dropped, so its amounts are released at once.
  const operation = reading.state?.();
  const signed = await withinPolicy(policy, { parts, operation, mandate }, (refused) =>
    untilAborted(subject, signal, () => decide(refused)),
  );
  // An expiry that cannot be read was fatal.
  if (!isMissing(expiresAt)) signed.expiresAt = expiresAt as string | number;
  if (!isMissing(walletAddress)) signed.walletAddress = walletAddress;
  if (operation) signed.statement = operation.statement;
  return signed;
}

const isFatal = ({ severity }: SigningProblem) => severity === "fatal";

/** Returns the problems that the user must confirm. Throws if nothing can lift them. */
function listToConfirm(
  subject: string,
  problems: readonly SigningProblem[],
  { options: { accept, confirm }, describe }: Reading,
  hint: string | undefined,
): SigningProblem[] {
  const isFinal = problems.some(isFatal) || (problems.length > 0 && !describe);
  if (isFinal) throw new UnsafeToSignError(subject, problems, { hint });
  const toConfirm = problems.filter(({ code }) => !accept?.includes(code));
  if (toConfirm.length === 0 || confirm) return toConfirm;
  const codes = [...new Set(toConfirm.map(({ code }) => `"${code}"`))].join(", ");
  throw new UnsafeToSignError(subject, toConfirm, {
    hint: hint ?? `Show the problems to the user with confirm, or pass accept: [${codes}].`,
  });
}

async function confirmProblems(
  subject: string,
  problems: readonly SigningProblem[],
  { options: { confirm, signal }, describe }: Reading,
  now: () => number,
): Promise<void> {
  let hint = "The description could not be created. See the cause.";
  let isConfirmed: unknown;
  try {
    const description = (describe as NonNullable<typeof describe>)(problems, now());
    assertNotAborted(subject, signal);
    hint = "The function confirm threw. See the cause.";
    isConfirmed = await confirm?.([...problems], description);
  } catch (error) {
    const { cause } = toSigningError(subject, error);
    throw new UnsafeToSignError(subject, problems, { cause, hint });
  }
  if (isConfirmed === true) return;
  hint = "The user did not confirm.";
  throw new UnsafeToSignError(subject, problems, { rejected: true, hint });
}
