import { getCatalogue, type KnownToken } from "../world/catalogue.js";
import type { World } from "../world/world.js";

export interface Loan {
  provider: string;
  token: KnownToken;
  units: bigint;
}

/**
 * The accounts start with `0x`, so that they cannot become negative. Withdrawing the same supply
 * twice fails, as it does on a chain. Debt is counted in separate assets.
 */
export function toSupplyAccount(wallet: string, provider: string): string {
  return `0xsupply:${provider}:${wallet}`.toLowerCase();
}

export function toDebtAccount(wallet: string, provider: string): string {
  return `0xdebt:${provider}:${wallet}`.toLowerCase();
}

export function toDebtAsset(asset: string): string {
  return `debt:${asset}`;
}

const providers = ["LENDER_A", "LENDER_B"];

export function listSupplies(world: World, wallet: string): Loan[] {
  return providers.flatMap((provider) =>
    listLoans(world, provider, toSupplyAccount(wallet, provider)),
  );
}

export function listDebts(world: World, wallet: string): Loan[] {
  return providers.flatMap((provider) =>
    listLoans(world, provider, toDebtAccount(wallet, provider)),
  );
}

function listLoans(world: World, provider: string, account: string): Loan[] {
  return Object.entries(world.ledger[account] ?? {}).flatMap(([asset, units]) => {
    const token = getCatalogue().get(asset.replace("debt:", ""));
    return token ? [{ provider, token, units }] : [];
  });
}
