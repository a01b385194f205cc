import type { Statement } from "../contract/shared/statement.js";
import { assertVersion } from "../errors/assert-version.js";
import { ConfigurationError } from "../errors/data.js";
import type { Hex } from "../shared/patterns.js";

const stages = ["quoted", "signed", "submitted", "final"] as const;

/**
 * How far a run has come. It is plain JSON without a signature or a key. Store it in `onStage`, and
 * pass the last one as `resume` after a crash.
 */
export interface RunRecord {
  /** The form of the record. A record without it, or of another version, is rejected. */
  version: 1;
  /**
   * `quoted`: nothing is signed. `signed`: it may have been submitted. `submitted`: it is queued.
   * `final`: it has a final status.
   */
  stage: (typeof stages)[number];
  walletAddress: string;
  chainId: number;
  /** From `signed` on. */
  userOperationHash?: Hex | undefined;
  /** ISO 8601. After it, the operation cannot be executed. */
  expiresAt?: string | undefined;
  /** What it moves, as far as that is stated. */
  statement?: Statement | undefined;
  /** The `id` in the wallet's history. At `final`. */
  transactionId?: string | undefined;
  /** The final status. */
  status?: string | undefined;
}

/** Reads a stored record. Throws if it is not one, or is of another wallet or chain. */
export function readRecord(
  subject: string,
  given: unknown,
  { walletAddress, chainId }: Pick<RunRecord, "walletAddress" | "chainId">,
): RunRecord {
  const reject = (expected: string, hint?: string): never => {
    throw new ConfigurationError(`${subject}: resume: expected ${expected}`, { hint });
  };
  assertVersion(`${subject}: resume`, "a record of onStage", given, 1, "unknown");
  const record = given as RunRecord;
  if (!stages.includes(record.stage)) return reject("a record of onStage");
  const isSameWallet = String(record.walletAddress).toLowerCase() === walletAddress.toLowerCase();
  if (!isSameWallet || record.chainId !== chainId)
    return reject(
      `a record of ${walletAddress} on chain ${chainId}`,
      "Store a record for each run, and resume it with the same request.",
    );
  if (record.stage !== "quoted" && typeof record.userOperationHash !== "string")
    return reject("a record with its userOperationHash");
  // What became of it is looked up again.
  const { version, stage, userOperationHash, expiresAt, statement } = record;
  return { version, stage, walletAddress, chainId, userOperationHash, expiresAt, statement };
}
