import type { Hex } from "../contract/primitives.js";
import type { Transaction } from "../contract/types/wallets.js";
import { chainRecord } from "./catalogue.js";
import { later } from "./clock.js";
import { book } from "./ledger.js";
import { find, isoTime, makeId, type StepHandlers } from "./service.js";
import type { Operation, World } from "./world.js";

/** How long an operation takes, in milliseconds of the sandbox's clock. */
const onChain = 2_000;
const onBridge = 4_000;

/** Takes an operation that was signed: from here on it is in the history, and settles as the clock goes on. */
export function submit(world: World, operation: Operation): Transaction {
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
  later(world, onChain, operation.crossChain ? "operation.bridge" : "operation.settle", { hash: operation.hash, transactionId: record.id });
  return record;
}

export function addToHistory(world: World, wallet: string, record: Transaction): void {
  (world.history[wallet.toLowerCase()] ??= []).push(record);
  const known = find(world.wallets, wallet.toLowerCase());
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
  Record<string, (world: World, operation: Operation, record: Transaction, data: Record<string, unknown>) => void>
>;

/** The steps that every submitted operation goes through. */
export function executionSteps(completions: Completions): StepHandlers {
  return {
    "operation.bridge": (world, _random, data) => {
      const { record } = subjectOf(world, data);
      if (record) update(world, record, "ON_BRIDGE");
      later(world, onBridge, "operation.settle", data);
    },
    "operation.settle": (world, random, data) => {
      const { operation, record } = subjectOf(world, data);
      if (!operation || !record) return;
      record.transactionHash = explorerLink(operation.chainId, `0x${random.hex(32)}`);
      record.executedAt = isoTime(world.time);
      if (!book(world, operation.bookings)) return update(world, record, "FAILED");
      deploy(world, operation);
      update(world, record, "COMPLETED");
      const { completion } = operation;
      if (completion) completions[completion.name]?.(world, operation, record, completion.data);
    },
  };
}

function subjectOf(world: World, data: Record<string, unknown>): { operation: Operation | undefined; record: Transaction | undefined } {
  return { operation: find(world.operations, data["hash"]), record: findTransaction(world, data["transactionId"] as string) };
}

function update(world: World, record: Transaction, status: string): void {
  record.status = status;
  record.updatedAt = isoTime(world.time);
}

/** Deployment rides on the first operation on a chain. */
function deploy(world: World, operation: Operation): void {
  const wallet = find(world.wallets, operation.wallet);
  if (wallet && !wallet.deployed.includes(operation.chainId)) wallet.deployed.push(operation.chainId);
}

export function explorerLink(chainId: number, hash: Hex): NonNullable<Transaction["transactionHash"]> {
  return { hash, explorerURL: `https://explorer.example.com/${chainId}/tx/${hash}`, explorer: "explorer.example.com" };
}
