import type { Given } from "../../contract/records/schema.js";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { RouteProfile, SwapQuoteRequest } from "../../contract/swap/records.js";
import { toUnits } from "../../shared/decimal.js";
import { problems } from "../operations/prepare-operation.js";
import { createCharge, createFeeCharges, createGasCharge, sumDeducted } from "../shared/charges.js";
import { maxUint256, parsePrice } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { findShortfall, omitEmpty, toAccountKey } from "../world/ledger.js";
import { getUsdValue, quoteMarket } from "../world/prices.js";
import type { Random } from "../world/random.js";
import { isReserved } from "../world/reserved-inputs.js";
import type { SandboxWords } from "../world/words.js";
import type { Booking, Charge, Project, Wallet, World } from "../world/world.js";
import { applySlippage } from "./slippage.js";

export interface Route {
  provider: SandboxWords["swapProvider"];
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

/** Sorts by profile, best first. Routes that cannot be executed come last. */
export function rankRoutes(profile: RouteProfile, routes: readonly EvaluatedRoute[]) {
  const isFailing = ({ problem }: EvaluatedRoute) => Number(problem !== undefined);
  return [...routes].sort((a, b) => isFailing(a) - isFailing(b) || compareRoutes(profile, a, b));
}

function compareRoutes(profile: RouteProfile, a: EvaluatedRoute, b: EvaluatedRoute): number {
  const later = a.route.duration - b.route.duration;
  if (profile === "FASTEST_BRIDGE" && later !== 0) return later;
  return a.net === b.net ? 0 : a.net > b.net ? -1 : 1;
}

export interface SwapContext {
  world: World;
  project: Project;
  account: string;
  /** Undefined for a Bitcoin wallet, which cannot sign. */
  wallet: Wallet | undefined;
  request: Given<SwapQuoteRequest>;
  tokenIn: KnownToken;
  tokenOut: KnownToken;
  /** Undefined if the token does not exist on the source chain. */
  gasToken: KnownToken | undefined;
}

export interface RouteAmounts {
  route: Route;
  amountIn: bigint;
  charges: Charge[];
  /** The amount left to swap. Zero or negative if the charges exceed the amount. */
  netIn: bigint;
  amountOut: bigint;
  bookings: (Booking | Charge)[];
}

export interface EvaluatedRoute extends RouteAmounts {
  minAmountOut: bigint;
  /** The guaranteed output less gas, in units of 10^-12 US dollars. */
  net: bigint;
  problem: string | undefined;
}

/** The service's own fee on every swap, in percent. */
const serviceFeePercent = 0.2;

export function evaluateRoute(swap: SwapContext, route: Route): EvaluatedRoute {
  const { world, account, request, tokenIn, tokenOut } = swap;
  const amountIn = toUnits(request.amountIn, tokenIn.decimals);
  const charges = createCharges(swap, amountIn, route.gasUsd);
  const netIn = amountIn - sumDeducted(charges, tokenIn.asset, request.gasFeePaymentMethod);
  const market = quoteMarket(world, { tokenIn, tokenOut, netIn, spread: route.spread });
  const minAmountOut =
    request.minAmountOut == null
      ? applySlippage(market, request.slippage)
      : parseUnitsRoundedUp(request.minAmountOut, tokenOut.decimals);
  // An order yields exactly its minimum. The filler keeps the rest.
  const amountOut = request.minAmountOut == null ? market : minAmountOut;
  const bookings = [
    { from: account, to: externalAccounts.market, asset: tokenIn.asset, units: netIn },
    ...omitEmpty(charges),
    {
      from: externalAccounts.market,
      to: toAccountKey(request.toAddress),
      asset: tokenOut.asset,
      units: amountOut,
    },
  ];
  const amounts = { route, amountIn, charges, netIn, amountOut, bookings };
  const problem = findProblem(swap, amounts);
  return {
    ...amounts,
    minAmountOut,
    problem,
    net: getUsdValue(world, tokenOut, minAmountOut) - route.gasUsd,
  };
}

function createCharges(
  { world, project, account, request, tokenIn, gasToken }: SwapContext,
  amountIn: bigint,
  gasUsd: bigint,
): Charge[] {
  const toService = [account, externalAccounts.service] as const;
  return [
    ...createFeeCharges(project, account, tokenIn, amountIn, request),
    createCharge("SERVICE", toService, tokenIn, amountIn, serviceFeePercent),
    ...(gasToken ? [createGasCharge(world, account, gasToken, gasUsd)] : []),
  ];
}

/** Round a minimum amount up, never down. */
function parseUnitsRoundedUp(amount: string, decimals: number): bigint {
  const units = toUnits(amount, decimals);
  return units + (/[1-9]/.test((amount.split(".")[1] ?? "").slice(decimals)) ? 1n : 0n);
}

function findProblem(
  { world, account, request, tokenIn, gasToken }: SwapContext,
  { route, amountIn, netIn, amountOut, bookings }: RouteAmounts,
): string | undefined {
  if (isReserved("revertedQuote", request.amountIn)) return "The amount is reserved for this error";
  const onBitcoin = tokenIn.chainId === 0;
  if (amountIn === 0n) return "The amount is smaller than the token's smallest unit";
  // Bitcoin swaps pay no gas.
  if (!onBitcoin && (!gasToken || gasToken.address === nativeToken))
    return problems.nativeGas(request.payGasFeeToken.toLowerCase());
  if (netIn <= 0n) return problems.notCovered;
  if (amountOut === 0n) return "The output is smaller than the token's smallest unit";
  if (amountIn > maxUint256 || amountOut > maxUint256) return problems.tooLarge;
  if (route.maxUsd !== null && getUsdValue(world, tokenIn, amountIn) > route.maxUsd)
    return `Insufficient liquidity at ${route.provider}`;
  const payments = bookings
    .filter(({ from }) => from === account)
    .map((booking) => ({ ...booking, to: externalAccounts.market }));
  const missing = findShortfall(world, payments);
  if (missing) {
    const message = problems.insufficientBalance(missing.asset);
    return onBitcoin ? message.replace("ERC-20 i", "I") : message;
  }
  return onBitcoin ? "Bitcoin as source: nothing is known to be signed for it" : undefined;
}
