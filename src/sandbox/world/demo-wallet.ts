import type { Hex } from "../../shared/patterns.js";
import { externalAccounts } from "./external-accounts.js";
import { applyBookings, toAssetKey } from "./ledger.js";
import { toIsoTime } from "./state.js";
import type { World } from "./world.js";

/** The wallet of the documentation's examples. Every new sandbox registers and funds it. */
export const demoWallet: Hex = "0x1111111111111111111111111111111111111111";

const usdcOnPolygon = toAssetKey(137, "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359");

export function addDemoWallet(world: World, projectId: string): void {
  world.wallets[demoWallet] = {
    address: demoWallet,
    owner: demoWallet,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
    salt: null,
    eip7702: true,
    projectId,
    metadata: { name: "demo" },
    registeredAt: toIsoTime(world.time),
    deployed: [],
    lastTransactionAt: null,
  };
  applyBookings(world, [
    { from: externalAccounts.mint, to: demoWallet, asset: usdcOnPolygon, units: 1_000_000_000n },
  ]);
}
