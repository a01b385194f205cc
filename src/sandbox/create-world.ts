import { createIdentity } from "./kyc/identity-limits.js";
import { addVeteranWallet } from "./wallets/veteran-wallet.js";
import { getCatalogue } from "./world/catalogue.js";
import { addDemoWallet } from "./world/demo-wallet.js";
import { createState, type Project, type World } from "./world/world.js";

let wellKnown: readonly string[] | undefined;

/** The tokens that are whitelisted at first. The generated ones are only supported. */
function listWellKnown(): readonly string[] {
  wellKnown ??= [...getCatalogue()]
    .filter(([, token]) => !/^T\d{4}$/.test(token.symbol))
    .map(([asset]) => asset);
  return wellKnown;
}

export function createProject(id: string, apiKey: string): Project {
  return {
    id,
    apiKey,
    units: 1_000_000,
    whitelist: [...listWellKnown()],
    treasury: null,
    fiat: true,
    liquidityEcho: false,
    deleted: false,
  };
}

export function createWorld(seed: string, time: number, apiKey: string): World {
  const world = createState(seed, time);
  world.projects[apiKey] = createProject("project_1", apiKey);
  // A person who is verified from the start, so that fiat calls work at once.
  world.identities["ind_1"] = createIdentity("ind_1", "INDIVIDUAL", "project_1", "BRAZIL");
  addVeteranWallet(world, "project_1");
  addDemoWallet(world, "project_1");
  return world;
}
