import { describe, expect, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { BranchCounter } from "./branches.js";
import { kinds } from "./journal-cases.js";
import { damageJournals, damageLostRaces } from "./journal-damage.js";
import { crashDisks, readHalfLines } from "./journal-disk.js";
import { expectBranches, payManyTimes } from "./paid-once.js";

describe("You make a payment once, although your process may be killed at any moment", () => {
  test("with clocks that are wrong, a history that misleads, and requests that are lost or late", async () => {
    const counter = new BranchCounter();
    await payManyTimes(250, chooseSeed(), counter);
    expectBranches(counter, 250);
  });

  test("from a journal that is damaged: it has what was acknowledged, or throws", async () => {
    const { noticed, paying } = await damageJournals(2, 150, chooseSeed());
    for (const kind of kinds) expect([kind, noticed.has(kind)]).toEqual([kind, true]);
    expect(Math.min(paying.stopped, paying.returned)).toBeGreaterThan(0);
  });

  test("from a journal in which a line is damaged that has won a race", async () => {
    expect(await damageLostRaces(10, 20, chooseSeed())).toBeGreaterThan(50);
  });

  test("from a disk that keeps only what was flushed", async () => {
    expect(await crashDisks(2, 20, chooseSeed())).toBeGreaterThan(100);
  });

  test("beside a process that is just writing a line", async () => {
    expect(await readHalfLines(40, chooseSeed())).toBeGreaterThan(5);
  });
});
