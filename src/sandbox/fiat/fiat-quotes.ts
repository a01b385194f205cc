import type { Hex } from "../../contract/shared/primitives.js";
import { find, makeId } from "../shared/operation-handler.js";
import { Refusal } from "../shared/service-error.js";
import { toUnits } from "../world/amounts.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import type { FiatQuote, Move, Project, World } from "../world/world.js";

/** How long fiat quotes and orders live, in milliseconds. */
export const quoteLifetime = 300_000;
export function moveOf(
  quote: Pick<FiatQuote, "kind" | "fiatCurrency" | "fiatAmount">,
): Omit<Move, "at"> {
  const direction = quote.kind === "deposit" ? "ON_RAMP" : "OFF_RAMP";
  return { direction, currency: quote.fiatCurrency, cents: toUnits(quote.fiatAmount, 2) };
}

export function keepQuote(
  world: World,
  terms: Omit<FiatQuote, "id" | "expiresAt" | "ordered">,
): FiatQuote {
  const id = makeId(world, "quote");
  const quote = { ...terms, id, expiresAt: world.time + quoteLifetime, ordered: false };
  world.fiatQuotes[id] = quote;
  return quote;
}

/** The quote, if it can still be ordered. */
export function quoteToOrder(
  world: World,
  project: Project,
  kind: FiatQuote["kind"],
  id: string,
): FiatQuote {
  const quote = find(world.fiatQuotes, id);
  if (quote?.projectId !== project.id || quote.kind !== kind)
    throw new Refusal("FIAT_QUOTE_NOT_FOUND");
  // An id of its own is not known for that: an ordered quote is gone.
  if (quote.ordered)
    throw new Refusal("FIAT_QUOTE_NOT_FOUND", `The fiat quote ${id} has been ordered already`);
  if (quote.expiresAt <= world.time) throw new Refusal("FIAT_QUOTE_EXPIRED");
  return quote;
}

export function tokenOf(quote: FiatQuote): KnownToken {
  return findToken(quote.chainId, quote.token) as KnownToken;
}

export function keepOrder(
  world: World,
  quote: FiatQuote,
  id: string,
  operationHash: Hex | null,
): void {
  quote.ordered = true;
  world.fiatOrders[id] = { id, quoteId: quote.id, operationHash };
}

export function quoteOfOrder(world: World, orderId: unknown): FiatQuote | undefined {
  return find(world.fiatQuotes, find(world.fiatOrders, orderId)?.quoteId);
}
