import { describe, expect, test } from "vitest";
import { createMemoryPolicyStore } from "../../../src/policy/index.js";
import { chooseSeed, createRandom, isSoak } from "../../support/random-runs.js";
import { describeStores, type Worker } from "./open-worker.js";
import { untilRejects } from "./random.js";

/** How many reservations, windows and random calls a race has. The gate has fewer. */
const [perProcess, windows, randomCalls] = isSoak ? [500, 200, 400] : [250, 60, 200];

/** 10^78 - 1 tokens in units of 10^-36. */
const most = String((10n ** 78n - 1n) * 10n ** 36n);
const windowOf = (max: string, hours = 1) => ({ version: 1, hours, max }) as const;
const usedOf = async (worker: Worker, key: string) =>
  BigInt((await worker.policy.reserve(key, "0", windowOf(most))).used);

type Reserved = Awaited<ReturnType<Worker["policy"]["reserve"]>> & { error?: string };

/** Reserves each of these amounts at once. Returns the results in the same order. */
const reserveAll = (worker: Worker, key: string, amounts: readonly bigint[], max: bigint) =>
  worker.call<Reserved[]>(
    "all",
    "policy",
    "reserve",
    amounts.map((amount) => [key, String(amount), windowOf(String(max))]),
  );

/** What was granted, added up here. */
const sumGranted = (amounts: readonly bigint[], results: readonly Reserved[]) =>
  amounts.reduce((sum, amount, i) => sum + (results[i]?.id ? amount : 0n), 0n);

describeStores(["postgres", "sqlite", "redis", "node-redis"], (open, _, kind) => {
  // Both drivers of Redis send the same script, which Redis runs alone.
  if (kind !== "node-redis" || isSoak) {
    test("never exceeds a window with hundreds of reservations at once in two processes", async () => {
      const seed = chooseSeed();
      console.log(`seed ${seed}`);
      const random = createRandom(seed);
      const workers = await Promise.all([open(), open()]);
      // About two thirds of them fit, so that each process reserves some.
      const max = (BigInt(perProcess) * 4n * 10n ** 100n) / 3n + 12_345n;
      const amounts = workers.map(() =>
        Array.from(
          { length: perProcess },
          () => 1n + (10n ** 100n * BigInt(random(2_000))) / 1_000n,
        ),
      );
      const results = await Promise.all(
        workers.map((worker, i) => reserveAll(worker, "crowd", amounts[i] ?? [], max)),
      );
      expect(results.flat().filter(({ error }) => error)).toEqual([]);
      const sums = results.map((each, i) => sumGranted(amounts[i] ?? [], each));
      const granted = sums.reduce((sum, each) => sum + each, 0n);
      expect(granted).toBeLessThanOrEqual(max);
      for (const sum of sums) expect(sum).toBeGreaterThan(0n);
      expect(await usedOf(workers[0] as Worker, "crowd")).toBe(granted);
      // The smallest one that was refused does not fit, or others were released: none were.
      const refused = amounts.flat().filter((_, i) => !results.flat()[i]?.id);
      expect(refused.length).toBeGreaterThan(perProcess / 4);
      for (const amount of refused) expect(granted + amount).toBeGreaterThan(max);
    });

    test("never exceeds one of many windows at whose ends two processes race", async () => {
      const workers = await Promise.all([open(), open()]);
      const keys = Array.from({ length: windows }, (_, i) => `end ${i}`);
      // Each process reserves 3 times in each window, which has room for two.
      for (let i = 0; i < keys.length; i += 20) {
        const round = keys.slice(i, i + 20);
        const calls = round.flatMap((key) =>
          Array.from({ length: 3 }, () => [key, "2", windowOf("5")]),
        );
        const at = Date.now() + 50;
        const results = await Promise.all(
          workers.map((worker) => worker.call<Reserved[]>("all", "policy", "reserve", calls, at)),
        );
        const granted = results.flatMap((each) => calls.filter((_, j) => each[j]?.id));
        const keysOf = granted.map(([key]) => key).sort();
        expect(keysOf).toEqual(round.flatMap((key) => [key, key]).sort());
      }
    });
  }

  test("rejects a reservation that has read an old sum, also after a release", async () => {
    const [slow, fast] = await Promise.all([open(), open()]);
    const window = windowOf("10");
    const first = await fast.policy.reserve("held", "3", window);
    await slow.call("fault", "hold");
    const held = slow.policy.reserve("held", "4", window);
    await expect.poll(() => slow.call("isHeld")).toBe(true);
    await fast.policy.release("held", first.id as string);
    expect(await fast.policy.reserve("held", "7", window)).toMatchObject({ used: "0" });
    await slow.call("resume");
    expect(await held).toEqual({ used: "7" });
    expect(await usedOf(fast, "held")).toBe(7n);
  });

  test("adds amounts of up to 10^78 - 1 tokens exactly", async () => {
    const { policy } = await open();
    const reserve = (key: string, amount: bigint, max = BigInt(most)) =>
      policy.reserve(key, String(amount), windowOf(String(max)));
    const first = await reserve("edge", BigInt(most) - 1n);
    expect(first).toMatchObject({ id: expect.any(String), used: "0" });
    expect((await reserve("edge", 2n)).id).toBeUndefined();
    const last = await reserve("edge", 1n);
    expect(last).toMatchObject({ id: expect.any(String), used: String(BigInt(most) - 1n) });
    expect(await reserve("edge", 1n)).toEqual({ used: most });
    expect(await reserve("edge", BigInt(most))).toEqual({ used: most });
    await policy.release("edge", last.id as string);
    expect(await reserve("edge", 0n)).toEqual({ used: String(BigInt(most) - 1n) });
    // A carry into each digit.
    for (const digits of [12n, 15n, 16n, 17n, 53n, 95n, 96n, 97n, 113n]) {
      const [key, half, max] = [`carry ${digits}`, 5n * 10n ** digits, 10n ** (digits + 1n)];
      expect(await reserve(key, half - 1n, max)).toMatchObject({ used: "0" });
      expect(await reserve(key, half + 2n, max)).toEqual({ used: String(half - 1n) });
      expect(await reserve(key, half + 1n, max)).toMatchObject({ id: expect.any(String) });
      expect(await reserve(key, 1n, max)).toEqual({ used: String(max) });
    }
  });

  test("still counts after an amount above every limit", async () => {
    const { policy } = await open();
    const window = windowOf(`1${"0".repeat(38)}`);
    expect(await policy.reserve("absurd", window.max, window)).toHaveProperty("id");
    for (const digits of [96, 97, 114, 200]) {
      const absurd = `1${"0".repeat(digits)}`;
      expect(await policy.reserve("absurd", absurd, window)).toEqual({ used: window.max });
      expect(await policy.reserve("absurd", "1", window)).toEqual({ used: window.max });
    }
  });

  test("refuses an invalid amount or window, and stores nothing", async () => {
    const { policy } = await open();
    for (const amount of ["-1", "1e3", "0x10", "1.5", "", " 1"]) {
      const error = { name: "ConfigurationError", message: expect.stringContaining("amount") };
      await expect(policy.reserve("bad", amount, windowOf("10"))).rejects.toMatchObject(error);
      await expect(policy.reserve("bad", "1", windowOf(amount))).rejects.toMatchObject({
        message: expect.stringContaining("window.max"),
      });
    }
    for (const hours of [0, -1, Number.NaN])
      await expect(policy.reserve("bad", "1", windowOf("10", hours))).rejects.toMatchObject({
        message: expect.stringContaining("window.hours"),
      });
    expect(await policy.reserve("bad", "0", windowOf("10"))).toEqual({ used: "0" });
  });

  test("refuses while an amount of another version counts", async () => {
    const { policy } = await open();
    const window = windowOf("10");
    await policy.reserve("old", "1", { ...window, version: 2 as never });
    const error = {
      name: "ConfigurationError",
      message: expect.stringMatching(/"old": expected amounts of version 1, got 2/),
      hint: "Update all servers, or wait until the window has ended.",
    };
    await expect(policy.reserve("old", "1", window)).rejects.toMatchObject(error);
    await expect(policy.reserve("old", "0", window)).rejects.toMatchObject(error);
  });

  test("ends a window for each amount by the clock of the store", async () => {
    const { policy } = await open();
    const [short, long] = [windowOf("10", 1 / 3_600_000), windowOf("10", 1e300)];
    await policy.reserve("long", "4", long);
    await policy.reserve("long", "3", short);
    // The second amount counts for a millisecond.
    while ((await policy.reserve("long", "0", long)).used === "7");
    expect(await policy.reserve("long", "0", long)).toMatchObject({ used: "4" });
    expect(await policy.reserve("long", "7", long)).toEqual({ used: "4" });
    expect(await policy.reserve("long", "6", long)).toMatchObject({ used: "4" });
    // Reading removes only what has ended.
    for (let i = 0; i < 2; i += 1)
      expect(await policy.reserve("long", "0", long)).toEqual({ used: "10" });
  });

  test("binds every name and value", async () => {
    const { policy } = await open();
    const keys = ["it's'); drop table bursar_amounts; --", "$1 ? :now", "é€😀", 'a"b', "K", "k"];
    for (const key of keys) {
      expect(await policy.reserve(key, "1", windowOf("1"))).toMatchObject({ used: "0" });
      expect(await policy.reserve(key, "1", windowOf("1"))).toEqual({ used: "1" });
      await policy.freeze(key, `${key}!`);
      await policy.freeze(key, "another reason");
      expect(await policy.frozen(key)).toBe(`${key}!`);
    }
    for (const key of keys) {
      await policy.unfreeze(key);
      expect(await policy.frozen(key)).toBeUndefined();
      await policy.release(key, "unknown");
      await policy.release(key, "last");
      expect(await policy.reserve(key, "0", windowOf("1"))).toEqual({ used: "1" });
    }
  });

  describe("a lost connection", () => {
    test("counts what may have been reserved", async () => {
      const worker = await open();
      const { policy } = worker;
      await worker.call("fault", "after");
      const lost = await untilRejects(policy.reserve("lost", "7", windowOf("10")));
      expect(lost).toMatchObject({ name: "ConnectionError", kind: "connection" });
      expect(await policy.reserve("lost", "4", windowOf("10"))).toEqual({ used: "7" });
      await worker.call("fault", "before");
      const refused = await untilRejects(policy.reserve("lost", "1", windowOf("10")));
      expect(`${refused.message} ${refused.hint}`).not.toMatch(/secret|host|postgres:/);
      expect(await policy.reserve("lost", "3", windowOf("10"))).toMatchObject({ used: "7" });
    });

    test("of two processes that are cut off loses at most what was reserved", async () => {
      const [first, second, judge] = await Promise.all([open(), open(), open()]);
      const max = 200n;
      const amounts = Array.from({ length: 300 }, () => 1n);
      const running = [first, second].map((worker) => reserveAll(worker, "cut", amounts, max));
      let results: Reserved[][] | undefined;
      const finished = Promise.all(running).then((all) => {
        results = all;
      });
      for (let cuts = 0; cuts < 5 && !results; cuts += 1) {
        const from = await usedOf(judge, "cut");
        while (!results && (await usedOf(judge, "cut")) < from + 10n);
        await judge.call("cut").catch(() => {}); // it may cut itself off
      }
      await finished;
      const all = (results as unknown as Reserved[][]).flat();
      const granted = sumGranted([...amounts, ...amounts], all);
      const failed = BigInt(all.filter(({ error }) => error).length);
      const used = await usedOf(judge, "cut");
      expect(used).toBeLessThanOrEqual(max);
      expect(granted).toBeLessThanOrEqual(used);
      // A driver may repeat a command whose response is lost: it counts twice then.
      expect(used - granted).toBeLessThanOrEqual(failed + 10n);
    });

    test("of a process that is killed keeps what it reserved", async () => {
      const [killed, judge] = await Promise.all([open(), open()]);
      const max = BigInt(perProcess * 2);
      const amounts = Array.from({ length: perProcess * 2 }, () => 1n);
      // However fast the store is, the process still reserves when it is killed.
      const reserveUntilKilled = async () => {
        for (;;) await reserveAll(killed, "killed", amounts.slice(0, 50), max);
      };
      const lost = reserveUntilKilled().catch(() => "killed");
      while ((await usedOf(judge, "killed")) < 10n);
      await killed.kill();
      expect(await lost).toBe("killed");
      const used = await usedOf(judge, "killed");
      const results = await reserveAll(judge, "killed", amounts, max);
      // A server may still carry out commands that the killed process had sent: at most 50.
      const granted = sumGranted(amounts, results);
      expect(used + granted).toBeLessThanOrEqual(max);
      expect(used + granted).toBeGreaterThanOrEqual(max - 50n);
      expect(await usedOf(judge, "killed")).toBe(max);
    });
  });

  test("behaves as the memory store on random calls", async () => {
    const seed = chooseSeed();
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const { policy } = await open();
    const memory = createMemoryPolicyStore();
    const ids: { key: string; own: string; other: string }[] = [];
    for (let step = 0; step < randomCalls; step += 1) {
      const key = `random ${random(3)}`;
      const where = `seed ${seed}, step ${step}`;
      const how = random(10);
      if (how < 6) {
        const amount = String(BigInt(random(5)) * 10n ** BigInt(random(80)));
        const window = windowOf(String(10n ** BigInt(random(82))), 24);
        const [own, other] = await Promise.all([
          policy.reserve(key, amount, window),
          memory.reserve(key, amount, window),
        ]);
        expect({ used: own.used, has: !!own.id }, where).toEqual({
          used: other.used,
          has: other.id !== undefined,
        });
        if (own.id && other.id) ids.push({ key, own: own.id, other: other.id });
      } else if (how < 8 && ids.length > 0) {
        // Sometimes a second time, and sometimes of another key.
        const { own, other, ...given } = ids[random(ids.length)] as (typeof ids)[number];
        const of = random(4) > 0 ? given.key : key;
        await policy.release(of, own);
        await memory.release(of, other);
      } else if (how === 8) {
        const change = random(2) ? ("unfreeze" as const) : ("freeze" as const);
        for (const store of [policy, memory]) await store[change](key, `reason ${step}`);
      } else expect(await policy.frozen(key), where).toBe(await memory.frozen(key));
    }
  });
});
