/**
 * A part of the service that can fail. Operations that depend on it return their documented error.
 */
export type Outage = (typeof outages)[number];

export const outages = [
  "tracking",
  "metadata",
  "chain",
  "routes",
  "fiat-quotes",
  "fiat-orders",
  "queue",
  "balances",
] as const;
