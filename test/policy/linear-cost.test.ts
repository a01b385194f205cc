import { expect, test } from "vitest";
import { createMemoryPolicyStore } from "../../src/policy/index.js";
import { measureGrowth } from "../support/measure-growth.js";

const window = { version: 1, hours: 24, max: "1000000000" } as const;

test("a reservation in memory takes the same time, however many there are", async () => {
  const create = (size: number) => async () => {
    const store = createMemoryPolicyStore();
    for (let i = 0; i < size; i++) await store.reserve("usdc", "1", window);
    expect((await store.reserve("usdc", "0", window)).used).toBe(String(size));
  };
  expect(await measureGrowth(2_000, create)).toBeLessThan(10);
});
