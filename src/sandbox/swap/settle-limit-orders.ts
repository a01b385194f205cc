import type { Transaction } from "../../contract/wallets/types.js";
import {
  deploy,
  findTransaction,
  onChain,
  recordOf,
  stamp,
  update,
} from "../operations/settle-operations.js";
import { find, type StepHandlers } from "../shared/operation-handler.js";
import { later } from "../world/clock.js";
import { assetOf, book } from "../world/ledger.js";
import { priceHolds } from "../world/prices.js";
import type { Booking, LimitOrder, Operation, World } from "../world/world.js";

/** Between the parts of an order that fills in parts. */
const betweenFills = 4_000;
/** An order whose wallet cannot pay is looked at again after this, and then ever more seldom. */
const firstWait = 10_000;
const longestWait = 86_400_000;

/** Takes a signed order: from here on it is in the history, and waits for its price. */
export function openOrder(world: World, operation: Operation): Transaction {
  const record = recordOf(world, operation);
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
  lookAt(world, order, onChain, firstWait);
  if (terms.expiresAt !== null)
    later(world, terms.expiresAt - world.time, "order.expire", { transactionId: record.id });
  return record;
}

/** Moves the price of a token, and has every open order look at the market again. `price` is in US dollars. */
export function movePrice(world: World, chainId: number, token: string, price: string): void {
  world.prices[assetOf(chainId, token)] = price;
  for (const order of Object.values(world.orders)) {
    // An order that is not on its chain yet, or is between two fills, looks by itself.
    if (order.checkAt === null) lookAt(world, order, onChain, firstWait);
  }
}

/** Ends an order: what was filled stays filled. */
export function closeOrder(world: World, order: LimitOrder): void {
  delete world.orders[order.transactionId];
  const record = findTransaction(world, order.transactionId);
  // No word for "cancelled" or "expired" is known, and a word of our own would be taken for the service's.
  if (record)
    update(
      world,
      record,
      order.filled === 100 ? "COMPLETED" : order.filled > 0 ? "PARTIALLY_COMPLETED" : "FAILED",
    );
}

export const orderSteps: StepHandlers = {
  "order.check": (world, random, { transactionId, at, wait }) => {
    const order = find(world.orders, transactionId);
    if (!order || order.checkAt !== at) return;
    const record = findTransaction(world, order.transactionId);
    if (!record) return;
    order.checkAt = null;
    deploy(world, order.wallet, order.chainId);
    const { terms } = order;
    if (!priceHolds(world, terms)) return;
    const filled = terms.partialFillable && terms.large && order.filled === 0 ? 50 : 100;
    if (!book(world, shareOf(order, filled))) {
      lookAt(world, order, wait as number, Math.min((wait as number) * 2, longestWait));
      return;
    }
    order.filled = filled;
    stamp(world, random, order.chainId, record);
    if (filled === 100) closeOrder(world, order);
    else lookAt(world, order, betweenFills, firstWait);
  },
  "order.expire": (world, _random, { transactionId }) => {
    const order = find(world.orders, transactionId);
    if (order) closeOrder(world, order);
  },
};

function lookAt(world: World, order: LimitOrder, after: number, wait: number): void {
  order.checkAt = world.time + after;
  later(world, after, "order.check", {
    transactionId: order.transactionId,
    at: order.checkAt,
    wait,
  });
}

/** The part of the bookings that brings the order from what is filled to `percent`. All parts together make the whole, to the last unit. */
function shareOf({ bookings, filled }: LimitOrder, percent: number): Booking[] {
  const upTo = (units: bigint, part: number) => (units * BigInt(part)) / 100n;
  return bookings.map((booking) => ({
    ...booking,
    units: upTo(booking.units, percent) - upTo(booking.units, filled),
  }));
}
