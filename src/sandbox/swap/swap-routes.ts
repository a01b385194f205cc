import type { RouteProfile, SwapQuote } from "../../contract/swap/types.js";
import { parsePrice } from "../world/amounts.js";
import type { KnownWord } from "../world/known-word.js";
import type { Random } from "../world/random.js";

export interface Route {
  provider: KnownWord<SwapQuote["swapProvider"]>;
  /** In parts per million. */
  spread: bigint;
  /** In units of 10^-12 US dollars. */
  gasUsd: bigint;
  /** In milliseconds, until the output has arrived. */
  duration: number;
  /** The largest possible swap in units of 10^-12 US dollars, or null. */
  maxUsd: bigint | null;
}

const providers = ["ROUTER_A", "ROUTER_B", "ROUTER_C"] as const;

/** Constant, so that tests can predict when an order fills. */
export const orderSpread = 1_000n;

/** Creates the three providers' routes with random terms. */
export function drawRoutes(random: Random, chainIn: number, crossChain: boolean): Route[] {
  return providers.map((provider, i) => ({
    provider,
    spread: BigInt(500 + random.below(2_500)),
    gasUsd: (getGasUsd(chainIn) * BigInt(100 + random.below(30))) / 100n,
    duration: crossChain ? 8_000 + random.below(60_000) : 3_000 + random.below(3_000),
    // The first provider has little liquidity, so that large swaps need another one.
    maxUsd: i === 0 ? parsePrice("1000000") : null,
  }));
}

export function createOrderRoute(chainIn: number): Route {
  return {
    provider: "ORDER_BOOK",
    spread: orderSpread,
    gasUsd: getGasUsd(chainIn),
    duration: 3_000,
    maxUsd: null,
  };
}

function getGasUsd(chain: number): bigint {
  return parsePrice(chain === 1 ? "3" : "0.02");
}

/** The values by which routes are ranked. */
export interface RouteOffer {
  executable: boolean;
  duration: number;
  /** The guaranteed output less gas, in units of 10^-12 US dollars. */
  net: bigint;
}

/** Sorts by profile, best first. Routes that cannot be executed come last. */
export function rankOffers<T extends RouteOffer>(profile: RouteProfile, offers: readonly T[]): T[] {
  return [...offers].sort(
    (a, b) => Number(b.executable) - Number(a.executable) || compareOffers(profile, a, b),
  );
}

function compareOffers(profile: RouteProfile, a: RouteOffer, b: RouteOffer): number {
  if (profile === "FASTEST_BRIDGE" && a.duration !== b.duration) return a.duration - b.duration;
  return a.net === b.net ? 0 : a.net > b.net ? -1 : 1;
}
