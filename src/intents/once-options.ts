import { ConfigurationError } from "../errors/data.js";
import { evmAddressPattern } from "../shared/patterns.js";
import { operationFields } from "../signing/operation/operation-options.js";
import { type Fields, readOptions } from "../signing/shared/read-options.js";
import { runFields } from "../tasks/run.js";
import type { RunOperationOptions } from "../tasks/run-operation.js";
import { assertNodes } from "../tasks/settle.js";
import { assertJournal, type Journal } from "./journal.js";
import { readSettleAfter } from "./look-up-entry.js";

/** What is done once, by whom, and where it is written down. */
export interface OnceOptions extends Omit<RunOperationOptions, "onStage" | "resume"> {
  /** Your own id of the payment, stored with your order: at most 256 characters. */
  intent: string;
  journal: Journal;
  /**
   * How long after its expiry an operation that is not found counts as not executed, in
   * milliseconds.
   *
   * @defaultValue `60000`
   */
  settleAfter?: number | undefined;
  /**
   * `submitted`: resolves when the service has accepted the operation, such as a limit order that
   * stays open for days. Its state is `signed` then, and `recover` finds out what became of it.
   *
   * @defaultValue `"final"`
   */
  until?: "submitted" | "final" | undefined;
}

/** A function: bundlers keep an unused table with spreads. */
const listOptionFields = (): Fields<OnceOptions> => {
  const { onStage: _onStage, resume: _resume, ...fields } = runFields;
  return {
    ...operationFields,
    ...fields,
    walletAddress: "value!",
    chainId: "value!",
    intent: "value!",
    journal: "any!",
    settleAfter: "value",
    until: "value",
  };
};

export function readOnceOptions(subject: string, options: OnceOptions) {
  const given = readOptions(subject, options, listOptionFields());
  assertIntent(subject, given.intent);
  assertTarget(subject, given);
  assertJournal(subject, given.journal);
  assertNodes(subject, given.settle, given.chainId);
  const settleAfter = readSettleAfter(subject, given.settleAfter);
  return { ...given, settleAfter, until: readUntil(subject, given.until) };
}

function readUntil(subject: string, given: OnceOptions["until"] | null): "submitted" | "final" {
  const until = given ?? "final";
  if (until === "submitted" || until === "final") return until;
  throw new ConfigurationError(`${subject}: until: expected "submitted" or "final"`);
}

function assertIntent(subject: string, intent: unknown): void {
  if (
    typeof intent === "string" &&
    intent.trim() === intent &&
    /^[^\p{Cc}\p{Cs}]{1,256}$/u.test(intent)
  )
    return;
  throw new ConfigurationError(`${subject}: intent: expected a text of 1 to 256 characters`, {
    hint: "Pass your own id of the payment, such as the id of the order.",
  });
}

function assertTarget(subject: string, { walletAddress, chainId }: OnceOptions): void {
  const reject = (expected: string): never => {
    throw new ConfigurationError(`${subject}: ${expected}`);
  };
  if (!evmAddressPattern.test(walletAddress)) reject("walletAddress: expected an EVM address");
  if (!Number.isSafeInteger(chainId)) reject("chainId: expected the id of a chain");
}
