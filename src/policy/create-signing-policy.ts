import type { SwapQuote } from "../contract/swap/records.js";
import { ConfigurationError } from "../errors/data.js";
import type { RefusedRule, SigningProblem } from "../errors/signing.js";
import { isMissing } from "../shared/guards.js";
import { type CheckQuoteOptions, quoteFields } from "../signing/quote/quote-options.js";
import { readGiven, stateQuote } from "../signing/quote/read-quote.js";
import { type Decimal, multiply, parseDecimal } from "../signing/shared/decimal.js";
import { findProblems, isEqual } from "../signing/shared/problems.js";
import { readOptions } from "../signing/shared/read-options.js";
import { isSameToken } from "../signing/shared/same-token.js";
import type { MandateOption } from "../signing/skeleton/mandate.js";
import {
  type Reservation,
  releaseSigned,
  type SigningStatement,
  type SigningPolicy as SkeletonPolicy,
} from "../signing/skeleton/policy.js";
import { type Loss, sumLeaves } from "../signing/statement/statement.js";
import { judgeApproval } from "./approval.js";
import {
  assertOptions,
  optionFields,
  type PolicyLimit,
  type SigningPolicyOptions,
  toKey,
} from "./policy-options.js";
import { createMemoryPolicyStore } from "./policy-store.js";
import { type Claim, type Refusal, toProblems, toRefusal } from "./refusals.js";
import { formatUnits, parseLimit, roundUp } from "./units.js";

/** A policy, for the option `policy` of the sign functions, the runs and `once`. */
export interface SigningPolicy extends SkeletonPolicy {
  /**
   * What the policy would refuse of a quote, now. It reserves nothing. The list is empty if it
   * would sign. A mandate is judged as outside of `once`.
   *
   * @example
   * ```ts
   * import { createSigningPolicy } from "bursar/policy";
   *
   * const policy = createSigningPolicy({ chains: [137], receivers: [], limits: [] });
   * const [quote] = quotes;
   * if (quote) console.log(await policy.preview(quote));
   * ```
   */
  preview(quote: SwapQuote, options?: CheckQuoteOptions & MandateOption): Promise<SigningProblem[]>;
  /**
   * Frees the amounts of a signed operation. Call it **only if you did not send it**, with the
   * object that the sign function returned: what the service has refused can still be executed. The
   * runs and `once` do so themselves.
   *
   * @example
   * ```ts
   * import { createSigningPolicy } from "bursar/policy";
   *
   * const policy = createSigningPolicy({ chains: [137], receivers: [], limits: [] });
   * await policy.release({ userOperationHash, signature }); // what signQuote returned
   * ```
   */
  release(signed: object): Promise<void>;
  /**
   * Stops the policy for all processes with its store: nothing is signed until `unfreeze`. The runs
   * and `once` call it if `settle` finds a difference.
   *
   * @example
   * ```ts
   * import { createSigningPolicy } from "bursar/policy";
   *
   * const policy = createSigningPolicy({ chains: [137], receivers: [], limits: [] });
   * await policy.freeze("the support asked to stop");
   * console.log(await policy.frozen());
   * ```
   */
  freeze(reason: string): Promise<void>;
  /**
   * Lets the policy sign again. Find out first why it was stopped.
   *
   * @example
   * ```ts
   * import { createSigningPolicy } from "bursar/policy";
   *
   * const policy = createSigningPolicy({ chains: [137], receivers: [], limits: [] });
   * await policy.unfreeze();
   * ```
   */
  unfreeze(): Promise<void>;
  /**
   * Why the policy is stopped. Undefined if it is not.
   *
   * @example
   * ```ts
   * import { createSigningPolicy } from "bursar/policy";
   *
   * const policy = createSigningPolicy({ chains: [137], receivers: [], limits: [] });
   * console.log((await policy.frozen()) ?? "not stopped");
   * ```
   */
  frozen(): Promise<string | undefined>;
}

/**
 * Creates a policy for programs that sign without a person: which chains, receivers and tokens, and
 * how much in a time. It judges what the sign functions have checked: of a quote, the request or
 * what is stated, whichever is more, with fees and gas. What is not listed is refused, as a fatal
 * problem with the code `policy`.
 *
 * Amounts count from before the signer is called until their windows end, also if the process is
 * killed, unless nothing was signed or `release` is called.
 *
 * @throws ConfigurationError for an invalid option.
 * @example
 * ```ts
 * import { createSigningPolicy } from "bursar/policy";
 * import { pickExecutable, signQuote } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
 * const policy = createSigningPolicy({
 *   chains: [137],
 *   receivers: [], // only the wallet itself
 *   limits: [{ token: usdc, perOperation: "200", windows: [{ hours: 24, max: "1000" }] }],
 * });
 * try {
 *   const { quotes } = await client.swap.quote(request);
 *   await signQuote(pickExecutable(quotes), signer, { owner, policy });
 * } catch (error) {
 *   console.error(error);
 * }
 * ```
 */
export function createSigningPolicy(options: SigningPolicyOptions): SigningPolicy {
  const subject = "createSigningPolicy";
  const given = readOptions(subject, options, optionFields);
  const { receivers, limits, allowRaw, approval } = given;
  const name = given.name ?? "policy";
  const store = given.store ?? createMemoryPolicyStore();
  assertOptions(subject, { ...given, name, store });
  // The other lists are copies already.
  const chains = [...given.chains];

  /** What is refused without looking at what was signed before, and what must be reserved. */
  async function judge({ parts, operation }: SigningStatement) {
    const refusals: Refusal[] = [];
    const claims: Claim[] = [];
    const refuse = (rule: RefusedRule["rule"], expected: string, actual?: unknown) =>
      void refusals.push({ rule, path: `policy.${rule}`, expected, actual });
    if (!operation || operation.statement.leaves.length === 0) {
      if (allowRaw !== true) refuse("allowRaw", "true, to sign what states no amounts", allowRaw);
      return { refusals, claims };
    }
    // What a second operation does is not stated.
    if (parts.approval && allowRaw !== true) refuse("allowRaw", "true, to sign an approval");
    if (operation.isPartial && allowRaw !== true)
      refuse("allowRaw", "true, to sign a part whose amounts are not stated");
    const { chainId, feeReceivers, walletAddress, statement } = operation;
    const { leaves, arrives } = statement;
    for (const id of new Set([chainId, ...[...leaves, ...arrives].map((each) => each.chainId)]))
      if (!chains.includes(id)) refuse("chains", `one of ${chains.join(", ") || "none"}`, id);
    const allowed = [walletAddress, ...receivers];
    const named = new Set([...arrives.map(({ account }) => account), ...feeReceivers]);
    for (const receiver of named)
      if (!allowed.some((each) => isEqual(each, receiver)))
        refuse("receivers", "a listed receiver, or the wallet", receiver);
    const losses = sumLeaves(leaves);
    for (const loss of losses)
      if (!limits.some((limit) => isOf(limit, loss)))
        refuse("limits", "a token with a limit", loss.token);
    for (const [at, limit] of limits.entries()) {
      let amount = 0n;
      // A limit without a chain is one of all chains together.
      for (const loss of losses)
        if (isOf(limit, loss)) amount += roundUp(await getWorth(subject, limit, loss));
      if (amount === 0n) continue;
      const path = `policy.limits[${at}]`;
      const { perOperation, windows } = limit;
      if (!isMissing(perOperation) && amount > parseLimit(perOperation))
        refusals.push({
          rule: "perOperation",
          path: `${path}.perOperation`,
          left: perOperation,
          expected: `at most ${perOperation}`,
          actual: formatUnits(amount),
        });
      for (const [i, window] of (windows ?? []).entries())
        claims.push({
          key: toKey(name, limit, window.hours),
          amount,
          window,
          path: `${path}.windows[${i}]`,
          rule: "windows",
        });
    }
    return { refusals, claims };
  }

  /** A reason of any other type than text is one, too. */
  const readReason = async (): Promise<string | undefined> => {
    const reason: unknown = await store.frozen(name);
    return isMissing(reason) ? undefined : String(reason);
  };

  const checkFrozen = async (refusals: Refusal[]) => {
    if (refusals.some(({ rule }) => rule === "frozen")) return;
    const reason = await readReason();
    if (reason === undefined) return;
    const expected = "a policy that is not stopped: see policy.unfreeze";
    refusals.push({ rule: "frozen", path: "policy", expected, actual: reason });
  };

  /** Of what is refused anyway, or is only looked at, nothing is reserved, and no one is asked. */
  async function decide(statement: SigningStatement, onlyLook: boolean): Promise<Reservation> {
    const { refusals, claims } = await judge(statement);
    const reserved: [key: string, id: string][] = [];
    // What cannot be released stays reserved until its window ends.
    const release = async () => {
      const all = reserved.splice(0).map(async ([key, id]) => store.release(key, id));
      await Promise.allSettled(all);
    };
    const claim = async (given: Claim, onlyRead: boolean) => {
      const { key, amount, window } = given;
      const max = parseLimit(window.max);
      const stored = { version: 1, hours: window.hours, max: String(max) } as const;
      const result: unknown = await store.reserve(key, onlyRead ? "0" : String(amount), stored);
      const { id, used } = Object(result) as { id?: string; used?: string };
      if (typeof used !== "string" || !/^\d+$/.test(used))
        throw new ConfigurationError(`${subject}: store: reserve: expected { id, used } as texts`, {
          hint: "Nothing was signed. What the store has reserved counts until its window ends.",
        });
      const left = max - BigInt(used);
      if (!isMissing(id)) reserved.push([key, id]);
      else if (!onlyRead || amount > left) refusals.push(toRefusal(given, left));
    };
    const onlyReads = onlyLook || refusals.length > 0;
    try {
      for (const each of claims) await claim(each, onlyReads);
      // Before a person is asked for what a stopped policy does not sign.
      if (approval?.approve) await checkFrozen(refusals);
      const canAsk = !onlyLook && refusals.length === 0;
      const approved = await judgeApproval(approval, name, statement, canAsk);
      refusals.push(...approved.refusals);
      // Without the signatures of its approvers, no one can use up a mandate.
      if (approved.claim) await claim(approved.claim, onlyLook || refusals.length > 0);
      // At the end, so that a policy that is stopped meanwhile signs nothing.
      await checkFrozen(refusals);
      if (refusals.length === 0) return { problems: [], mandate: approved.mandate, release };
    } catch (error) {
      await release();
      throw error;
    }
    await release();
    return { problems: toProblems(refusals), release };
  }

  return {
    reserve: (statement) => decide(statement, false),
    release: (signed) => releaseSigned(signed),
    async preview(quote, quoteOptions) {
      const { value, problems } = findProblems((report) =>
        readGiven("policy.preview", quote, quoteOptions, quoteFields, report),
      );
      if (!value) return problems;
      const operation = stateQuote(value);
      const mandate = quoteOptions?.mandate;
      return [...(await decide({ parts: value.parts, operation, mandate }, true)).problems];
    },
    async freeze(reason) {
      if (typeof reason === "string" && reason.trim() !== "") return store.freeze(name, reason);
      throw new ConfigurationError("policy.freeze: reason: expected a text");
    },
    unfreeze: () => store.unfreeze(name),
    frozen: readReason,
  };
}

const isOf = (limit: PolicyLimit, { token, chainId }: Loss): boolean =>
  isSameToken(limit.token, token, chainId) && (limit.chainId ?? chainId) === chainId;

/** In the unit of the limit: the token, or US dollars. */
async function getWorth(
  subject: string,
  { price }: PolicyLimit,
  { token, chainId, amount }: Loss,
): Promise<Decimal> {
  if (!price) return amount;
  const given = await price(token, chainId);
  const value = parseDecimal(given);
  if (value) return multiply(amount, value);
  throw new ConfigurationError(`${subject}: price: expected a decimal string above zero`, {
    hint: 'Return the price of one token in US dollars, such as "0.9998".',
  });
}
