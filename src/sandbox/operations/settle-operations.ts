import type { Hex } from "../../contract/shared/primitives.js";
import type { Transaction } from "../../contract/wallets/types.js";
import { find, isoTime, makeId, type StepHandlers } from "../shared/operation-handler.js";
import { accountKey } from "../world/account-key.js";
import { chainRecord } from "../world/catalogue.js";
import { later } from "../world/clock.js";
import { book } from "../world/ledger.js";
import { priceHolds } from "../world/prices.js";
import type { Random } from "../world/random.js";
import type { Booking, Operation, World } from "../world/world.js";

/** How long an operation takes, in milliseconds of the sandbox's clock. */
export const onChain = 2_000;
export const onBridge = 4_000;

/** Takes an operation that was signed: from here on it is in the history, and settles as the clock goes on. */
export function submit(world: World, operation: Operation): Transaction {
  const record = recordOf(world, operation);
  later(world, onChain, operation.crossChain ? "operation.bridge" : "operation.settle", {
    hash: operation.hash,
    transactionId: record.id,
  });
  return record;
}

/** Marks an operation as executed, and writes its record into the history. */
export function recordOf(world: World, operation: Operation): Transaction {
  operation.state = "executed";
  const record: Transaction = {
    metadata: operation.metadata,
    id: makeId(world, "tx"),
    createdAt: isoTime(world.time),
    updatedAt: isoTime(world.time),
    executedAt: null,
    status: "PROCESSING",
    transactionHash: null,
    chain: chainRecord(operation.chainId),
    userOperationHash: operation.hash,
    ...operation.record,
  };
  addToHistory(world, operation.wallet, record);
  return record;
}

export function addToHistory(world: World, wallet: string, record: Transaction): void {
  const key = accountKey(wallet);
  const records = find(world.history, key) ?? [];
  records.push(record);
  world.history[key] = records;
  const known = find(world.wallets, key);
  if (known) known.lastTransactionAt = record.createdAt ?? null;
}

export function findTransaction(world: World, id: string): Transaction | undefined {
  for (const records of Object.values(world.history)) {
    const found = records.find((record) => record.id === id);
    if (found) return found;
  }
  return undefined;
}

/** What the completion of an operation brings about, by name. Parts of the service add theirs. */
export type Completions = Readonly<
  Record<
    string,
    (world: World, operation: Operation, record: Transaction, data: Record<string, unknown>) => void
  >
>;

/** What must hold when an operation reaches its chain, by name. Parts of the service add theirs. */
export type Conditions = Readonly<
  Record<string, (world: World, operation: Operation, data: Record<string, unknown>) => boolean>
>;

/** The steps that every submitted operation goes through. */
export function executionSteps(completions: Completions, conditions: Conditions): StepHandlers {
  /** The operation reaches its own chain. It fails there when it cannot be paid, when the price has slipped too far, or when its condition does not hold. */
  const land = (
    world: World,
    random: Random,
    operation: Operation,
    record: Transaction,
    bookings: readonly Booking[],
  ): boolean => {
    stamp(world, random, operation.chainId, record);
    if (!holds(world, operation, conditions) || !book(world, bookings)) {
      update(world, record, "FAILED");
      return false;
    }
    deploy(world, operation.wallet, operation.chainId);
    return true;
  };
  return {
    "operation.bridge": (world, random, data) => {
      const { operation, record } = subjectOf(world, data);
      if (!operation || !record || !land(world, random, operation, record, leaving(operation)))
        return;
      update(world, record, "ON_BRIDGE");
      later(world, onBridge, "operation.settle", data);
    },
    "operation.settle": (world, random, data) => {
      const { operation, record } = subjectOf(world, data);
      if (!operation || !record) return;
      // What left on the bridge has been booked; only its arrival is left.
      if (operation.crossChain) book(world, arriving(operation));
      else if (!land(world, random, operation, record, operation.bookings)) return;
      update(world, record, "COMPLETED");
      const { completion } = operation;
      if (completion) completions[completion.name]?.(world, operation, record, completion.data);
    },
  };
}

/** Whether prices and everything else are still as the operation needs them. */
function holds(world: World, operation: Operation, conditions: Conditions): boolean {
  const { market, condition } = operation;
  return (
    market.every((terms) => priceHolds(world, terms)) &&
    (conditions[condition?.name ?? ""]?.(world, operation, condition?.data ?? {}) ?? true)
  );
}

function leaving({ bookings, chainId }: Operation): Booking[] {
  return bookings.filter(({ asset }) => asset.startsWith(`${chainId}:`));
}

function arriving({ bookings, chainId }: Operation): Booking[] {
  return bookings.filter(({ asset }) => !asset.startsWith(`${chainId}:`));
}

/** Gives a record its chain transaction. */
export function stamp(world: World, random: Random, chainId: number, record: Transaction): void {
  record.transactionHash = explorerLink(chainId, `0x${random.hex(32)}`);
  record.executedAt = isoTime(world.time);
  record.updatedAt = record.executedAt;
}

function subjectOf(
  world: World,
  data: Record<string, unknown>,
): { operation: Operation | undefined; record: Transaction | undefined } {
  return {
    operation: find(world.operations, data.hash),
    record: findTransaction(world, data.transactionId as string),
  };
}

export function update(world: World, record: Transaction, status: string): void {
  record.status = status;
  record.updatedAt = isoTime(world.time);
}

/** Deployment rides on the first operation on a chain. */
export function deploy(world: World, address: string, chainId: number): void {
  const wallet = find(world.wallets, address);
  if (wallet && !wallet.deployed.includes(chainId)) wallet.deployed.push(chainId);
}

export function explorerLink(
  chainId: number,
  hash: Hex,
): NonNullable<Transaction["transactionHash"]> {
  return {
    hash,
    explorerURL: `https://explorer.example.com/${chainId}/tx/${hash}`,
    explorer: "explorer.example.com",
  };
}
