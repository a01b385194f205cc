import { numberToHex } from "viem";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { entryPoint } from "../operations/user-operation.js";
import { externalAddresses, toChainAddress } from "../world/external-accounts.js";
import { toAssetKey } from "../world/ledger.js";
import type { Block } from "../world/world.js";
import { listLogs } from "./chain-logs.js";
import { type ChainView, computeBlockHash } from "./chain-view.js";
import { toUint256 } from "./to-uint256.js";

const zeroHash = `0x${"0".repeat(64)}`;
const transactionIndex = numberToHex(0);

/** A block in the form of JSON-RPC. Block 0 is empty. */
export function describeBlock(view: ChainView, number: number, isFull: boolean) {
  const block = view.blocks[number - 1];
  return {
    number: numberToHex(number),
    hash: computeBlockHash(view, number),
    parentHash: number === 0 ? zeroHash : computeBlockHash(view, number - 1),
    timestamp: numberToHex(block ? Math.floor(block.time / 1_000) : 0),
    transactions: block
      ? [isFull ? describeTransaction(view, number, block) : block.transactionHash]
      : [],
    gasUsed: getGasUsed(block),
  };
}

export function describeTransaction(view: ChainView, number: number, block: Block) {
  return {
    hash: block.transactionHash,
    blockNumber: numberToHex(number),
    blockHash: computeBlockHash(view, number),
    transactionIndex,
    chainId: numberToHex(view.chainId),
    type: "0x0",
    ...describeParties(view, block),
    input: "0x",
    nonce: numberToHex(number),
    gas: getGasUsed(block),
    gasPrice: numberToHex(1),
  };
}

/** The transaction of a failed operation succeeds, as on a chain. */
export function describeReceipt(view: ChainView, number: number, block: Block) {
  const { from, to } = describeParties(view, block);
  return {
    transactionHash: block.transactionHash,
    blockNumber: numberToHex(number),
    blockHash: computeBlockHash(view, number),
    transactionIndex,
    from,
    to,
    status: "0x1",
    type: "0x0",
    contractAddress: null,
    logs: listLogs(view, number),
    gasUsed: getGasUsed(block),
    cumulativeGasUsed: getGasUsed(block),
    effectiveGasPrice: numberToHex(1),
  };
}

/** Gas has a price of one unit of the coin, so its amount is its cost. */
function getGasUsed(block: Block | undefined) {
  return numberToHex(block?.userOperation?.gasCost ?? 0n);
}

/** Who sends a transaction to whom, with how much of the chain's coin. */
function describeParties({ chainId }: ChainView, { bookings, userOperation }: Block) {
  const [first] = bookings;
  if (userOperation || !first)
    return { from: externalAddresses.service, to: entryPoint, value: numberToHex(0) };
  const isCoin = first.asset === toAssetKey(chainId, nativeToken);
  return {
    from: toChainAddress(first.from),
    to: isCoin ? toChainAddress(first.to) : first.asset.split(":").at(-1),
    value: numberToHex(isCoin ? toUint256(first.units) : 0n),
  };
}
