import { hexToBigInt, InvalidInputRpcError, InvalidParamsRpcError } from "viem";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import type { Hex } from "../../shared/patterns.js";
import { deriveHash, getBlocks } from "../world/blocks.js";
import type { Block, World } from "../world/world.js";

/** A chain in the current state of a sandbox. Its first block has the number 1. */
export interface ChainView {
  readonly world: World;
  readonly chainId: number;
  readonly blocks: readonly Block[];
}

export function viewChain(world: World, chainId: number): ChainView {
  return { world, chainId, blocks: getBlocks(world, chainId) };
}

export function computeBlockHash({ world, chainId, blocks }: ChainView, number: number): Hex {
  const transaction = blocks[number - 1]?.transactionHash ?? "";
  return deriveHash(`block ${world.seed} ${chainId} ${number} ${transaction}`);
}

export function findTransactionNumber({ blocks }: ChainView, hash: unknown): number | undefined {
  const wanted = String(hash).toLowerCase();
  const index = blocks.findIndex(({ transactionHash }) => transactionHash === wanted);
  return index < 0 ? undefined : index + 1;
}

export function findBlockNumber(view: ChainView, hash: unknown): number | undefined {
  const wanted = String(hash).toLowerCase();
  for (let number = view.blocks.length; number >= 0; number--)
    if (computeBlockHash(view, number) === wanted) return number;
  return undefined;
}

const newestTags: readonly unknown[] = [undefined, null, "latest", "pending", "safe", "finalized"];

/** Reads a block parameter. Undefined if the block does not exist. */
export function readBlockNumber(view: ChainView, block: unknown): number | undefined {
  if (newestTags.includes(block)) return view.blocks.length;
  if (block === "earliest") return 0;
  if (typeof block === "object") {
    const { blockHash, blockNumber } = block as { blockHash?: unknown; blockNumber?: unknown };
    return blockHash === undefined
      ? readBlockNumber(view, blockNumber)
      : findBlockNumber(view, blockHash);
  }
  if (typeof block !== "string" || !/^0x[0-9a-f]+$/i.test(block))
    throw createParamsError(`expected a block, got ${quoteValue(block)}`);
  const number = hexToBigInt(block as Hex);
  return number <= BigInt(view.blocks.length) ? Number(number) : undefined;
}

/** Reads a block parameter. A block that does not exist is an error, as on other nodes. */
export function getBlockNumber(view: ChainView, block: unknown): number {
  const number = readBlockNumber(view, block);
  if (number !== undefined) return number;
  throw new InvalidInputRpcError(
    new ConfigurationError(`node: header not found: no block ${quoteValue(block)}`),
  );
}

export function createParamsError(problem: string): InvalidParamsRpcError {
  return new InvalidParamsRpcError(new ConfigurationError(`node: ${problem}`));
}
