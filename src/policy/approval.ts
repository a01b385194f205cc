import type { TransferRequest } from "../contract/operations/prepared-records.js";
import { digestRequest } from "../contract/shared/digest-request.js";
import { type Expiry, readExpiry } from "../contract/shared/expiry.js";
import type { StatedGain, StatedLoss, Statement } from "../contract/shared/statement.js";
import type { LimitOrderRequest, SwapQuoteRequest } from "../contract/swap/records.js";
import { ConfigurationError } from "../errors/data.js";
import type { RefusedRule } from "../errors/signing.js";
import { copyData } from "../shared/copy-data.js";
import { isMissing, isObject } from "../shared/guards.js";
import type { Address } from "../shared/patterns.js";
import {
  type Decimal,
  formatDecimal,
  maxDecimal,
  parseDecimal,
  parseFormatted,
} from "../signing/shared/decimal.js";
import { isEqual } from "../signing/shared/problems.js";
import type { Fields } from "../signing/shared/read-options.js";
import { isSameToken } from "../signing/shared/same-token.js";
import { toSigningError } from "../signing/signer/to-signing-error.js";
import type { Mandate, MandateTerms } from "../signing/skeleton/mandate.js";
import type { Reservation, SigningStatement } from "../signing/skeleton/policy.js";
import { type StatedOperation, sumLeaves } from "../signing/statement/statement.js";
import { createMandate, describeMandate, longest, verifyMandate } from "./mandate.js";
import type { Claim, Refusal } from "./refusals.js";
import { parseLimit } from "./units.js";

/** Above which amounts a person must approve, and whose approval counts. */
export interface PolicyApproval {
  /**
   * An operation needs a mandate if more of one token leaves than its entry says, with fees and
   * gas. **A token without an entry always needs one**, and of several entries the lowest counts.
   * Amounts are decimal strings in whole tokens. Many operations below it need none: `windows`
   * limit their sum.
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
  { allowRaw, chains }: { allowRaw?: boolean | null | undefined; chains: readonly number[] },
): void {
  const reject = (name: string, expected: string): never => {
    throw new ConfigurationError(`${subject}: approval${name}: expected ${expected}`);
  };
  if (allowRaw === true) reject("", "none beside allowRaw: bytes without amounts cannot be judged");
  if (!Array.isArray(above)) reject(".above", "a list of amounts");
  // An entry of another chain, or of "137", would apply to nothing.
  for (const { chainId } of above)
    if (!isMissing(chainId) && !chains.includes(chainId)) reject(".above", "chainId of chains");
  const count = new Set(approvers.map((each) => each.toLowerCase())).size;
  const least = need ?? 1;
  if (!Number.isSafeInteger(least) || least < 1 || least > count)
    reject(".need", `a whole number from 1 to the ${count} approvers`);
}

/** Whether more leaves than may leave without a person. */
const needsApproval = (
  { above }: PolicyApproval,
  { statement: { leaves } }: StatedOperation,
): boolean =>
  sumLeaves(leaves).some(({ token, chainId, amount }) => {
    const entries = above.filter(
      (each) => isSameToken(each.token, token, chainId) && (each.chainId ?? chainId) === chainId,
    );
    return (
      entries.length === 0 || entries.some((each) => amount > (parseDecimal(each.amount) ?? 0n))
    );
  });

/** An operation that states what it moves. */
type Stated = SigningStatement & { operation: StatedOperation };

type Refuse = (rule: RefusedRule["rule"], path: string, expected: string, actual?: unknown) => void;

interface Approved {
  /** Makes sure that a mandate is used once. */
  claim?: Claim;
  mandate?: Reservation["mandate"];
}

/** Compares what is signed with what a person has approved. Asks the person only if `canAsk`. */
export async function judgeApproval(
  approval: PolicyApproval | null | undefined,
  name: string,
  statement: SigningStatement,
  canAsk: boolean,
): Promise<Approved & { refusals: Refusal[] }> {
  const refusals: Refusal[] = [];
  const refuse: Refuse = (rule, path, expected, actual) =>
    void refusals.push({ rule, path, expected, actual });
  const { operation, mandate: given } = statement;
  const isNeeded = given || (approval && operation && needsApproval(approval, operation));
  if (!operation || !isNeeded) return { refusals };
  const known = { ...statement, operation };
  // Once, so that an order that is approved ends when it was said to.
  const now = Date.now();
  const mandate = given ?? (canAsk && (await askForMandate(approval, name, known, now, refuse)));
  if (mandate && approval)
    return { refusals, ...(await judgeMandate(approval, name, mandate, known, now, refuse)) };
  const expected = approval
    ? "a mandate of its approvers, for more than may leave without it"
    : "a policy with approval, for a mandate";
  if (refusals.length === 0) refuse("approval", "policy.approval", expected);
  return { refusals };
}

/** Asks for the mandate of an operation, if there is someone to ask. */
async function askForMandate(
  approval: PolicyApproval | null | undefined,
  policy: string,
  { parts, operation, intent, problems = [] }: Stated,
  now: number,
  refuse: Refuse,
): Promise<Mandate | false | undefined> {
  if (!approval?.approve) return undefined;
  const { statement, request } = operation;
  const until = getEnd(operation, now);
  if (typeof until !== "number") {
    const expected = "an operation that ends, such as an order with an expiration";
    refuse("mandate_until", "policy.approval", expected, until);
    return undefined;
  }
  const least = getLeast(statement);
  const costs = addCosts(operation);
  const terms = createMandate({
    request: request as MandateTerms["request"],
    minReceived: least === undefined ? undefined : formatDecimal(maxDecimal(least, 0n)),
    maxGasFee: costs === undefined ? undefined : formatDecimal(costs),
    accept: [...new Set(problems.map(({ code }) => code))],
    until,
    policy,
    intent: intent ?? listIntents(request)[0] ?? String(parts.userOperationHash),
  });
  const { text } = describeMandate(terms);
  try {
    return await approval.approve(copyData(statement), text, terms);
  } catch (error) {
    throw toSigningError("approve", error);
  }
}

/** The intents in the metadata of a request, and of the operations of a batch. */
const listIntents = (request: object): string[] =>
  [request, ...listRequested(request)].flatMap(
    ({ metadata }: { metadata?: { intent?: string } }) => metadata?.intent ?? [],
  );

async function judgeMandate(
  { approvers, need }: PolicyApproval,
  name: string,
  given: Mandate,
  { operation, intent }: Stated,
  now: number,
  refuse: Refuse,
): Promise<Approved> {
  const verified = await verifyMandate(given).catch((error: Error) =>
    refuse("approval", "mandate", "a mandate of signMandate", error.message),
  );
  if (!verified) return {};
  const { terms, digest, signers } = verified;
  const trusted = signers.filter((each) => approvers.some((approver) => isEqual(approver, each)));
  const expected = `${need ?? 1} of the approvers, for exactly these terms`;
  if (trusted.length < (need ?? 1))
    refuse("approval", "mandate.signatures", expected, signers.join(", "));
  if (terms.policy !== name) refuse("mandate_policy", "mandate.terms.policy", name, terms.policy);
  const intents = intent === undefined ? listIntents(operation.request) : [intent];
  const other = intents.find((each) => each !== terms.intent);
  if (other !== undefined) refuse("mandate_intent", "mandate.terms.intent", other, terms.intent);
  // Of another request, the amounts would only say once more what differs.
  if (digestRequest(terms.request) === digestRequest(operation.request))
    judgeAmounts(operation, refuse);
  else if (!compareFields(terms.request, operation.request, requestPath, refuse))
    refuse("mandate_request", requestPath, "the approved request", "another one");
  judgeLimits(terms, operation, refuse);
  judgeTime(terms, operation, now, refuse);
  const claim = createClaim(name, terms.intent, intent !== undefined);
  return { claim, mandate: { digest, accept: terms.accept } };
}

const requestPath = "mandate.terms.request";

function judgeTime(
  { until }: MandateTerms,
  operation: StatedOperation,
  start: number,
  refuse: Refuse,
): void {
  const path = "mandate.terms.until";
  const latest = Date.parse(until);
  const left = latest - Date.now();
  const end = getEnd(operation, start);
  if (left <= 0 || left > longest.milliseconds)
    refuse("mandate_until", path, "a time in the next 366 days", until);
  else if (typeof end !== "number" || end > latest) {
    const shown = typeof end === "number" ? new Date(end).toISOString() : end;
    refuse("mandate_until", path, `an operation that ends before ${until}`, shown);
  }
}

/** A limit order stays open after its operation has expired. */
function getEnd({ statement, request }: StatedOperation, now: number): Expiry {
  const end = readExpiry(statement.expiresAt);
  const { minAmountOut, expiration } = request as Partial<LimitOrderRequest>;
  if (isMissing(minAmountOut) || typeof end !== "number") return end;
  return typeof expiration === "number" ? Math.max(end, now + expiration * 1_000) : "never";
}

/** What a request names: of a batch, for each of its operations. */
function listRequested(request: object): Partial<SwapQuoteRequest & TransferRequest>[] {
  const { operations } = request as { operations?: readonly { params: object }[] };
  return operations ? operations.flatMap(({ params }) => listRequested(params)) : [request];
}

/** Exactly: what the checks allow as rounding, or as a usual fee, was not approved. */
function judgeAmounts({ request, statement }: StatedOperation, refuse: Refuse): void {
  const { leaves } = statement;
  const requested = listRequested(request);
  const amounts = leaves.filter(({ why }) => why === "amount");
  for (const { token, chainId, amount } of sumLeaves(amounts)) {
    const asked = requested
      .filter((each) => (each.chainIdIn ?? each.chainId) === chainId)
      .filter((each) => isSameToken(each.tokenIn ?? each.token, token, chainId))
      .reduce((sum, each) => sum + (parseDecimal(each.amountIn ?? each.amount) ?? 0n), 0n);
    const expected = `at most ${formatDecimal(asked)}`;
    if (amount > asked) refuse("mandate_request", requestPath, expected, formatDecimal(amount));
  }
  for (const { token, chainId, why } of leaves) {
    const isNamed = requested.some(({ payGasFeeToken, tokenOut }) =>
      [payGasFeeToken, tokenOut].some((each) => isSameToken(each, token, chainId)),
    );
    if (why !== "amount" && !isNamed)
      refuse("mandate_request", requestPath, "costs in the tokens of the request", token);
  }
}

const sumFees = (fees: Statement["leaves"]) =>
  fees.reduce((sum, { amount }) => sum + parseFormatted(amount), 0n);

/** Whether a fee is in the token that arrives, where it arrives. */
const isArriving = (fee: StatedLoss, { chainId, token }: StatedGain) =>
  fee.why === "fee" && fee.chainId === chainId && isSameToken(fee.token, token, chainId);

/** What one receiver gets at least of one token, after the fees in it. */
function getLeast({ leaves, arrives }: Statement): Decimal | undefined {
  const [arrival, ...others] = arrives;
  if (!arrival || others.length > 0) return undefined;
  return parseFormatted(arrival.least) - sumFees(leaves.filter((fee) => isArriving(fee, arrival)));
}

/** The gas with all other costs. Undefined if the gas is not known. */
function addCosts({ statement: { leaves, arrives }, gas }: StatedOperation): Decimal | undefined {
  const others = leaves.filter(
    (each) => each.why === "fee" && !arrives.some((gain) => isArriving(each, gain)),
  );
  return gas === undefined ? undefined : gas + sumFees(others);
}

function judgeLimits(
  { minReceived, maxGasFee }: MandateTerms,
  operation: StatedOperation,
  refuse: Refuse,
): void {
  const floor = parseDecimal(minReceived);
  const least = getLeast(operation.statement);
  if (floor !== undefined && (least === undefined || least < floor)) {
    const received = least === undefined ? "several" : formatDecimal(maxDecimal(least, 0n));
    const expected = `at least ${minReceived} of one token for one receiver`;
    refuse("mandate_received", "mandate.terms.minReceived", expected, received);
  }
  const most = parseDecimal(maxGasFee);
  const costs = addCosts(operation);
  if (most !== undefined && (costs === undefined || costs > most)) {
    const received = costs === undefined ? "unknown gas" : formatDecimal(costs);
    const expected = `at most ${maxGasFee} with other costs`;
    refuse("mandate_gas", "mandate.terms.maxGasFee", expected, received);
  }
}

/** Names each field that differs, with both values. Returns whether any does. */
function compareFields(approved: object, requested: object, path: string, refuse: Refuse): boolean {
  let differs = false;
  for (const name of new Set([...Object.keys(approved), ...Object.keys(requested)])) {
    const [approvedField, other] = [Object(approved)[name], Object(requested)[name]];
    // Not of what each attempt sets anew.
    if (digestRequest({ [name]: approvedField }) === digestRequest({ [name]: other })) continue;
    const field = `${path}.${name}`;
    if (isObject(approvedField) && isObject(other) && approvedField["length"] === other["length"]) {
      differs = compareFields(approvedField, other, field, refuse) || differs;
      continue;
    }
    differs = true;
    // It can be the number of a passport.
    if (name === "individualId")
      refuse("mandate_request", field, "the approved individual", "another one");
    else {
      const expected = isObject(approvedField)
        ? "what was approved"
        : String(approvedField ?? "nothing");
      refuse("mandate_request", field, expected, other);
    }
  }
  return differs;
}

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
    window: { hours: longest.hours, max: whole },
    path: "mandate",
    rule: "mandate_used",
  };
}
