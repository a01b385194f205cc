import type { RouteProfile } from "../../contract/swap/types.js";
import { parsePrice } from "../world/amounts.js";
import type { Random } from "../world/random.js";

/** One way through the market. */
export interface Route {
  provider: string;
  /** In parts of a million. */
  spread: bigint;
  /** US dollars, in millionths of a millionth. */
  gasUsd: bigint;
  /** In milliseconds, until everything has arrived. */
  duration: number;
  /** The largest swap that it takes, in US dollars as above; null when there is none. */
  maxUsd: bigint | null;
}

const providers = ["ROUTER_A", "ROUTER_B", "ROUTER_C"] as const;

/** The spread of limit orders: the same every time, so that one can tell when an order will fill. */
export const orderSpread = 1_000n;

/** What the three providers offer at the moment. */
export function drawRoutes(random: Random, chainIn: number, crossChain: boolean): Route[] {
  return providers.map((provider, i) => ({
    provider,
    spread: BigInt(500 + random.below(2_500)),
    gasUsd: (getGasUsd(chainIn) * BigInt(100 + random.below(30))) / 100n,
    duration: crossChain ? 8_000 + random.below(60_000) : 3_000 + random.below(3_000),
    // The first one that is asked has little depth, so that a large swap shows how the search goes on.
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

/** What an offer is compared by. */
export interface RouteOffer {
  executable: boolean;
  duration: number;
  /** What is guaranteed, less the cost of gas, in US dollars as above. */
  net: bigint;
}

/** Best first for that profile; what cannot be executed comes last. */
export function rankOffers<T extends RouteOffer>(profile: RouteProfile, offers: readonly T[]): T[] {
  return [...offers].sort(
    (a, b) => Number(b.executable) - Number(a.executable) || compareOffers(profile, a, b),
  );
}

function compareOffers(profile: RouteProfile, a: RouteOffer, b: RouteOffer): number {
  if (profile === "FASTEST_BRIDGE" && a.duration !== b.duration) return a.duration - b.duration;
  return a.net === b.net ? 0 : a.net > b.net ? -1 : 1;
}
