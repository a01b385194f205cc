import { toUnits } from "../../shared/decimal.js";
import { assertWithinLimits, getIndividual } from "../kyc/identity-limits.js";
import { expiredRetention } from "../operations/prepare-operation.js";
import { assertAvailable, ServiceError } from "../shared/service-error.js";
import type { FiatQuote, FiatTransfer, Identity } from "../world/people.js";
import { scheduleDeadline, type TaskHandlers } from "../world/schedule.js";
import { createId, findEntry } from "../world/state.js";
import type { Project, World } from "../world/world.js";
import { assertFiatEnabled } from "./fiat-conversion.js";

/** The lifetime of fiat quotes and orders, in milliseconds. */
export const fiatQuoteLifetime = 300_000;

export function toFiatTransfer(
  quote: Pick<FiatQuote, "kind" | "fiatCurrency" | "fiatAmount">,
): Omit<FiatTransfer, "at"> {
  const direction = quote.kind === "deposit" ? "ON_RAMP" : "OFF_RAMP";
  return { direction, currency: quote.fiatCurrency, cents: toUnits(quote.fiatAmount, 2) };
}

export function saveQuote(
  world: World,
  terms: Omit<FiatQuote, "id" | "expiresAt" | "ordered">,
): FiatQuote {
  const id = createId(world, "quote");
  const quote = { ...terms, id, expiresAt: world.time + fiatQuoteLifetime, ordered: false };
  world.fiatQuotes[id] = quote;
  scheduleDeadline(world, fiatQuoteLifetime + expiredRetention, "fiat.forget", { id });
  return quote;
}

export const fiatQuoteTasks: TaskHandlers = {
  "fiat.forget": (world, _random, { id }) => {
    if (findEntry(world.fiatQuotes, id)?.ordered === false) delete world.fiatQuotes[id];
  },
};

export interface OrderContext {
  world: World;
  project: Project;
  /** The error if the order fails. */
  failure: "FAILED_TO_CREATE_FIAT_WITHDRAW" | "FAILED_TO_CREATE_FIAT_DEPOSIT";
}

export function getOrderableQuote(
  { world, project, failure }: OrderContext,
  kind: FiatQuote["kind"],
  id: string,
): { quote: FiatQuote; identity: Identity } {
  assertFiatEnabled(project);
  const quote = findEntry(world.fiatQuotes, id);
  if (quote?.projectId !== project.id || quote.kind !== kind)
    throw new ServiceError("FIAT_QUOTE_NOT_FOUND");
  // No specific error id is documented for a quote that was ordered already.
  if (quote.ordered)
    throw new ServiceError("FIAT_QUOTE_NOT_FOUND", `The fiat quote ${id} has been ordered already`);
  if (quote.expiresAt <= world.time) throw new ServiceError("FIAT_QUOTE_EXPIRED");
  const identity = getIndividual(world, project, quote.individualId);
  assertWithinLimits(world, identity, toFiatTransfer(quote), "quoteId");
  assertAvailable(world, "fiat-orders", failure);
  if (quote.reserved === "noDepositOrder" || quote.reserved === "noWithdrawalOrder")
    throw new ServiceError(failure);
  if (quote.reserved === "expiredDepositQuote" || quote.reserved === "expiredWithdrawalQuote")
    throw new ServiceError("FIAT_QUOTE_EXPIRED");
  return { quote, identity };
}

export function saveOrder(world: World, quote: FiatQuote, id: string): void {
  quote.ordered = true;
  world.fiatOrders[id] = quote.id;
}
