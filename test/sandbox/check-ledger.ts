import { expect } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.js";
import type { World } from "../../src/sandbox/world/world.js";
import { inWorld } from "./open-sandbox.js";

export function balance(sandbox: Sandbox, account: string, token: string, chain = 137): bigint {
  return inWorld(
    sandbox,
    (world) => world.ledger[account.toLowerCase()]?.[`${chain}:${token}`] ?? 0n,
  );
}

/** Asserts that the balances of every token add up to zero, and that no wallet is negative. */
export function expectConserved(sandbox: Sandbox): void {
  const sums = new Map<string, bigint>();
  for (const [account, held] of Object.entries(inWorld(sandbox, (world: World) => world.ledger))) {
    for (const [asset, units] of Object.entries(held)) {
      sums.set(asset, (sums.get(asset) ?? 0n) + units);
      if (account.startsWith("0x")) expect(units, `${account} ${asset}`).toBeGreaterThanOrEqual(0n);
    }
  }
  for (const [asset, sum] of sums) expect(sum, asset).toBe(0n);
}
