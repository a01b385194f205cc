import { digestRequest } from "../contract/shared/digest-request.js";
import { readExpiry } from "../contract/shared/expiry.js";
import type { Statement } from "../contract/shared/records.js";
import { ConfigurationError } from "../errors/data.js";
import type { RefusedRule } from "../errors/signing.js";
import { isMissing } from "../shared/guards.js";
import type { Address } from "../shared/patterns.js";
import { formatDecimal, parseDecimal, parseFormatted } from "../signing/shared/decimal.js";
import { isEqual } from "../signing/shared/problems.js";
import type { Fields } from "../signing/shared/read-options.js";
import { isSameToken } from "../signing/shared/same-token.js";
import type { Mandate, MandateTerms } from "../signing/skeleton/mandate.js";
import type { SigningStatement } from "../signing/skeleton/policy.js";
import { type StatedOperation, sumLeaves } from "../signing/statement/statement.js";
import { createMandate, describeMandate, type VerifiedMandate, verifyMandate } from "./mandate.js";
import type { Claim, Refusal } from "./refusals.js";
import { parseLimit } from "./units.js";

/** Above which amounts a person must approve, and whose approval counts. */
export interface PolicyApproval {
  /**
   * An operation needs a mandate if more of one token leaves than its entry says, with fees and
   * gas. **A token without an entry always needs one.** Amounts are decimal strings in whole
   * tokens.
   */
  above: readonly { token: Address; chainId?: number | undefined; amount: string }[];
  /** The accounts whose signatures count. Remove one, and its mandates are refused at once. */
  approvers: readonly Address[];
  /** How many of them must sign. @defaultValue `1` */
  need?: number | undefined;
  /**
   * Asks at once, in this process, for what has no mandate: gets what the operation moves, the
   * terms in words, and the terms. Return `signMandate(terms, …)`, or `false`. The amounts are
   * reserved while it waits.
   */
  approve?:
    | ((
        statement: Statement,
        text: string,
        terms: MandateTerms,
      ) => Mandate | false | PromiseLike<Mandate | false>)
    | undefined;
}

export const approvalFields: Fields<PolicyApproval> = {
  above: [{ token: "address!", chainId: "value", amount: "amount!" }],
  approvers: "addresses!",
  need: "value",
  approve: "function",
};

/** Throws if the option cannot be applied. */
export function assertApproval(
  subject: string,
  { above, approvers, need }: PolicyApproval,
  allowRaw: boolean | null | undefined,
): void {
  const reject = (name: string, expected: string): never => {
    throw new ConfigurationError(`${subject}: approval${name}: expected ${expected}`);
  };
  if (allowRaw === true) reject("", "none beside allowRaw: bytes without amounts cannot be judged");
  if (!Array.isArray(above)) reject(".above", "a list of amounts");
  const count = new Set(approvers.map((each) => each.toLowerCase())).size;
  const least = need ?? 1;
  if (!Number.isSafeInteger(least) || least < 1 || least > count)
    reject(".need", `a whole number from 1 to the ${count} approvers`);
}

/** Whether more leaves than may leave without a person. */
export const needsApproval = (
  { above }: PolicyApproval,
  { statement: { leaves } }: StatedOperation,
): boolean =>
  sumLeaves(leaves).some(({ token, chainId, amount }) => {
    const own = above.filter(
      (each) => isSameToken(each.token, token, chainId) && (each.chainId ?? chainId) === chainId,
    );
    return own.length === 0 || own.some((each) => amount > (parseDecimal(each.amount) ?? 0n));
  });

/** Asks for the mandate of an operation. Undefined if there is no one to ask, or who declines. */
export async function askForMandate(
  { approve }: PolicyApproval,
  policy: string,
  { parts, operation, intent }: SigningStatement & { operation: StatedOperation },
): Promise<Mandate | undefined> {
  if (!approve) return undefined;
  const { statement, gas, request } = operation;
  const [arrival, ...others] = statement.arrives;
  const terms = createMandate({
    request: request as MandateTerms["request"],
    minReceived: others.length === 0 ? arrival?.least : undefined,
    maxGasFee: gas === undefined ? undefined : formatDecimal(gas),
    until: Number(readExpiry(statement.expiresAt)),
    policy,
    intent: intent ?? getIntent(operation) ?? String(parts.userOperationHash),
  });
  const { text } = describeMandate(terms);
  // A copy, as the terms are: what is signed must not change with it.
  return (await approve(structuredClone(statement), text, structuredClone(terms))) || undefined;
}

const getIntent = ({ request }: StatedOperation): string | undefined => {
  const { metadata } = request as { metadata?: { intent?: string } | null };
  return metadata?.intent;
};

/** As long as a mandate can be valid: stores forget what was used after it. */
const longest = { hours: 366 * 24, milliseconds: 366 * 24 * 3_600_000 };

/** What is signed, compared with what was approved. The claim makes sure that it is used once. */
export async function judgeMandate(
  { approvers, need }: PolicyApproval,
  name: string,
  mandate: Mandate,
  { operation, intent }: SigningStatement & { operation: StatedOperation },
): Promise<{ refusals: Refusal[]; claim: Claim; digest: VerifiedMandate["digest"] }> {
  const { terms, digest, approvers: signers } = await verifyMandate(mandate);
  const refusals: Refusal[] = [];
  const refuse = (
    rule: RefusedRule["rule"],
    field: string,
    expected: string,
    actual: unknown,
  ): void => void refusals.push({ rule, path: `mandate.${field}`, expected, actual });

  const trusted = signers.filter((each) => approvers.some((own) => isEqual(own, each)));
  if (trusted.length < (need ?? 1))
    refuse("approval", "signatures", `${need ?? 1} of the approvers`, signers.join(", "));
  if (terms.policy !== name) refuse("mandate_policy", "terms.policy", name, terms.policy);
  const own = intent ?? getIntent(operation);
  if (own !== undefined && terms.intent !== own)
    refuse("mandate_intent", "terms.intent", own, terms.intent);
  for (const [field, [approved, requested]] of compareRequests(terms.request, operation.request))
    refuse("mandate_request", `terms.request${field}`, approved, requested);
  judgeLimits(terms, operation, refuse);

  const latest = Date.parse(terms.until);
  const now = Date.now();
  const end = readExpiry(operation.statement.expiresAt);
  if (latest <= now)
    refuse("mandate_until", "terms.until", "a time that has not passed", terms.until);
  else if (latest > now + longest.milliseconds)
    refuse("mandate_until", "terms.until", "at most 366 days from now", terms.until);
  else if (typeof end !== "number" || end > latest)
    refuse("mandate_until", "expiresAt", `at the latest ${terms.until}`, formatTime(end));
  return { refusals, claim: createClaim(name, terms.intent, intent !== undefined), digest };
}

const formatTime = (time: unknown) =>
  typeof time === "number" ? new Date(time).toISOString() : time;

function judgeLimits(
  { minReceived, maxGasFee }: MandateTerms,
  { statement, gas }: StatedOperation,
  refuse: (rule: RefusedRule["rule"], field: string, expected: string, actual: unknown) => void,
): void {
  const [arrival, ...others] = statement.arrives;
  const floor = parseDecimal(minReceived);
  const least = others.length === 0 && arrival ? parseFormatted(arrival.least) : undefined;
  if (floor !== undefined && (least === undefined || least < floor))
    refuse("mandate_received", "terms.minReceived", `at least ${minReceived}`, arrival?.least);
  const most = parseDecimal(maxGasFee);
  if (most !== undefined && (gas === undefined || gas > most))
    refuse(
      "mandate_gas",
      "terms.maxGasFee",
      `at most ${maxGasFee}`,
      gas === undefined ? "unknown gas" : formatDecimal(gas),
    );
}

/** The fields that differ, with both values. */
function compareRequests(
  approved: object,
  requested: object,
): [field: string, values: readonly [approved: string, requested: unknown]][] {
  if (digestRequest(approved) === digestRequest(requested)) return [];
  const names = [...new Set([...Object.keys(approved), ...Object.keys(requested)])];
  const differing = names.filter(
    (name) => digestRequest(pick(approved, name)) !== digestRequest(pick(requested, name)),
  );
  return differing.map((name) => {
    const [a, b] = [pick(approved, name)[name], pick(requested, name)[name]];
    return [
      `.${name}`,
      [isMissing(a) ? "nothing" : typeof a === "object" ? "what was approved" : String(a), b],
    ];
  });
}

const pick = (value: object, name: string): Record<string, unknown> => ({
  [name]: (value as Record<string, unknown>)[name],
});

/**
 * Outside of `once`, a mandate needs the whole sum of its intent, so it is signed once, also if the
 * terms are approved a second time. `once` takes the smallest amount each time: its journal signs
 * again only if nothing was executed.
 */
function createClaim(name: string, intent: string, isOnce: boolean): Claim {
  const whole = "1000000";
  return {
    key: `${name}:mandate:${intent}`,
    amount: isOnce ? 1n : parseLimit(whole),
    window: { hours: longest.hours, max: isOnce ? "999999" : whole },
    path: "mandate",
    rule: "mandate_used",
  };
}
