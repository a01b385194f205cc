import { type SigningProblem, UnsafeToSignError } from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { assertNotAborted, untilAborted } from "../shared/abort.js";
import { assertNotExpired, createClock } from "../shared/expiry.js";
import { type Findings, findProblems, type ReportProblem } from "../shared/problems.js";
import { readAccount } from "../shared/read-options.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import { toSigningError } from "../signer/to-signing-error.js";
import type { StatedOperation } from "../statement/statement.js";
import type { AcceptOptions, SigningDescription } from "./accept-options.js";
import type { MandateOption } from "./mandate.js";
import {
  listDigests,
  listSignatureKinds,
  type PartsToSign,
  type SignedParts,
  signParts,
} from "./parts.js";
import { withinPolicy } from "./policy.js";
import { writeDecision, writeRefusal } from "./receipts.js";

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
  /** The digest of the request, for the receipt. */
  request?: Hex | undefined;
  /** What the policy limits, and the result states. */
  state?: (() => StatedOperation | undefined) | undefined;
  /** Describes everything that is signed. Without it, every problem is fatal. */
  describe?: ((problems: readonly SigningProblem[], now: number) => SigningDescription) | undefined;
}

/**
 * The steps of every sign function: read and judge, decide, sign, recover. Returns
 * undefined if `read` finds neither anything to sign nor a problem. `given` are the options as they
 * were given, for the receipt of what could not be read.
 */
export async function signReading(
  subject: string,
  signer: Signer,
  given: AcceptOptions | undefined,
  read: (report: ReportProblem) => Reading | undefined,
): Promise<SignedParts | undefined> {
  let findings: Findings<Reading | undefined> | undefined;
  try {
    findings = findProblems(read);
    const { value: reading, problems, hint } = findings;
    if (!reading && problems.length === 0) return undefined;
    if (!reading) throw new UnsafeToSignError(subject, problems, { hint });
    return await untilAborted(subject, reading.options.signal, () =>
      decideAndSign(subject, signer, reading, problems, hint),
    );
  } catch (error) {
    const { value: reading, problems = [] } = findings ?? {};
    const receipts = findReceipts(reading?.options ?? given);
    if (!receipts) throw error;
    // What a check refused can state anything.
    const statement = problems.some(isFatal) ? undefined : reading?.state?.()?.statement;
    const decided = reading ? { ...toDecided(reading), statement } : {};
    await writeRefusal(receipts, subject, error, decided, reading?.options.signal);
    throw error;
  }
}

/** Without a reading, the options themselves can be what is wrong. */
function findReceipts(options: AcceptOptions | undefined): AcceptOptions["receipts"] {
  try {
    return options?.receipts;
  } catch {
    return undefined;
  }
}

const toDecided = ({ request, walletAddress, options: { owner } }: Reading) => ({
  request,
  // What is refused can be anything, such as the words of a wallet in place of an address.
  owner: readAccount(owner),
  walletAddress: readAccount(walletAddress),
});

async function decideAndSign(
  subject: string,
  signer: Signer,
  reading: Reading,
  problems: readonly SigningProblem[],
  hint: string | undefined,
): Promise<SignedParts> {
  const { options, parts, expiresAt, walletAddress } = reading;
  const { signal, policy, mandate, receipts } = options;
  const clock = createClock(options.now);
  if (problems.some(isFatal)) throw new UnsafeToSignError(subject, problems, { hint });
  const assertInTime = (isSigned: boolean) => {
    assertNotAborted(subject, signal);
    const margin = isSigned ? 0 : options.margin;
    assertNotExpired(subject, expiresAt, { now: clock(), margin }, isSigned);
  };
  assertInTime(false);
  const decide = async (refused: readonly SigningProblem[], lifts: Lifts) => {
    // Nothing lifts what the policy refuses.
    if (refused.length > 0)
      throw new UnsafeToSignError(subject, [...problems, ...refused], { hint });
    const toConfirm = listToConfirm(subject, problems, lifts, reading, hint);
    // Before the user is asked, so that no one confirms what the signer cannot sign.
    const { sign } = resolveSigner(subject, signer, listSignatureKinds(parts), options.owner);
    if (toConfirm.length > 0) await confirmProblems(subject, toConfirm, reading, clock);
    assertInTime(false);
    return signParts(sign, parts, () => assertInTime(true));
  };
  // A signature that arrives after an abort is dropped, so its amounts are released at once.
  const operation = reading.state?.();
  const statement = { parts, operation, mandate, problems };
  const signed = await withinPolicy(policy, statement, (refused, approved) =>
    untilAborted(subject, signal, async () => {
      // The person who signed a mandate decides about problems, not the program that uses it.
      const lifts = approved ? { accept: approved.accept } : options;
      const made = await decide(refused, lifts);
      if (!receipts) return made;
      const lifted = problems.filter(({ code }) => lifts.accept?.includes(code));
      const decided = {
        ...toDecided(reading),
        digests: listDigests(parts),
        statement: operation?.statement,
        mandate: approved?.digest,
        accepted: lifted.length > 0 ? [...new Set(lifted.map(({ code }) => code))] : undefined,
        confirmed: lifted.length < problems.length || undefined,
      };
      await writeDecision(receipts, subject, "signed", decided, problems);
      // Writing takes time, too.
      assertInTime(true);
      return made;
    }),
  );
  // An expiry that cannot be read was fatal.
  if (!isMissing(expiresAt)) signed.expiresAt = expiresAt as string | number;
  if (!isMissing(walletAddress)) signed.walletAddress = walletAddress;
  if (operation) signed.statement = operation.statement;
  return signed;
}

const isFatal = ({ severity }: SigningProblem) => severity === "fatal";

type Lifts = Pick<AcceptOptions, "accept" | "confirm">;

/** Returns the problems that the user must confirm. Throws if nothing can lift them. */
function listToConfirm(
  subject: string,
  problems: readonly SigningProblem[],
  { accept, confirm }: Lifts,
  { describe }: Reading,
  hint: string | undefined,
): SigningProblem[] {
  if (problems.length > 0 && !describe) throw new UnsafeToSignError(subject, problems, { hint });
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
