import { findToken, type KnownToken } from "../world/catalogue.js";
import { toAssetKey } from "../world/ledger.js";
import type { Project } from "../world/world.js";
import { createTokenError } from "./service-error.js";

type Tokens<Addresses> = { [Index in keyof Addresses]: KnownToken };

/** Looks up tokens. Throws an error that names all unknown ones. */
export function getTokens<const Addresses extends readonly string[]>(
  chainId: number,
  addresses: Addresses,
): Tokens<Addresses> {
  return selectTokens(addresses, (address) => findToken(chainId, address));
}

/** Looks up tokens. Throws an error that names all that are not on the project's whitelist. */
export function getWhitelistedTokens<const Addresses extends readonly string[]>(
  project: Project,
  chainId: number,
  addresses: Addresses,
): Tokens<Addresses> {
  return selectTokens(addresses, (address) => findWhitelistedToken(project, chainId, address));
}

export function findWhitelistedToken(
  project: Project,
  chainId: number,
  address: string,
): KnownToken | undefined {
  const asset = toAssetKey(chainId, address);
  return project.whitelist.some((listed) => listed.toLowerCase() === asset)
    ? findToken(chainId, address)
    : undefined;
}

function selectTokens<const Addresses extends readonly string[]>(
  addresses: Addresses,
  find: (address: string) => KnownToken | undefined,
): Tokens<Addresses> {
  const rejected = addresses.filter((address) => !find(address));
  if (rejected.length > 0) throw createTokenError(rejected);
  return addresses.map(find) as never;
}
