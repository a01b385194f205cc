import { findEntry } from "../world/state.js";
import type { Project, Wallet, World } from "../world/world.js";
import type { OperationRequest } from "./operation-handler.js";
import { ServiceError } from "./service-error.js";

export function findWallet(world: World, project: Project, address: unknown): Wallet | undefined {
  const wallet =
    typeof address === "string" ? findEntry(world.wallets, address.toLowerCase()) : undefined;
  return wallet?.projectId === project.id ? wallet : undefined;
}

/** Whether the project has a wallet with that address, on an EVM chain or on Bitcoin. */
export function isProjectWallet(world: World, project: Project, address: unknown): boolean {
  return (
    findWallet(world, project, address) !== undefined ||
    findEntry(world.bitcoinWallets, address)?.projectId === project.id
  );
}

export function assertProjectWallet(world: World, project: Project, address: string): void {
  if (!isProjectWallet(world, project, address)) throw createUnregisteredError(address);
}

function createUnregisteredError(address: string): ServiceError {
  return new ServiceError(
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    `The requested wallet "${address}" is not registered with the project`,
  );
}

export function getWallet(
  { world, project }: Pick<OperationRequest, "world" | "project">,
  address: string,
): Wallet {
  const wallet = findWallet(world, project, address);
  if (!wallet) throw createUnregisteredError(address);
  return wallet;
}
