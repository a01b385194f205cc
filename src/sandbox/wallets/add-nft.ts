import { AnyAddress, evmAddressPattern } from "../../contract/shared/primitives.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import { toAccountKey } from "../world/account-key.js";
import { findEntry } from "../world/state.js";
import type { HeldNft, World } from "../world/world.js";

/** Adds an NFT to a wallet. */
export function addNft(world: World, account: string, nft: HeldNft): void {
  if (!AnyAddress.safeParse(account).success)
    throw createError("a (checksummed) EVM address as account", account);
  if (!Number.isSafeInteger(nft.chainId) || nft.chainId < 1)
    throw createError("the id of an EVM chain as chainId", nft.chainId);
  if (typeof nft.address !== "string" || !evmAddressPattern.test(nft.address))
    throw createError("the address of the collection as token", nft.address);
  for (const field of ["tokenId", "name"] as const)
    if (typeof nft[field] !== "string") throw createError(`a string as ${field}`, nft[field]);
  const key = toAccountKey(account);
  world.nfts[key] = [...(findEntry(world.nfts, key) ?? []), nft];
}

function createError(expected: string, received: unknown): ConfigurationError {
  return new ConfigurationError(`fundNft: expected ${expected}, got ${quoteValue(received)}`);
}
