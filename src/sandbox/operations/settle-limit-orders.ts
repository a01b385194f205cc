import type { FinalTransactionStatus } from "../../contract/wallets/history-records.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { findToken } from "../world/catalogue.js";
import { applyBookings, findShortfall, toAssetKey } from "../world/ledger.js";
import { areMarketTermsMet } from "../world/prices.js";
import type { Random } from "../world/random.js";
import { scheduleDeadline, scheduleTask, type TaskHandlers } from "../world/schedule.js";
import { findEntry } from "../world/state.js";
import type { Booking, LimitOrder, Operation, World } from "../world/world.js";
import {
  assignTransactionHash,
  findTransaction,
  markDeployed,
  recordExecution,
  settlementDuration,
  updateStatus,
} from "./settle-operations.js";

const partialFillInterval = 4_000;
/** Delays after a failed payment. Each retry doubles the delay. */
const firstRetryDelay = 10_000;
const maxRetryDelay = 86_400_000;

export function openLimitOrder(world: World, operation: Operation): void {
  const record = recordExecution(world, operation);
  const terms = operation.order;
  if (!terms) return;
  const order: LimitOrder = {
    transactionId: record.id,
    operation,
    terms,
    filled: 0,
    checkAt: null,
    cancellation: null,
  };
  world.orders[record.id] = order;
  scheduleSettlement(world, order, settlementDuration, firstRetryDelay);
  if (terms.expiresAt !== null) {
    const delay = terms.expiresAt - world.time;
    scheduleDeadline(world, delay, "order.expire", { transactionId: record.id });
  }
}

/** Changes the price of a token in US dollars and settles all waiting orders again. */
export function setMarketPrice(world: World, chainId: number, token: string, price: string): void {
  if (!findToken(chainId, token))
    throw new ConfigurationError(
      `setPrice: the sandbox has no token ${quoteValue(token)} on chain ${quoteValue(chainId)}`,
    );
  world.prices[toAssetKey(chainId, token)] = price;
  for (const order of Object.values(world.orders)) {
    // Other orders have a scheduled settlement already.
    if (order.checkAt === null)
      scheduleSettlement(world, order, settlementDuration, firstRetryDelay);
  }
}

function scheduleSettlement(world: World, order: LimitOrder, delay: number, wait: number): void {
  const at = world.time + delay;
  order.checkAt = at;
  scheduleTask(world, delay, "order.check", { transactionId: order.transactionId, at, wait });
}

export const limitOrderTasks: TaskHandlers = {
  "order.check": (world, random, { transactionId, at, wait }) => {
    const order = findEntry(world.orders, transactionId);
    // A later settlement may have replaced this one.
    if (order && order.checkAt === at) settleLimitOrder(world, random, order, wait);
  },
  "order.expire": (world, _random, { transactionId }) => {
    const order = findEntry(world.orders, transactionId);
    if (order) closeLimitOrder(world, order);
  },
};

function settleLimitOrder(world: World, random: Random, order: LimitOrder, retryDelay: number) {
  const record = findTransaction(world, order.transactionId);
  if (!record) return;
  order.checkAt = null;
  const { terms, operation } = order;
  markDeployed(world, operation.wallet, operation.chainId);
  if (!areMarketTermsMet(world, terms)) return;
  const filled = terms.partialFillable && terms.large && order.filled === 0 ? 50 : 100;
  const bookings = getUnfilledBookings(order, filled);
  if (findShortfall(world, bookings)) {
    scheduleSettlement(world, order, retryDelay, Math.min(retryDelay * 2, maxRetryDelay));
    return;
  }
  order.filled = filled;
  const { chainId } = operation;
  // The filler sends the transaction: no user operation of the wallet is in it.
  applyBookings(world, bookings, {
    chainId,
    hash: assignTransactionHash(world, random, chainId, record),
  });
  if (filled === 100) closeLimitOrder(world, order);
  else scheduleSettlement(world, order, partialFillInterval, firstRetryDelay);
}

export function closeLimitOrder(world: World, order: LimitOrder): void {
  delete world.orders[order.transactionId];
  const record = findTransaction(world, order.transactionId);
  if (record) updateStatus(world, record, getFinalStatus(order));
}

/** The service's status for cancelled and expired orders is unknown, so use known values. */
function getFinalStatus({ filled }: LimitOrder): FinalTransactionStatus {
  if (filled === 100) return "COMPLETED";
  return filled > 0 ? "PARTIALLY_COMPLETED" : "FAILED";
}

/** The bookings from the filled part up to `percent`. All parts add up to the exact total. */
function getUnfilledBookings({ operation, filled }: LimitOrder, percent: number): Booking[] {
  const getPart = (units: bigint, part: number) => (units * BigInt(part)) / 100n;
  return operation.bookings.map((booking) => ({
    ...booking,
    units: getPart(booking.units, percent) - getPart(booking.units, filled),
  }));
}
