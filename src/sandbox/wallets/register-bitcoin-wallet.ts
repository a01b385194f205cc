import { isBitcoinAddress } from "../../contract/shared/addresses/is-bitcoin-address.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import type { Project, World } from "../world/world.js";

/** Adds a Bitcoin wallet to a project, which no operation of the service can. Idempotent. */
export function registerBitcoinWallet(world: World, project: Project, address: string): void {
  if (!isBitcoinAddress(address))
    throw new ConfigurationError(
      `registerBitcoinWallet: expected a Bitcoin mainnet address, got ${quoteValue(address)}`,
    );
  world.bitcoinWallets[address] = { address, projectId: project.id };
}
