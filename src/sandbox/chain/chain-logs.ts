import { encodeAbiParameters, encodeEventTopics, erc20Abi, numberToHex, parseAbi } from "viem";
import type { Hex } from "../../shared/patterns.js";
import { entryPoint } from "../operations/user-operation.js";
import { getCatalogue } from "../world/catalogue.js";
import { externalAddresses, toChainAddress } from "../world/external-accounts.js";
import type { Block, Booking, UserOperationResult } from "../world/world.js";
import { findContract } from "./call-token.js";
import {
  type ChainView,
  computeBlockHash,
  createParamsError,
  readBlockNumber,
} from "./chain-view.js";
import { toUint256 } from "./to-uint256.js";

const entryPointAbi = parseAbi([
  "event BeforeExecution()",
  "event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)",
]);

interface Event {
  address: string;
  topics: readonly unknown[];
  data: Hex;
}

export interface ChainLog extends Event {
  blockNumber: Hex;
  blockHash: Hex;
  transactionHash: Hex;
  transactionIndex: Hex;
  logIndex: Hex;
  removed: false;
}

/** The events of a block's transaction: what it has booked, and nothing else. */
export function listLogs(view: ChainView, number: number): ChainLog[] {
  const block = view.blocks[number - 1];
  if (!block) return [];
  const place = {
    blockNumber: numberToHex(number),
    blockHash: computeBlockHash(view, number),
    transactionHash: block.transactionHash,
    transactionIndex: numberToHex(0),
  };
  return listEvents(view, block).map((event, i) => ({
    ...event,
    ...place,
    logIndex: numberToHex(i),
    removed: false,
  }));
}

function listEvents({ chainId }: ChainView, { bookings, userOperation }: Block): Event[] {
  const transfers = bookings.flatMap((booking) => createTransferEvent(chainId, booking));
  return userOperation ? wrapInOperation(userOperation, transfers) : transfers;
}

/** Coins move without an event, and debt is no token. */
function createTransferEvent(chainId: number, { from, to, asset, units }: Booking): Event[] {
  const token = findContract(chainId, getCatalogue().get(asset)?.address);
  if (!token) return [];
  return [
    {
      address: token.address,
      topics: encodeEventTopics({
        abi: erc20Abi,
        eventName: "Transfer",
        args: { from: toChainAddress(from), to: toChainAddress(to) },
      }),
      data: encodeAbiParameters([{ type: "uint256" }], [toUint256(units)]),
    },
  ];
}

function wrapInOperation(
  { hash, sender, nonce, success, gasCost }: UserOperationResult,
  transfers: readonly Event[],
): Event[] {
  const started = encodeEventTopics({ abi: entryPointAbi, eventName: "BeforeExecution" });
  const ended = encodeEventTopics({
    abi: entryPointAbi,
    eventName: "UserOperationEvent",
    args: { userOpHash: hash, sender: toChainAddress(sender), paymaster: externalAddresses.gas },
  });
  const data = encodeAbiParameters(
    [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }],
    // The gas has a price of one unit of the coin.
    [BigInt(nonce), success, gasCost, gasCost],
  );
  return [
    { address: entryPoint, topics: started, data: "0x" },
    ...transfers,
    { address: entryPoint, topics: ended, data },
  ];
}

/** Selects the logs of `eth_getLogs`. */
export function filterLogs(view: ChainView, filter: unknown): ChainLog[] {
  if (typeof filter !== "object" || filter === null)
    throw createParamsError("eth_getLogs needs a filter");
  const { blockHash, fromBlock, toBlock, address, topics = [] } = filter as LogFilter;
  const newest = view.blocks.length;
  const range =
    blockHash === undefined
      ? [readBlockNumber(view, fromBlock) ?? newest + 1, readBlockNumber(view, toBlock) ?? newest]
      : Array(2).fill(readBlockNumber(view, { blockHash }) ?? newest + 1);
  const [first, last] = range as [number, number];
  const isMatch = (log: ChainLog) =>
    includesHex(address, log.address) &&
    topics.every((wanted, i) => wanted == null || includesHex(wanted, log.topics[i]));
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return numbers.flatMap((number) => listLogs(view, number).filter(isMatch));
}

interface LogFilter {
  readonly blockHash?: unknown;
  readonly fromBlock?: unknown;
  readonly toBlock?: unknown;
  readonly address?: unknown;
  readonly topics?: readonly unknown[];
}

/** Whether a value is one of the wanted ones. Without any wanted ones, each value is. */
function includesHex(wanted: unknown, value: unknown): boolean {
  if (wanted == null) return true;
  return [wanted].flat().some((one) => String(one).toLowerCase() === String(value).toLowerCase());
}
