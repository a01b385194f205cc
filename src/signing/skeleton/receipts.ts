import { keccak256, stringToHex } from "viem/utils";
import { formatRequest } from "../../contract/shared/digest-request.js";
import type { SigningDigests, Statement } from "../../contract/shared/statement.js";
import { isBursarError } from "../../errors/any-bursar-error.js";
import type { SigningError, SigningProblem, SigningProblemCode } from "../../errors/signing.js";
import { isObject } from "../../shared/guards.js";
import { decimalPattern, type Hex } from "../../shared/patterns.js";
import { runWithin } from "../../shared/time/run-within.js";
import { untilAborted } from "../shared/abort.js";
import { redactSecrets } from "../shared/plain-text.js";
import { readAccount } from "../shared/read-options.js";
import { readFailure } from "../signer/to-signing-error.js";

/** A problem, without the `message` that repeats it. */
export type ReceiptProblem = Omit<SigningProblem, "message">;

interface ReceiptBase {
  /** The form of the receipt. */
  version: 1;
  /** ISO 8601, by the clock of the machine. */
  time: string;
  /** What was signed, such as `swap quote`, or the run that sent it. */
  call: string;
  /** Of `once`. */
  intent?: string | undefined;
  walletAddress?: string | undefined;
  /** What refused it, or how it differs from what was stated. */
  problems?: ReceiptProblem[] | undefined;
  /** Why it failed, without secrets. */
  error?: { name?: string | undefined; message?: string | undefined } | undefined;
}

/** What was decided before a signature was returned. */
export interface DecisionReceipt extends ReceiptBase {
  kind: "decision";
  /** `refused`: by a check, a policy, a person or an intent. `failed`: for any other reason. */
  decision: "signed" | "refused" | "failed";
  /** The digest of the request, if it is known. */
  request?: Hex | undefined;
  /** The digest of the mandate that was used. */
  mandate?: Hex | undefined;
  /** What it moves, as far as that is stated, and not refused by a check. */
  statement?: Statement | undefined;
  /** What was signed. */
  digests?: SigningDigests | undefined;
  /** The codes of the problems that the option `accept` lifted. */
  accepted?: SigningProblemCode[] | undefined;
  /** Whether a person confirmed the other problems. */
  confirmed?: true | undefined;
  /** Whether a person declined it. */
  declined?: true | undefined;
  owner?: string | undefined;
}

/** What became of a signature. */
export interface OutcomeReceipt extends ReceiptBase {
  kind: "outcome";
  /**
   * `not_sent`: certainly. `submitted`: the service has accepted it. `unknown`: it may have been
   * sent. `final`: it has a final `status`.
   */
  outcome: "not_sent" | "submitted" | "unknown" | "final";
  chainId: number;
  userOperationHash?: Hex | undefined;
  /** The `id` in the wallet's history. */
  transactionId?: string | undefined;
  /** The final status. */
  status?: string | undefined;
  /** What the option `settle` has read from the chain. `problems` has the differences. */
  settlement?: "executed" | "reverted" | "pending" | undefined;
  /** Why a person must look, or why it failed. */
  reason?: string | undefined;
}

/** A receipt. It is plain JSON without a signature or a key. */
export type Receipt = DecisionReceipt | OutcomeReceipt;

/** Stores a receipt. It is awaited. */
export type Receipts = (receipt: Receipt) => void | Promise<void>;

/**
 * Undefined without the option `receipts`, or if the request is not known. That of a withdrawal
 * order only names a quote.
 */
export function digestForReceipt(
  { receipts }: { receipts?: unknown },
  request: unknown,
): Hex | undefined {
  try {
    return receipts && isObject(request) && !("quoteId" in request)
      ? keccak256(stringToHex(formatRequest(request)))
      : undefined;
  } catch {
    // Not plain data, which is refused.
    return undefined;
  }
}

const notShown = "… (not shown)";
/** Longer than a hash: a signature, or the bytes of a message. */
const signatures = /[\da-f]{128,}/gi;

/** A copy with other texts. Amounts stay, which can have as many digits as a key. */
const replaceTexts = <T extends object>(values: T, replace: (text: string) => string): T =>
  JSON.parse(JSON.stringify(values), (_, value) =>
    typeof value === "string" && !decimalPattern.test(value) ? replace(value) : value,
  );

/** A copy in which nothing is a signature. Digests must stay. */
const toReceipt = (receipt: Receipt): Receipt =>
  replaceTexts(receipt, (text) => text.replace(signatures, notShown));

type Decided = Pick<
  DecisionReceipt,
  | ("request" | "mandate" | "digests" | "accepted" | "confirmed" | "declined")
  | ("statement" | "walletAddress" | "owner")
>;

/** Writes why nothing is returned. The error is thrown in any case. */
export async function writeRefusal(
  receipts: Receipts | null | undefined,
  call: string,
  error: unknown,
  decided: Decided,
  signal: AbortSignal | null | undefined,
): Promise<void> {
  if (!receipts) return;
  const { problems, rejected, kind } = Object(error) as Partial<SigningError>;
  const isRefused = problems || rejected || (kind as string) === "intent_conflict";
  const decision = isRefused ? "refused" : "failed";
  const given = { ...decided, declined: rejected || undefined };
  const written = writeDecision(receipts, call, decision, given, problems, error).catch((cause) => {
    if (isBursarError(error) && error !== cause) error.cause ??= cause;
  });
  // A storage that hangs must not hold back an abort.
  await untilAborted(call, signal, () => written).catch(() => {});
}

/** Rejects if the receipt is not written. */
export async function writeDecision(
  receipts: Receipts,
  call: string,
  decision: DecisionReceipt["decision"],
  { statement, ...decided }: Decided,
  problems: readonly SigningProblem[] = [],
  thrown?: unknown,
): Promise<void> {
  const receipt: DecisionReceipt = {
    version: 1,
    kind: "decision",
    time: new Date().toISOString(),
    call,
    decision,
    ...decided,
    // What was refused can be anything, such as a key in place of a token.
    statement: statement && replaceTexts(statement, redactSecrets),
    error: readError(thrown, problems),
    problems: toReceiptProblems(problems),
  };
  await receipts(toReceipt(receipt));
}

/** The message of an error with problems only repeats them. */
function readError(thrown: unknown, problems: readonly unknown[]): DecisionReceipt["error"] {
  if (thrown === undefined) return undefined;
  const { name, message } = readFailure(thrown);
  return problems.length > 0 ? { name } : { name, message };
}

/** Of a code and a path: the values are addresses. */
const addresses = /^wallet|^receiver|owner|Address$/;

/** Values in place of an address can be anything, such as a name. */
const hideOthers = (text: string): string =>
  readAccount(text.replace(/"/g, "")) ? text : notShown;

const toReceiptProblems = (problems: readonly SigningProblem[]): ReceiptProblem[] =>
  problems.map(({ message: _, ...problem }) => {
    if (addresses.test(problem.code + problem.path)) {
      problem.expected = hideOthers(problem.expected);
      problem.received = hideOthers(problem.received);
    }
    return problem;
  });

/** What became of a signature, and what was settled. */
export type RunOutcome = Omit<
  OutcomeReceipt,
  "version" | "kind" | "time" | "problems" | "settlement" | "error"
> & {
  problems?: readonly SigningProblem[] | undefined;
  settlement?: { status: OutcomeReceipt["settlement"] } | undefined;
  settlementError?: unknown;
  error?: unknown;
};

/** Writes what became of a signature. Returns the error if that is not written. */
export async function writeOutcome(
  receipts: Receipts | null | undefined,
  { error, settlementError = error, problems, settlement, ...outcome }: RunOutcome,
  signal?: AbortSignal | null | undefined,
): Promise<unknown> {
  try {
    const written = receipts?.(
      toReceipt({
        version: 1,
        kind: "outcome",
        time: new Date().toISOString(),
        ...outcome,
        settlement: settlement?.status,
        problems: problems && toReceiptProblems(problems),
        error: readError(settlementError, []),
      }),
    );
    const wait = async () => written;
    // After an abort, a storage that is only slow has a second.
    await untilAborted(outcome.call, signal, wait).catch((aborted: unknown) => {
      const onTimeout = () => {
        throw aborted;
      };
      return runWithin({ timeout: 1_000, onTimeout }, wait);
    });
    return undefined;
  } catch (receiptError) {
    return receiptError ?? "no reason given";
  }
}
