import type { Operation, Sent } from "./paid-once-service.js";

/** What a call has said, and what was true then. */
export interface Said {
  readonly call: "once" | "recover" | "wait" | "end";
  readonly at: number;
  readonly state?: string | undefined;
  readonly userOperationHash?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly revision?: number | undefined;
  /** A wait says that it is safe to sign again. */
  readonly isSafe?: boolean | undefined;
  readonly paidThen: number;
}

export interface Account {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly paid: readonly Operation[];
  readonly sent: readonly Sent[];
  /** When the journal has first stored a hash. */
  readonly signed: ReadonlyMap<string, number>;
  readonly said: readonly Said[];
  /** The revision and the state of each entry that the journal has accepted. */
  readonly stored: ReadonlySet<string>;
  /** When the journal was lost, and with it the final states. */
  readonly lostAt: number | undefined;
  /** Whether all clocks were right. */
  readonly isHonest: boolean;
  /** Whether nothing could be unclear to the caller. */
  readonly isClear: boolean;
  /** Whether the history has shown a failure of the intent. */
  readonly hasFailure: boolean;
}

/** A `Date` header has whole seconds. */
const tolerance = 1_000;

/** Compares what was said and sent with what the service knows. Returns what is wrong. */
export function judgePayments(account: Account): string[] {
  const {
    operations,
    paid,
    sent,
    signed,
    said,
    isHonest,
    lostAt = Number.POSITIVE_INFINITY,
  } = account;
  const wrong: string[] = [];
  if (paid.length > 1) wrong.push(`paid ${paid.length} times`);
  for (const one of said) {
    const where = `${one.call} at ${one.at}`;
    if (one.state === "done" && one.paidThen === 0) wrong.push(`${where}: done, but nothing paid`);
    // Without a transaction, it is about one operation, and another one may be paid since.
    if (one.state === "failed" && one.transactionId && one.paidThen > 0)
      wrong.push(`${where}: failed, but paid`);
    if (one.call === "recover" && !account.stored.has(`${one.revision} ${one.state}`))
      wrong.push(`${where}: revision ${one.revision} is not ${one.state}`);
    // Its state, or that it is safe, ends the look: it must stay so.
    const isUnsent = one.isSafe || (one.state === "failed" && !one.transactionId);
    const operation = operations.get(one.userOperationHash ?? "");
    // A failure on the chain has moved nothing, and its record may not name the operation.
    if (isUnsent && operation && paid.includes(operation))
      wrong.push(`${where}: never executed, but it was`);
    if (isUnsent && operation && one.at < operation.expiresAt)
      wrong.push(`${where}: never executed, but it still can be`);
  }
  const isFinal = ({ call, state, transactionId }: Said) =>
    call !== "wait" &&
    (state === "done" || state === "check" || (state === "failed" && transactionId));
  const finalAt = Math.min(...said.filter(isFinal).map(({ at }) => at));
  for (const [hash, at] of signed)
    if (at > finalAt && at < lostAt) wrong.push(`${hash} is signed after a final state`);
  for (const { hash, at, isCurrent } of sent) {
    // It may have been stopped since, and another process may have signed and paid.
    if (!isCurrent) wrong.push(`${hash} is sent without a look at the journal after it was stored`);
    const late = at - (operations.get(hash)?.expiresAt ?? 0);
    if (isHonest && late > tolerance) wrong.push(`${hash} is sent ${late} ms after its expiry`);
  }
  return [...wrong, ...judgeEnd(account)];
}

/** When nothing disturbs any more, the call ends: an SDK that never pays would be safe, too. */
function judgeEnd({ paid, said, isClear, hasFailure }: Account): string[] {
  const end = said.at(-1);
  if (end?.call !== "end") return ["the last call does not end"];
  const [payment] = paid;
  const allowed = payment
    ? [payment.status === "COMPLETED" ? "done" : "check"]
    : [...(hasFailure ? ["failed"] : []), ...(isClear ? [] : ["check"])];
  return allowed.includes(String(end.state)) ? [] : [`ends as ${end.state}, not ${allowed}`];
}
