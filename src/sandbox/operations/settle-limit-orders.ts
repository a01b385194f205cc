import type { FinalTransactionStatus } from "../../contract/wallets/history-records.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { findToken, getCatalogue } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { applyBookings, findShortfall, toAssetKey } from "../world/ledger.js";
import { areMarketTermsMet, describeAmount, getPrice } from "../world/prices.js";
import { createRandom, type Random } from "../world/random.js";
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
  order.checkAt = null;
  const { terms, operation } = order;
  markDeployed(world, operation.wallet, operation.chainId);
  if (!areMarketTermsMet(world, terms)) return;
  const percent = terms.partialFillable && terms.large && order.filled === 0 ? 50 : 100;
  if (!fillUpTo(world, random, order, percent))
    scheduleSettlement(world, order, retryDelay, Math.min(retryDelay * 2, maxRetryDelay));
  else if (percent < 100) scheduleSettlement(world, order, partialFillInterval, firstRetryDelay);
}

/** Fills an open order up to a part of it, at its own price. The rest waits for the market. */
export function fillLimitOrder(world: World, fill: { transactionId: string; percent: number }) {
  const { transactionId, percent } = fill;
  const order = findEntry(world.orders, transactionId);
  const { filled = 100, terms } = order ?? {};
  const isPossible = percent > filled && (percent === 100 || terms?.partialFillable);
  if (order && isPossible && fillUpTo(world, createRandom(world), order, percent)) return;
  throw new ConfigurationError(
    `fillOrder: the sandbox cannot fill ${percent}% of the order ${quoteValue(transactionId)}`,
    { hint: "It must be open, filled less, allow partial fills, and its wallet must have funds." },
  );
}

/** Books what is not filled yet, up to `percent`, or nothing if the wallet cannot pay it. */
function fillUpTo(world: World, random: Random, order: LimitOrder, percent: number): boolean {
  const { chainId } = order.operation;
  const record = findTransaction(world, order.transactionId);
  const bookings = getUnfilledBookings(order, percent);
  if (!record || findShortfall(world, bookings)) return false;
  order.filled = percent;
  // The filler sends the transaction: no user operation of the wallet is in it.
  const hash = assignTransactionHash(world, random, chainId, record);
  applyBookings(world, bookings, { chainId, hash });
  record.receivedAmount = describeOutput(world, order);
  if (percent === 100) closeLimitOrder(world, order);
  return true;
}

/** What the filled part of an order has paid out. */
export function describeOutput(world: World, { operation, filled }: LimitOrder) {
  const output = operation.bookings.find(({ from }) => from === externalAccounts.market);
  const token = output && getCatalogue().get(output.asset);
  const units = ((output?.units ?? 0n) * BigInt(filled)) / 100n;
  return token && describeAmount(units, token, getPrice(world, token));
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
