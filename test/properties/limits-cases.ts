// Policies and what is signed with them, near every limit. It imports no code of `src`.
import {
  applies,
  type Leaving,
  type Ledger,
  type Limit,
  type Operation,
  type Rules,
  toUnits,
  type Window,
  writeUnits,
} from "./limits-judge.js";
import type { Random } from "./random.js";

export const wallet = `0x${"1f".repeat(20)}`;
export const receiver = `0x${"2e".repeat(20)}`;
const stranger = `0x${"3d".repeat(20)}`;
const tokens = [`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`, `0x${"e".repeat(40)}`] as const;
/** A token without a limit. */
const unlisted = `0x${"cc".repeat(20)}`;
const chains = [137, 8453] as const;
const hour = 3_600_000;

export interface World {
  rules: Rules;
  stores: readonly ("memory" | "redis")[];
  /** Policies. Those with the same store and name add up. */
  policies: readonly { store: number; name: string }[];
  /** The size of the amounts, in units of 10^-60. */
  size: bigint;
}

const scale = (size: bigint, share: string) => writeUnits((size * toUnits(share)) / 10n ** 60n);

function createWindows({ pick, chance }: Random, size: bigint): Window[] {
  const hours = [0.25, 1, 24, 168].filter(() => chance(0.5));
  return hours.map((each) => ({
    hours: each,
    max: scale(size, pick("10", "7.5", "3.333333", "0.3", "1", "20")),
  }));
}

function createLimit(random: Random, size: bigint, token: string, chainId?: number): Limit[] {
  const { pick, chance } = random;
  const windows = createWindows(random, size);
  const perOperation = chance(0.5) || windows.length === 0 ? pick("10", "5", "1.1") : undefined;
  return [
    {
      token: chance(0.3) ? token.toUpperCase().replace("X", "x") : token,
      ...(chainId !== undefined && { chainId }),
      ...(perOperation !== undefined && { perOperation: scale(size, perOperation) }),
      ...(windows.length > 0 && { windows }),
      ...(chance(0.2) && { price: pick("0.9998", "2.5", "1") }),
    },
  ];
}

export function createWorld(random: Random): World {
  const { pick, chance } = random;
  const size = toUnits(
    pick("1", `1${"0".repeat(60)}`, `1${"0".repeat(60)}`, `0.${"0".repeat(33)}1`),
  );
  const limits = tokens.flatMap((token) => {
    const isOfAll = chance(0.6);
    return [
      ...(isOfAll ? createLimit(random, size, token) : []),
      ...(isOfAll && chance(0.6) ? [] : chains).flatMap((id) =>
        createLimit(random, size, token, id),
      ),
    ];
  });
  const own = chance(0.9) ? chains : ([137] as const);
  const allowRaw = chance(0.15);
  const above = tokens
    .slice(0, random.integer(1, 3))
    .map((token) => ({ token, amount: scale(size, pick("1", "3", "0.1")) }));
  return {
    rules: {
      chains: own,
      receivers: [receiver],
      limits: limits.filter(({ chainId = 137 }) => chainId === 137 || own.length > 1),
      allowRaw,
      ...(!allowRaw && chance(0.5) && { above }),
    },
    stores: [pick("memory", "redis"), pick("memory", "redis")],
    policies: [
      { store: 0, name: "a" },
      { store: 0, name: "a" },
      { store: 0, name: "b" },
      { store: 1, name: "a" },
    ],
    size,
  };
}

export const bookOf = ({ policies }: World, at: number): string => {
  const { store, name } = policies[at] as World["policies"][number];
  return `${store} ${name}`;
};

/** An amount that fills a limit, one unit less, or more, of the store or beyond its digits. */
function fill(
  { pick }: Random,
  limit: Limit,
  window: Window | undefined,
  used: bigint,
): string | undefined {
  const max = window?.max ?? limit.perOperation;
  if (max === undefined) return undefined;
  const left = toUnits(max) - used;
  const amount = limit.price ? (left * 10n ** 60n) / toUnits(limit.price) : left;
  const offset = pick(0n, 0n, 1n, -1n) * 10n ** pick(24n, 24n, 20n);
  // A price needs digits of its own.
  const filled = ((amount + offset) / 10n ** 10n) * 10n ** 10n;
  return filled > 0n ? writeUnits(filled) : undefined;
}

/** An operation that fills a window to which another one has added. */
export function refill(
  random: Random,
  { rules }: World,
  ledger: Ledger,
  book: string,
  { leaves: [first] }: Operation,
): { hours: number; create(now: number): Operation | undefined } | undefined {
  const own = rules.limits.filter((limit) => limit.windows && first && applies(limit, first));
  if (!first || own.length === 0) return undefined;
  const limit = random.pick(...own);
  const window = random.pick(...(limit.windows as readonly Window[]));
  return {
    hours: window.hours,
    create(now) {
      const amount = fill(random, limit, window, ledger.sum(book, limit, window, now).exact);
      if (amount === undefined) return undefined;
      return {
        chainId: first.chainId,
        wallet,
        leaves: [{ ...first, amount }],
        arrives: [{ chainId: first.chainId, account: wallet }],
        feeReceivers: [],
        isPartial: false,
        hasApproval: false,
        isOnce: false,
        expiresAt: now + 60_000,
      };
    },
  };
}

export function createOperation(
  random: Random,
  world: World,
  ledger: Ledger,
  at: number,
  now: number,
): Operation {
  const { pick, chance } = random;
  const { rules, size } = world;
  const book = bookOf(world, at);
  const isMandated = rules.above !== undefined && chance(0.25);
  const chainId = pick(...chains, 137, 137);
  const leave = (own: Omit<Leaving, "amount">): Leaving => {
    const limits = rules.limits.filter((limit) => applies(limit, { ...own, amount: "" }));
    const limit = limits.length > 0 && chance(0.35) ? pick(...limits) : undefined;
    const window = pick<Window | undefined>(...(limit?.windows ?? []), undefined);
    const used = limit && window ? ledger.sum(book, limit, window, now).exact : 0n;
    const parts = ["1", "2.5", "0.1", "0.333333333333333333", "0.05", "0.01"];
    const filled = limit && fill(random, limit, window, used);
    return { ...own, amount: filled ?? scale(size, pick(...parts)) };
  };
  const token = chance(0.04) ? unlisted : pick(...tokens, tokens[0], tokens[0]);
  const leaves = [leave({ chainId, token })];
  const small = (own: Omit<Leaving, "amount">) =>
    leaves.push({ ...own, amount: scale(size, pick("0.001", "0.02", "0.5")) });
  if (chance(0.3)) small({ chainId, token: pick(...tokens, token) });
  if (!isMandated && chance(0.15)) small({ chainId: pick(...chains), token: pick(...tokens) });
  if (chance(0.2)) {
    // Other spellings of the native coin.
    const spelling = pick(`0x${"0".repeat(40)}`, `0x${"E".repeat(40)}`);
    for (const each of leaves) if (each.token === tokens[2]) each.token = spelling;
  }
  const isRaw = !isMandated && chance(0.04);
  return {
    chainId,
    wallet,
    leaves: isRaw ? [] : leaves,
    arrives: [
      {
        chainId: chance(0.95) ? chainId : 1,
        account: chance(0.03) ? stranger : pick(wallet, receiver),
      },
    ],
    feeReceivers: chance(0.1) ? [pick(receiver, receiver, stranger)] : [],
    isPartial: chance(0.03),
    hasApproval: chance(0.03),
    isOnce: chance(0.3),
    expiresAt: now + 60_000,
    ...(isMandated && {
      mandate: {
        intent: pick("order 1", "order 2", "order 3", "order 4"),
        isApproved: chance(0.8),
        until: now + pick(60_000, hour, 366 * 24 * hour, 59_999),
      },
    }),
  };
}

/** Milliseconds, around the ends of the windows. */
export const createPause = ({ pick }: Random): number =>
  pick(0, 1, 60_000, hour / 4 - 1, hour / 4, hour - 1, hour, hour + 1, 12 * hour, 24 * hour - 1) +
  pick(0, 0, 0, 0, 0, 144 * hour);
