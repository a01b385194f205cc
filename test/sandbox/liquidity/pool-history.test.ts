import { expect, test } from "vitest";
import type { PoolInterval, PoolPeriod } from "../../../src/index.js";
import { sumAmounts } from "../../../src/index.js";
import { catchApiError } from "../catch-api-error.js";
import { openSandbox, usdc } from "../open-sandbox.js";

const intervals = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

async function openPool() {
  // Saturday, 15:30 UTC.
  const { client, sandbox } = openSandbox({ now: Date.UTC(2026, 0, 31, 15, 30), tick: 0 });
  const { items } = await client.liquidity.pools({ rangeInDays: 40 }).firstPage();
  const pool = items[0] as (typeof items)[number];
  const id = pool.id as string;
  const read = async (groupByInterval: PoolInterval, rangeInDays = 40) =>
    (await client.liquidity.poolHistory(id, { rangeInDays, groupByInterval })).statistics;
  return { client, sandbox, pool, id, read };
}

const sum = (items: readonly PoolPeriod[], field: "volumeInUSD" | "feesInUSD") =>
  sumAmounts(items.map((item) => item[field]));

test("the intervals of a history add up to the statistics of the listed pool", async () => {
  const { pool, read } = await openPool();
  for (const interval of intervals) {
    const { items } = await read(interval);
    expect([interval, sum(items, "volumeInUSD"), sum(items, "feesInUSD")]).toEqual([
      ...[interval, pool.stats.volumeInUSD, pool.stats.feesInUSD],
    ]);
  }
});

test("each interval begins at its hour, day, Monday, month or year, in order and without gaps", async () => {
  const { read } = await openPool();
  const startsOf = async (interval: PoolInterval, days?: number) =>
    (await read(interval, days)).items.map(({ timestamp }) => new Date(timestamp).toISOString());
  expect(await startsOf("HOURLY", 2)).toEqual(
    Array.from({ length: 40 }, (_, hour) => new Date(Date.UTC(2026, 0, 30, hour)).toISOString()),
  );
  expect(await startsOf("DAILY", 3)).toEqual([
    ...["2026-01-29T00:00:00.000Z", "2026-01-30T00:00:00.000Z", "2026-01-31T00:00:00.000Z"],
  ]);
  expect(await startsOf("WEEKLY", 8)).toEqual([
    ...["2026-01-19T00:00:00.000Z", "2026-01-26T00:00:00.000Z"],
  ]);
  expect(await startsOf("MONTHLY")).toEqual([
    ...["2025-12-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
  ]);
  expect(await startsOf("YEARLY", 400)).toEqual([
    "2025-01-01T00:00:00.000Z",
    "2026-01-01T00:00:00.000Z",
  ]);
});

test("a history ends at the current price and lies between its highest and lowest one", async () => {
  const { sandbox, read } = await openPool();
  sandbox.setPrice({ chainId: 137, token: usdc, price: "1.25" });
  for (const interval of intervals) {
    const { items } = await read(interval);
    expect(items.at(-1)?.closeInUSD).toBe("1.25");
    for (const { closeInUSD, highInUSD, lowInUSD, ...prices } of items) {
      expect(Number(closeInUSD)).toBeLessThanOrEqual(Number(highInUSD));
      expect(Number(closeInUSD)).toBeGreaterThanOrEqual(Number(lowInUSD));
      expect(Number(prices.token0PriceInToken1) * Number(prices.token1PriceInToken0)).toBeCloseTo(
        1,
        6,
      );
    }
  }
});

test("the past of a pool stays the same while time passes", async () => {
  const { sandbox, read } = await openPool();
  const before = (await read("DAILY", 3)).items;
  sandbox.advance(24 * 3_600_000);
  const after = (await read("DAILY", 4)).items;
  const volumes = (items: readonly PoolPeriod[]) => items.map(({ volumeInUSD }) => volumeInUSD);
  expect(volumes(after).slice(0, 2)).toEqual(volumes(before).slice(0, 2));
  expect(Number(after[2]?.volumeInUSD)).toBeGreaterThan(Number(before[2]?.volumeInUSD));
});

test("a pool is found by its id in any letter case, and an unknown one is refused", async () => {
  const { client, id, pool } = await openPool();
  const found = (await client.liquidity.pool(id.toLowerCase())).pool;
  expect(found).toEqual({ ...pool, stats: found.stats });
  expect(await catchApiError(client.liquidity.pool("137-0x00"))).toMatchObject({
    status: 400,
    id: "BAD_REQUEST",
  });
});
