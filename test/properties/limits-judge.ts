// A policy as a ledger of exact integers. It imports no code of `src`.

/** Units of 10^-60. The amounts and worths of the cases are whole numbers of them. */
const places = 60;
/** Stores add amounts of 36 decimals: more digits are rounded up. */
const stored = 10n ** 24n;

export function toUnits(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

export function writeUnits(units: bigint): string {
  const digits = units.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
}

const roundUp = (units: bigint) => ((units + stored - 1n) / stored) * stored;
const roundDown = (units: bigint) => (units / stored) * stored;

export interface Window {
  hours: number;
  max: string;
}

export interface Limit {
  token: string;
  chainId?: number;
  perOperation?: string;
  windows?: readonly Window[];
  /** In US dollars, which makes the limit one of US dollars. */
  price?: string;
}

export interface Rules {
  chains: readonly number[];
  receivers: readonly string[];
  limits: readonly Limit[];
  allowRaw: boolean;
  /** What may leave without a mandate, per token. Undefined if no mandate is ever needed. */
  above?: readonly { token: string; chainId?: number; amount: string }[];
}

export interface Leaving {
  chainId: number;
  token: string;
  amount: string;
}

export interface Mandate {
  intent: string;
  /** Whether the approver has signed the terms of this operation, and they are for this policy. */
  isApproved: boolean;
  until: number;
}

export interface Operation {
  chainId: number;
  wallet: string;
  leaves: readonly Leaving[];
  arrives: readonly { chainId: number; account: string }[];
  feeReceivers: readonly string[];
  isPartial: boolean;
  hasApproval: boolean;
  mandate?: Mandate;
  /** Signed by `once`, whose journal pays an intent once. */
  isOnce: boolean;
  expiresAt: number;
}

export interface Verdict {
  /** Why nothing may be signed. */
  reasons: readonly string[];
  /** Whether only the rounding of the store decides. */
  isUnclear: boolean;
}

/** An amount as it is, and the most that a store counts. */
interface Amount {
  exact: bigint;
  most: bigint;
}

interface Entry {
  book: string;
  time: number;
  amounts: readonly Amount[];
  mandate: { intent: string; isOnce: boolean } | undefined;
}

const nativeOf = (token: string, chainId: number | undefined): string => {
  const text = token.toLowerCase();
  const isContract = chainId === 137 && text === `0x${"0".repeat(36)}1010`;
  return isContract || text === `0x${"0".repeat(40)}` ? `0x${"e".repeat(40)}` : text;
};

export const applies = (limit: { token: string; chainId?: number }, { chainId, token }: Leaving) =>
  (limit.chainId ?? chainId) === chainId &&
  nativeOf(limit.token, chainId) === nativeOf(token, chainId);

/** Scaled by 10^60, too. */
const multiply = (a: bigint, b: bigint) => (a * b) / 10n ** BigInt(places);

/** What one operation takes of a limit, in the unit of the limit. */
export function measure(limit: Limit, leaves: readonly Leaving[]): Amount {
  const parts = leaves
    .filter((each) => applies(limit, each))
    .map(({ amount }) => multiply(toUnits(amount), toUnits(limit.price ?? "1")));
  return {
    exact: parts.reduce((sum, each) => sum + each, 0n),
    most: parts.reduce((sum, each) => sum + roundUp(each), 0n),
  };
}

/** All that was signed, for every book: the policies of one name with one store. */
export class Ledger {
  readonly #rules: Rules;
  readonly #entries = new Set<Entry>();
  readonly #frozen = new Set<string>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  freeze(book: string, isFrozen: boolean): void {
    if (isFrozen) this.#frozen.add(book);
    else this.#frozen.delete(book);
  }

  /** What counts in a window of a limit. */
  sum(book: string, limit: Limit, { hours }: Window, now: number): Amount {
    const at = this.#rules.limits.indexOf(limit);
    let [exact, most] = [0n, 0n];
    for (const { book: own, time, amounts } of this.#entries) {
      if (own !== book || time + hours * 3_600_000 <= now) continue;
      exact += amounts[at]?.exact ?? 0n;
      most += amounts[at]?.most ?? 0n;
    }
    return { exact, most };
  }

  decide(book: string, operation: Operation, now: number): Verdict {
    const { chains, receivers, limits, allowRaw, above } = this.#rules;
    const { leaves, arrives, feeReceivers, mandate, chainId, wallet } = operation;
    const reasons: string[] = [];
    const refuse = (rule: string, isRefused: boolean) => isRefused && reasons.push(rule);
    refuse("frozen", this.#frozen.has(book));
    if (leaves.length === 0) {
      refuse("raw", !allowRaw);
      return { reasons, isUnclear: false };
    }
    refuse("raw", !allowRaw && (operation.isPartial || operation.hasApproval));
    const used = [chainId, ...[...leaves, ...arrives].map((each) => each.chainId)];
    refuse(
      "chain",
      used.some((id) => !chains.includes(id)),
    );
    const paid = [...arrives.map(({ account }) => account), ...feeReceivers];
    const own = [wallet, ...receivers].map((each) => each.toLowerCase());
    refuse(
      "receiver",
      paid.some((each) => !own.includes(each.toLowerCase())),
    );
    refuse(
      "token",
      leaves.some((each) => !limits.some((limit) => applies(limit, each))),
    );
    let isUnclear = false;
    const compare = (rule: string, { exact, most }: Amount, max: string) => {
      refuse(rule, exact > toUnits(max));
      isUnclear ||= most > roundDown(toUnits(max));
    };
    for (const limit of limits) {
      const amount = measure(limit, leaves);
      if (amount.exact === 0n) continue;
      if (limit.perOperation !== undefined) compare("operation", amount, limit.perOperation);
      for (const [i, window] of (limit.windows ?? []).entries()) {
        const counted = this.sum(book, limit, window, now);
        const total = { exact: counted.exact + amount.exact, most: counted.most + amount.most };
        compare(`window ${i + 1}`, total, window.max);
      }
    }
    const needs = above !== undefined && leaves.some((each) => isAbove(above, each, leaves));
    if (mandate || needs) refuse("mandate", !this.#isApproved(book, operation, now));
    return { reasons, isUnclear: isUnclear && reasons.length === 0 };
  }

  #isApproved(book: string, { mandate, isOnce, expiresAt }: Operation, now: number): boolean {
    if (!mandate?.isApproved || this.#rules.above === undefined) return false;
    if (mandate.until <= now || mandate.until < expiresAt) return false;
    const uses = [...this.#entries].filter(
      (each) => each.book === book && each.mandate?.intent === mandate.intent,
    );
    // The journal of `once` allows it again. Otherwise, one intent pays once.
    return isOnce ? uses.every((each) => each.mandate?.isOnce) : uses.length === 0;
  }

  /** Books what was signed. Returns how to release it. */
  sign(book: string, { leaves, mandate, isOnce }: Operation, now: number): () => void {
    const amounts = this.#rules.limits.map((limit) => measure(limit, leaves));
    const used = mandate && { intent: mandate.intent, isOnce };
    const entry = { book, time: now, amounts, mandate: used };
    this.#entries.add(entry);
    return () => void this.#entries.delete(entry);
  }
}

/** Whether more of one token leaves one chain than an entry says. Without an entry, nothing may. */
function isAbove(
  above: NonNullable<Rules["above"]>,
  { chainId, token }: Leaving,
  leaves: readonly Leaving[],
): boolean {
  const own = above.filter((each) => applies(each, { chainId, token, amount: "" }));
  const limit = { token, chainId };
  const { exact } = measure(limit, leaves);
  return own.length === 0 || own.some(({ amount }) => exact > toUnits(amount));
}
