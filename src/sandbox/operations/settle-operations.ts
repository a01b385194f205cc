import type { KnownWord } from "../../contract/records/schema.js";
import type { Transaction, TransactionStatus } from "../../contract/wallets/history-records.js";
import { evmAddressPattern, type Hex } from "../../shared/patterns.js";
import { takePercent } from "../world/amounts.js";
import { addBlocks, type BookingTransaction } from "../world/blocks.js";
import { describeChain } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { applyBookings, omitEmpty, toAccountKey } from "../world/ledger.js";
import { areMarketTermsMet } from "../world/prices.js";
import type { Random } from "../world/random.js";
import { scheduleTask, type TaskHandlers } from "../world/schedule.js";
import { createId, findEntry, toIsoTime } from "../world/state.js";
import type {
  Booking,
  Charge,
  Completions,
  Execution,
  LoanCoverage,
  Operation,
  World,
} from "../world/world.js";
import { emitWithdrawalEvent } from "./ramp-events.js";

/** Durations in milliseconds of the sandbox's clock. */
export const settlementDuration = 2_000;
export const bridgeDuration = 4_000;

export function submitOperation(world: World, operation: Operation): void {
  const { id } = recordExecution(world, operation);
  if (operation.fate === "unfinished" && !operation.crossChain) return;
  const task = operation.crossChain ? "operation.bridge" : "operation.settle";
  scheduleTask(world, settlementDuration, task, { hash: operation.hash, transactionId: id });
}

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
  emitWithdrawalEvent(world, record);
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
  return Object.values(world.history)
    .flat()
    .find((record) => record.id === id);
}

export type CompletionHandlers = {
  readonly [Name in keyof Completions]?: (world: World, data: Completions[Name]) => void;
};

export function createOperationTasks(
  completions: CompletionHandlers,
  isCovered: (world: World, wallet: string, coverage: LoanCoverage) => boolean,
): TaskHandlers {
  const canExecute = (world: World, operation: Operation): boolean => {
    const { market, coverage, fate, wallet } = operation;
    if (fate === "failed") return false;
    if (!market.every((terms) => areMarketTermsMet(world, terms))) return false;
    return coverage === null || isCovered(world, wallet, coverage);
  };
  /**
   * Settles the operation on its source chain. It fails if the balance is too low, the price has
   * slipped too far, or its condition does not hold.
   */
  const settleOnSource = (
    world: World,
    random: Random,
    { operation, record }: ExecutedOperation,
  ): boolean => {
    const hash = assignTransactionHash(world, random, operation.chainId, record);
    const bookings = operation.crossChain ? getSourceBookings(operation) : operation.bookings;
    const success =
      canExecute(world, operation) &&
      applyDiverged(world, bookings, toTransaction(operation, hash, true));
    if (!success) {
      addBlocks(world, [], toTransaction(operation, hash, false));
      updateStatus(world, record, "FAILED");
      return false;
    }
    markDeployed(world, operation.wallet, operation.chainId);
    return true;
  };
  return {
    "operation.bridge": (world, random, data) => {
      const execution = findExecution(world, data);
      if (!execution || !settleOnSource(world, random, execution)) return;
      updateStatus(world, execution.record, "ON_BRIDGE");
      if (execution.operation.fate === "unfinished") return;
      scheduleTask(world, bridgeDuration, "operation.settle", data);
    },
    "operation.settle": (world, random, data) => {
      const execution = findExecution(world, data);
      if (!execution) return;
      const { operation, record } = execution;
      // The source chain of a cross-chain operation has settled already.
      if (operation.crossChain) applyDiverged(world, getDestinationBookings(operation));
      else if (!settleOnSource(world, random, execution)) return;
      updateStatus(world, record, "COMPLETED");
      for (const step of operation.completions) completions[step.name]?.(world, step.data as never);
    },
  };
}

/** Applies the bookings of an operation. `sandbox.diverge` takes a part of what arrives. */
function applyDiverged(
  world: World,
  bookings: readonly (Booking | Charge)[],
  cause?: BookingTransaction,
): boolean {
  const actual = bookings.flatMap((booking) => {
    const { from, to, asset, units } = booking;
    const taken = takePercent(units, world.divergence);
    if (taken === 0n || "type" in booking || !evmAddressPattern.test(to)) return [booking];
    const rest = { from, to: externalAccounts.market, asset, units: taken };
    return omitEmpty([{ ...booking, units: units - taken }, rest]);
  });
  if (!applyBookings(world, actual, cause)) return false;
  if (actual.some((booking, i) => booking !== bookings[i])) world.divergence = 0;
  return true;
}

function toTransaction(operation: Operation, hash: Hex, success: boolean): BookingTransaction {
  const { chainId, hash: operationHash, wallet: sender, typedData } = operation;
  const { nonce } = typedData.message as { nonce: string };
  return { chainId, hash, userOperation: { hash: operationHash, sender, nonce, success } };
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
): Hex {
  const hash: Hex = `0x${random.hex(32)}`;
  record.transactionHash = createExplorerLink(chainId, hash);
  record.executedAt = toIsoTime(world.time);
  record.updatedAt = record.executedAt;
  return hash;
}

interface ExecutedOperation {
  readonly operation: Operation;
  readonly record: Transaction;
}

function findExecution(world: World, data: Execution): ExecutedOperation | undefined {
  const operation = findEntry(world.operations, data.hash);
  const record = findTransaction(world, data.transactionId);
  return operation && record && { operation, record };
}

export function updateStatus(
  world: World,
  record: Transaction,
  status: KnownWord<TransactionStatus>,
): void {
  record.status = status;
  record.updatedAt = toIsoTime(world.time);
  emitWithdrawalEvent(world, record);
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
