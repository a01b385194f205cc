import { createIdentity } from "./kyc/identity-limits.js";
import { addVeteranWallet } from "./wallets/veteran-wallet.js";
import { getCatalogue } from "./world/catalogue.js";
import { addDemoWallet } from "./world/demo-wallet.js";
import { hashSeed } from "./world/random.js";
import type { Project, World } from "./world/world.js";

export function createProject(id: string, apiKey: string): Project {
  // Only the well-known tokens are whitelisted. The generated ones are supported but not
  // whitelisted.
  const whitelist = [...getCatalogue()]
    .filter(([, token]) => !/^T\d{4}$/.test(token.symbol))
    .map(([asset]) => asset);
  return {
    id,
    apiKey,
    units: 1_000_000,
    whitelist,
    treasury: null,
    fiat: true,
    swapTypedData: true,
    liquidityEcho: false,
    deleted: false,
  };
}

export function createWorld(seed: string, time: number, apiKey: string): World {
  const world: World = {
    seed,
    random: hashSeed(seed),
    made: 0,
    time,
    outages: [],
    nfts: {},
    projects: { [apiKey]: createProject("project_1", apiKey) },
    wallets: {},
    bitcoinWallets: {},
    prices: {},
    ledger: {},
    operations: {},
    schedule: [],
    events: [],
    history: {},
    orders: {},
    positions: {},
    fiatQuotes: {},
    fiatOrders: {},
    sessions: {},
    uploads: {},
    // A person who is verified from the start, so that fiat calls work at once.
    identities: { ind_1: createIdentity("ind_1", "INDIVIDUAL", "project_1", "BRAZIL") },
    taxExports: {},
    taxExportSchedules: {},
  };
  addVeteranWallet(world, "project_1");
  addDemoWallet(world, "project_1");
  return world;
}
