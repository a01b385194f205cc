import type { PoolHistoryQuery, PoolPeriod } from "../../contract/liquidity/pool-records.js";
import { fromUnits } from "../../shared/decimal.js";
import { formatNumber } from "../world/amounts.js";
import { getPrice } from "../world/prices.js";
import { createRandom, hashSeed } from "../world/random.js";
import type { World } from "../world/world.js";
import type { KnownPool } from "./pools.js";

/** A day (UTC) of a pool, or an hour of it. Volume and fees are in millionths of a US dollar. */
interface PoolSpan {
  /** In milliseconds since 1970. */
  start: number;
  volume: number;
  fees: number;
  /** In US dollars. */
  locked: number;
  /** The price of token0 at the begin and at the end, relative to its price of today. */
  open: number;
  close: number;
}

type Interval = NonNullable<PoolHistoryQuery["groupByInterval"]>;

const hourLength = 3_600_000;
const dayLength = 24 * hourLength;
const hoursPerDay = 24;

export function listDays(pool: KnownPool, time: number, rangeInDays: number): PoolSpan[] {
  const today = Math.floor(time / dayLength);
  return Array.from({ length: rangeInDays }, (_, i) => {
    const day = today - rangeInDays + 1 + i;
    const { volume, fees, ...rest } = computeWholeDay(pool, day, today);
    const share = countHours(day * dayLength, time) / hoursPerDay;
    return { ...rest, volume: Math.floor(volume * share), fees: Math.floor(fees * share) };
  });
}

function countHours(start: number, time: number): number {
  return Math.min(hoursPerDay, Math.floor((time - start) / hourLength) + 1);
}

/** Depends on the pool and the day only. */
function computeWholeDay(pool: KnownPool, day: number, today: number): PoolSpan {
  const volume = Math.round(pool.volume * 1_000_000 * (0.5 + createDayRandom(pool, day)));
  const close = computePriceFactor(pool, day, today);
  return {
    start: day * dayLength,
    volume,
    fees: Math.floor((volume * pool.feePercent) / 100),
    locked: pool.locked * close,
    open: computePriceFactor(pool, day - 1, today),
    close,
  };
}

function createDayRandom({ id }: KnownPool, day: number): number {
  return createRandom({ random: hashSeed(`${id} ${day}`) }).next();
}

/** The price of a day differs by up to 5 percent from that of today. */
function computePriceFactor(pool: KnownPool, day: number, today: number): number {
  return day === today ? 1 : 0.95 + createDayRandom(pool, day) / 10;
}

/** The hours of a day that have begun. They add up to the day. */
function splitDay(day: PoolSpan, time: number): PoolSpan[] {
  const hours = countHours(day.start, time);
  const until = (total: number, hour: number) => Math.floor((total * hour) / hours);
  const priceAt = (hour: number) => day.open + ((day.close - day.open) * hour) / hours;
  return Array.from({ length: hours }, (_, hour) => ({
    start: day.start + hour * hourLength,
    volume: until(day.volume, hour + 1) - until(day.volume, hour),
    fees: until(day.fees, hour + 1) - until(day.fees, hour),
    locked: day.locked,
    open: priceAt(hour),
    close: priceAt(hour + 1),
  }));
}

/** The begin of the interval that a time belongs to. Weeks begin on Monday. */
function findStart(time: number, interval: Interval): number {
  const date = new Date(time);
  switch (interval) {
    case "HOURLY":
    case "DAILY":
      return time;
    case "WEEKLY":
      return time - ((date.getUTCDay() + 6) % 7) * dayLength;
    case "MONTHLY":
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    default:
      return Date.UTC(date.getUTCFullYear(), 0);
  }
}

export function describeHistory(
  world: World,
  pool: KnownPool,
  rangeInDays: number,
  interval: Interval,
): PoolPeriod[] {
  const days = listDays(pool, world.time, rangeInDays);
  const spans = interval === "HOURLY" ? days.flatMap((day) => splitDay(day, world.time)) : days;
  const groups = new Map<number, [PoolSpan, ...PoolSpan[]]>();
  for (const span of spans) {
    const start = findStart(span.start, interval);
    const group = groups.get(start);
    if (group) group.push(span);
    else groups.set(start, [span]);
  }
  return [...groups].map(([start, group]) => describePeriod(world, pool, start, group));
}

function describePeriod(
  world: World,
  { token0, token1 }: KnownPool,
  timestamp: number,
  group: readonly [PoolSpan, ...PoolSpan[]],
): PoolPeriod {
  const [price0, price1] = [Number(getPrice(world, token0)), Number(getPrice(world, token1))];
  const sum = (field: "volume" | "fees") =>
    fromUnits(BigInt(group.reduce((total, span) => total + span[field], 0)), 6);
  const factors = group.flatMap(({ open, close }) => [open, close]);
  const { close, locked } = group.at(-1) ?? group[0];
  return {
    timestamp,
    volumeInUSD: sum("volume"),
    feesInUSD: sum("fees"),
    closeInUSD: formatNumber(price0 * close),
    highInUSD: formatNumber(price0 * Math.max(...factors)),
    lowInUSD: formatNumber(price0 * Math.min(...factors)),
    totalValueLockedInUSD: locked.toFixed(6),
    token0PriceInToken1: formatNumber((price0 * close) / price1),
    token1PriceInToken0: formatNumber(price1 / (price0 * close)),
  };
}
