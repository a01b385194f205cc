import type { Hex } from "../../contract/shared/primitives.js";
import type { Transaction } from "../../contract/wallets/types.js";
import { createId, findEntry, type TaskHandlers, toIsoTime } from "../shared/operation-handler.js";
import { toAccountKey } from "../world/account-key.js";
import { describeChain } from "../world/catalogue.js";
import { scheduleTask } from "../world/clock.js";
import { applyBookings } from "../world/ledger.js";
import { areMarketTermsMet } from "../world/prices.js";
import type { Random } from "../world/random.js";
import type { Booking, Operation, World } from "../world/world.js";

/** Durations in milliseconds of the sandbox's clock. */
export const settlementDuration = 2_000;
export const bridgeDuration = 4_000;

/** Adds a signed operation to the history and schedules its settlement. */
export function submitOperation(world: World, operation: Operation): Transaction {
  const record = recordExecution(world, operation);
  scheduleTask(
    world,
    settlementDuration,
    operation.crossChain ? "operation.bridge" : "operation.settle",
    {
      hash: operation.hash,
      transactionId: record.id,
    },
  );
  return record;
}

/** Marks an operation as executed and adds its record to the history. */
export function recordExecution(world: World, operation: Operation): Transaction {
  operation.state = "executed";
  const record: Transaction = {
    metadata: operation.metadata,
    id: createId(world, "tx"),
    createdAt: toIsoTime(world.time),
    updatedAt: toIsoTime(world.time),
    executedAt: null,
    status: "PROCESSING",
    transactionHash: null,
    chain: describeChain(operation.chainId),
    userOperationHash: operation.hash,
    ...operation.record,
  };
  addToHistory(world, operation.wallet, record);
  return record;
}

export function addToHistory(world: World, wallet: string, record: Transaction): void {
  const key = toAccountKey(wallet);
  const records = findEntry(world.history, key) ?? [];
  records.push(record);
  world.history[key] = records;
  const known = findEntry(world.wallets, key);
  if (known) known.lastTransactionAt = record.createdAt ?? null;
}

export function findTransaction(world: World, id: string): Transaction | undefined {
  for (const records of Object.values(world.history)) {
    const found = records.find((record) => record.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Effects of completed operations, by name. */
export type CompletionHandlers = Readonly<
  Record<
    string,
    (world: World, operation: Operation, record: Transaction, data: Record<string, unknown>) => void
  >
>;

/** Conditions that are checked when an operation settles, by name. */
export type ExecutionConditions = Readonly<
  Record<string, (world: World, operation: Operation, data: Record<string, unknown>) => boolean>
>;

export function createOperationTasks(
  completions: CompletionHandlers,
  conditions: ExecutionConditions,
): TaskHandlers {
  /**
   * Settles the operation on its source chain. It fails if the balance is too low, the price has
   * slipped too far, or its condition does not hold.
   */
  const land = (
    world: World,
    random: Random,
    operation: Operation,
    record: Transaction,
    bookings: readonly Booking[],
  ): boolean => {
    assignTransactionHash(world, random, operation.chainId, record);
    if (!canExecute(world, operation, conditions) || !applyBookings(world, bookings)) {
      updateStatus(world, record, "FAILED");
      return false;
    }
    markDeployed(world, operation.wallet, operation.chainId);
    return true;
  };
  return {
    "operation.bridge": (world, random, data) => {
      const { operation, record } = findExecution(world, data);
      if (
        !operation ||
        !record ||
        !land(world, random, operation, record, getSourceBookings(operation))
      )
        return;
      updateStatus(world, record, "ON_BRIDGE");
      scheduleTask(world, bridgeDuration, "operation.settle", data);
    },
    "operation.settle": (world, random, data) => {
      const { operation, record } = findExecution(world, data);
      if (!operation || !record) return;
      // The source chain has settled already.
      if (operation.crossChain) applyBookings(world, getDestinationBookings(operation));
      else if (!land(world, random, operation, record, operation.bookings)) return;
      updateStatus(world, record, "COMPLETED");
      const { completion } = operation;
      if (completion) completions[completion.name]?.(world, operation, record, completion.data);
    },
  };
}

function canExecute(world: World, operation: Operation, conditions: ExecutionConditions): boolean {
  const { market, condition } = operation;
  return (
    market.every((terms) => areMarketTermsMet(world, terms)) &&
    (conditions[condition?.name ?? ""]?.(world, operation, condition?.data ?? {}) ?? true)
  );
}

function getSourceBookings({ bookings, chainId }: Operation): Booking[] {
  return bookings.filter(({ asset }) => asset.startsWith(`${chainId}:`));
}

function getDestinationBookings({ bookings, chainId }: Operation): Booking[] {
  return bookings.filter(({ asset }) => !asset.startsWith(`${chainId}:`));
}

export function assignTransactionHash(
  world: World,
  random: Random,
  chainId: number,
  record: Transaction,
): void {
  record.transactionHash = createExplorerLink(chainId, `0x${random.hex(32)}`);
  record.executedAt = toIsoTime(world.time);
  record.updatedAt = record.executedAt;
}

function findExecution(
  world: World,
  data: Record<string, unknown>,
): { operation: Operation | undefined; record: Transaction | undefined } {
  return {
    operation: findEntry(world.operations, data.hash),
    record: findTransaction(world, data.transactionId as string),
  };
}

export function updateStatus(world: World, record: Transaction, status: string): void {
  record.status = status;
  record.updatedAt = toIsoTime(world.time);
}

export function markDeployed(world: World, address: string, chainId: number): void {
  const wallet = findEntry(world.wallets, address);
  if (wallet && !wallet.deployed.includes(chainId)) wallet.deployed.push(chainId);
}

export function createExplorerLink(
  chainId: number,
  hash: Hex,
): NonNullable<Transaction["transactionHash"]> {
  return {
    hash,
    explorerURL: `https://explorer.example.com/${chainId}/tx/${hash}`,
    explorer: "explorer.example.com",
  };
}
