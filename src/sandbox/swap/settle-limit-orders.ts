import type { Transaction } from "../../contract/wallets/types.js";
import {
  assignTransactionHash,
  findTransaction,
  markDeployed,
  recordExecution,
  settlementDuration,
  updateStatus,
} from "../operations/settle-operations.js";
import { findEntry, type TaskHandlers } from "../shared/operation-handler.js";
import { scheduleTask } from "../world/clock.js";
import { applyBookings, toAssetKey } from "../world/ledger.js";
import { areMarketTermsMet } from "../world/prices.js";
import type { Booking, LimitOrder, Operation, World } from "../world/world.js";

/** Between the parts of an order that fills in parts. */
const partialFillInterval = 4_000;
/** An order whose wallet cannot pay is looked at again after this, and then ever more seldom. */
const firstRetryDelay = 10_000;
const maxRetryDelay = 86_400_000;

/** Takes a signed order: from here on it is in the history, and waits for its price. */
export function openLimitOrder(world: World, operation: Operation): Transaction {
  const record = recordExecution(world, operation);
  const terms = operation.order;
  if (!terms) return record;
  const order: LimitOrder = {
    transactionId: record.id,
    operationHash: operation.hash,
    wallet: operation.wallet,
    owner: operation.owner,
    projectId: operation.projectId,
    chainId: operation.chainId,
    terms,
    bookings: operation.bookings,
    filled: 0,
    checkAt: null,
    cancellation: null,
  };
  world.orders[record.id] = order;
  scheduleSettlement(world, order, settlementDuration, firstRetryDelay);
  if (terms.expiresAt !== null)
    scheduleTask(world, terms.expiresAt - world.time, "order.expire", { transactionId: record.id });
  return record;
}

/** Moves the price of a token, and has every open order look at the market again. `price` is in US dollars. */
export function setMarketPrice(world: World, chainId: number, token: string, price: string): void {
  world.prices[toAssetKey(chainId, token)] = price;
  for (const order of Object.values(world.orders)) {
    // An order that is not on its chain yet, or is between two fills, looks by itself.
    if (order.checkAt === null)
      scheduleSettlement(world, order, settlementDuration, firstRetryDelay);
  }
}

/** Ends an order: what was filled stays filled. */
export function closeLimitOrder(world: World, order: LimitOrder): void {
  delete world.orders[order.transactionId];
  const record = findTransaction(world, order.transactionId);
  // No word for "cancelled" or "expired" is known, and a word of our own would be taken for the service's.
  if (record)
    updateStatus(
      world,
      record,
      order.filled === 100 ? "COMPLETED" : order.filled > 0 ? "PARTIALLY_COMPLETED" : "FAILED",
    );
}

export const limitOrderTasks: TaskHandlers = {
  "order.check": (world, random, { transactionId, at, wait }) => {
    const order = findEntry(world.orders, transactionId);
    if (!order || order.checkAt !== at) return;
    const record = findTransaction(world, order.transactionId);
    if (!record) return;
    order.checkAt = null;
    markDeployed(world, order.wallet, order.chainId);
    const { terms } = order;
    if (!areMarketTermsMet(world, terms)) return;
    const filled = terms.partialFillable && terms.large && order.filled === 0 ? 50 : 100;
    if (!applyBookings(world, getUnfilledBookings(order, filled))) {
      scheduleSettlement(
        world,
        order,
        wait as number,
        Math.min((wait as number) * 2, maxRetryDelay),
      );
      return;
    }
    order.filled = filled;
    assignTransactionHash(world, random, order.chainId, record);
    if (filled === 100) closeLimitOrder(world, order);
    else scheduleSettlement(world, order, partialFillInterval, firstRetryDelay);
  },
  "order.expire": (world, _random, { transactionId }) => {
    const order = findEntry(world.orders, transactionId);
    if (order) closeLimitOrder(world, order);
  },
};

function scheduleSettlement(world: World, order: LimitOrder, after: number, wait: number): void {
  order.checkAt = world.time + after;
  scheduleTask(world, after, "order.check", {
    transactionId: order.transactionId,
    at: order.checkAt,
    wait,
  });
}

/** The part of the bookings that brings the order from what is filled to `percent`. All parts together make the whole, to the last unit. */
function getUnfilledBookings({ bookings, filled }: LimitOrder, percent: number): Booking[] {
  const upTo = (units: bigint, part: number) => (units * BigInt(part)) / 100n;
  return bookings.map((booking) => ({
    ...booking,
    units: upTo(booking.units, percent) - upTo(booking.units, filled),
  }));
}
