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

/** The delay between two partial fills. */
const partialFillInterval = 4_000;
/** Delays after a failed payment. Each retry doubles the delay. */
const firstRetryDelay = 10_000;
const maxRetryDelay = 86_400_000;

/** Adds a signed order to the history and schedules its first settlement. */
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

/** Changes the price of a token in US dollars and settles all waiting orders again. */
export function setMarketPrice(world: World, chainId: number, token: string, price: string): void {
  world.prices[toAssetKey(chainId, token)] = price;
  for (const order of Object.values(world.orders)) {
    // Other orders have a scheduled settlement already.
    if (order.checkAt === null)
      scheduleSettlement(world, order, settlementDuration, firstRetryDelay);
  }
}

/** Closes an order. Filled parts stay filled. */
export function closeLimitOrder(world: World, order: LimitOrder): void {
  delete world.orders[order.transactionId];
  const record = findTransaction(world, order.transactionId);
  // The service's status for cancelled and expired orders is unknown, so use known values.
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

/** The bookings from the filled part up to `percent`. All parts add up to the exact total. */
function getUnfilledBookings({ bookings, filled }: LimitOrder, percent: number): Booking[] {
  const upTo = (units: bigint, part: number) => (units * BigInt(part)) / 100n;
  return bookings.map((booking) => ({
    ...booking,
    units: upTo(booking.units, percent) - upTo(booking.units, filled),
  }));
}
