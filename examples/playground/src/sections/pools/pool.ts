import type { LiquidityPool } from "bursar";
import { chainName } from "../../app/tokens";
import type { Sorting } from "../../ui/Table";

const number = (text: string | number | null | undefined) => Number(text ?? 0) || 0;

/** A pool with less value (US dollars) is broken or unused, and its figures are meaningless. */
const minimumValue = 1_000;

export function pairOf({ tokens }: LiquidityPool): string {
  return tokens?.map(({ symbol }) => symbol ?? "?").join(" / ") || "Unknown pair";
}

export function isNearlyEmpty({ totalValueLockedUSD }: LiquidityPool): boolean {
  return number(totalValueLockedUSD) < minimumValue;
}

/**
 * The annual rate of the pool's fees, in percent, extrapolated from the days in the response. For
 * display only.
 */
export function aprOf({ stats, totalValueLockedUSD }: LiquidityPool): number {
  const days = number(stats?.rangeInDays);
  const locked = number(totalValueLockedUSD);
  return days > 0 && locked > 0 ? ((number(stats?.feesInUSD) / days) * 365 * 100) / locked : 0;
}

export function percent(value: number): string {
  return `${value.toLocaleString("en-US", { maximumFractionDigits: 2, minimumFractionDigits: 2 })} %`;
}

export function matches(pool: LiquidityPool, search: string): boolean {
  const searchText = search.trim().toLowerCase();
  const texts = [
    pool.address,
    ...(pool.tokens ?? []).flatMap(({ symbol, name, address }) => [symbol, name, address]),
  ];
  return (
    searchText === "" ||
    texts.some((text) => text?.toLowerCase().includes(searchText)) ||
    pairOf(pool).toLowerCase().includes(searchText)
  );
}

const keys: Record<string, (pool: LiquidityPool) => number | string> = {
  pair: pairOf,
  chain: ({ chain }) => chainName(chain?.id),
  tvl: ({ totalValueLockedUSD }) => number(totalValueLockedUSD),
  volume: ({ stats }) => number(stats?.volumeInUSD),
  fees: ({ stats }) => number(stats?.feesInUSD),
  apr: (pool) => (isNearlyEmpty(pool) ? -1 : aprOf(pool)),
};

export function sorted(
  pools: readonly LiquidityPool[],
  { id, direction }: Sorting,
): LiquidityPool[] {
  const key = keys[id] ?? (() => 0);
  const sign = direction === "ascending" ? 1 : -1;
  return [...pools].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return sign * (typeof x === "string" ? x.localeCompare(String(y)) : x - Number(y));
  });
}
