import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Hex } from "../../shared/patterns.js";
import { findToken, getCatalogue } from "./catalogue.js";
import { externalAccounts, toChainAddress } from "./external-accounts.js";
import { getUnitsForUsd, getUsdValue } from "./prices.js";
import { createRandom, hashSeed } from "./random.js";
import type { Block, Booking, UserOperationResult, World } from "./world.js";

/** The transaction that books on its chain. */
export interface BookingTransaction {
  chainId: number;
  hash: Hex;
  /** Undefined if no user operation of a wallet books, such as for a deposit. */
  userOperation?: Omit<UserOperationResult, "gasCost">;
}

/**
 * Adds a block with one transaction to each chain of the bookings. The transaction of the cause
 * gets a block even if it books nothing.
 */
export function addBlocks(
  world: World,
  bookings: readonly Booking[],
  cause?: BookingTransaction,
): void {
  const visible = bookings.filter(({ from, to }) => toChainAddress(from) !== toChainAddress(to));
  const chainIds = new Set([...(cause ? [cause.chainId] : []), ...visible.map(getChainId)]);
  // Bitcoin has no node.
  chainIds.delete(0);
  for (const chainId of chainIds) {
    const own = bookings.filter((booking) => getChainId(booking) === chainId);
    const blocks = getBlocks(world, chainId);
    world.blocks[chainId] = blocks;
    blocks.push(createBlock(world, chainId, own, cause?.chainId === chainId ? cause : undefined));
  }
}

function createBlock(
  world: World,
  chainId: number,
  bookings: readonly Booking[],
  cause: BookingTransaction | undefined,
): Block {
  const number = getBlocks(world, chainId).length + 1;
  const { hash = deriveHash(`transaction ${world.seed} ${chainId} ${number}`), userOperation } =
    cause ?? {};
  return {
    time: world.time,
    transactionHash: hash,
    userOperation: userOperation
      ? { ...userOperation, gasCost: computeGasCost(world, chainId, bookings) }
      : null,
    bookings: bookings.map(({ from, to, asset, units }) => ({ from, to, asset, units })),
  };
}

/** The blocks of a chain, oldest first. The first one has the number 1. */
export function getBlocks({ blocks }: World, chainId: number): Block[] {
  return blocks[chainId] ?? [];
}

/** Without viem: `bursar --help` prints the usage where it is not installed. */
export function deriveHash(text: string): Hex {
  // A seed has 32 bits.
  const draw = (name: string) => createRandom({ random: hashSeed(`${name} ${text}`) }).hex(16);
  return `0x${draw("first")}${draw("second")}`;
}

/** Debt is an asset of its own: `debt:chain:token`. */
function getChainId({ asset }: Booking): number {
  return Number(asset.replace("debt:", "").split(":")[0]);
}

/** What the booked gas tokens are worth in the chain's coin. */
function computeGasCost(world: World, chainId: number, bookings: readonly Booking[]): bigint {
  const native = findToken(chainId, nativeToken);
  let cost = 0n;
  for (const { to, asset, units } of bookings) {
    const token = getCatalogue().get(asset);
    if (to === externalAccounts.gas && token && native)
      cost += getUnitsForUsd(world, native, getUsdValue(world, token, units));
  }
  return cost;
}
