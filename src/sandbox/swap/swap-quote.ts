import type { SwapQuote } from "../../contract/swap/records.js";
import { fromUnits } from "../../shared/decimal.js";
import {
  operationLifetime,
  prepareOperation,
  prepareUnless,
} from "../operations/prepare-operation.js";
import { wrapForAccount } from "../operations/user-operation.js";
import {
  describeCharges,
  describeCollectedFee,
  describeGas,
  sumDeducted,
} from "../shared/charges.js";
import { formatUsdValue, parsePrice } from "../world/amounts.js";
import { describeChain } from "../world/catalogue.js";
import { toAccountKey } from "../world/ledger.js";
import { getPrice, getUsdValue } from "../world/prices.js";
import { isReserved } from "../world/reserved-inputs.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { Charge, Fate, MarketTerms, OrderTerms } from "../world/world.js";
import type { EvaluatedRoute, RouteAmounts, SwapContext } from "./swap-routes.js";

/** Larger orders that are partially fillable fill in two parts. In US dollars. */
const largeOrderUsd = parsePrice("10000");

export function toQuote(swap: SwapContext, evaluated: EvaluatedRoute): SwapQuote {
  const { world, account, request, tokenIn, tokenOut } = swap;
  const { amountIn, amountOut, minAmountOut, charges, route } = evaluated;
  const { typedData, ...outcome } = prepareSwap(swap, evaluated);
  const priceIn = getPrice(world, tokenIn);
  return {
    ...outcome,
    typedData,
    quoteId: outcome.userOperationHash,
    metadata: request.metadata ?? null,
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    // The service does not normalize it: "15.00" stays "15.00".
    amountIn: request.amountIn,
    amountOut: fromUnits(amountOut, tokenOut.decimals),
    minAmountOut: fromUnits(minAmountOut, tokenOut.decimals),
    chainIn: tokenIn.chainId,
    chainOut: tokenOut.chainId,
    estimatedExecutionTime: toIsoTime(world.time + route.duration),
    ...describeCosts(swap, charges),
    amountInUSD: formatUsdValue(deductGas(swap, evaluated), tokenIn.decimals, priceIn),
    amountOutUSD: formatUsdValue(amountOut, tokenOut.decimals, getPrice(world, tokenOut)),
    tokenInPrice: priceIn,
    swapProvider: route.provider,
    rwaApproveUserOperation: outcome.userOperationHash ? prepareRwaApproval(swap, amountIn) : null,
    walletAddress: account,
    toAddress: toAccountKey(request.toAddress),
  };
}

/** The input that the service states the value of: less deducted gas, but not less its fees. */
function deductGas({ request, tokenIn }: SwapContext, { amountIn, charges }: RouteAmounts): bigint {
  const gas = charges.filter(({ type }) => type === "GAS");
  const rest = amountIn - sumDeducted(gas, tokenIn.asset, request.gasFeePaymentMethod);
  return rest > 0n ? rest : 0n;
}

function describeCosts({ world, tokenIn }: SwapContext, charges: readonly Charge[]) {
  const gas = charges.find(({ type }) => type === "GAS");
  return {
    estimatedGasFees: gas ? describeGas(world, gas) : null,
    estimatedCollectedFee: describeCollectedFee(tokenIn, charges),
    fees: describeCharges(gas ? [gas, ...charges.filter((charge) => charge !== gas)] : charges),
  };
}

function prepareSwap(swap: SwapContext, evaluated: EvaluatedRoute) {
  const { world, project, wallet, request, tokenIn, tokenOut } = swap;
  const { amountIn, netIn, minAmountOut, bookings, route, problem } = evaluated;
  const [chainIn, chainOut] = [tokenIn.chainId, tokenOut.chainId];
  const crossChain = chainIn !== chainOut;
  const market: MarketTerms = {
    tokenIn,
    tokenOut,
    netIn,
    minOut: minAmountOut,
    spread: route.spread,
  };
  const order =
    request.minAmountOut == null
      ? null
      : createOrderTerms(swap, market, getUsdValue(world, tokenIn, amountIn));
  const lifetime = Math.min(
    operationLifetime,
    (order?.expiresAt ?? Number.POSITIVE_INFINITY) - world.time,
  );
  const outcome = prepareUnless(problem, {
    world,
    project,
    wallet,
    chainId: chainIn,
    bookings,
    crossChain,
    lifetime,
    order,
    record: {
      type: crossChain ? "CROSS_SWAP" : "SWAP",
      // The chain filters of the history read these fields.
      ...(crossChain && { chainIn: describeChain(chainIn), chainOut: describeChain(chainOut) }),
    },
    metadata: request.metadata ?? null,
    market: [market],
    fate: findFate(request.amountIn),
  });
  const operation = findEntry(world.operations, outcome.userOperationHash);
  if (!order || !operation) return { ...outcome, typedData: null };
  const typedData = wrapForAccount(chainIn, operation.wallet, `order:${operation.hash}`);
  return { ...outcome, typedData };
}

function findFate(amountIn: string): Fate | null {
  if (isReserved("rejectedExecution", amountIn)) return "rejected";
  if (isReserved("failedSwap", amountIn)) return "failed";
  return isReserved("unfinishedSwap", amountIn) ? "unfinished" : null;
}

function createOrderTerms(swap: SwapContext, market: MarketTerms, worth: bigint): OrderTerms {
  const { expiration, partialFillable } = swap.request;
  return {
    ...market,
    expiresAt: expiration == null ? null : swap.world.time + expiration * 1_000,
    partialFillable: partialFillable ?? true,
    large: worth > largeOrderUsd,
  };
}

/**
 * Real-world assets need an additional approval. Its place in the flow is undocumented, so swaps do
 * not require its execution.
 */
function prepareRwaApproval(
  { world, project, wallet, tokenIn, tokenOut }: SwapContext,
  amountIn: bigint,
): SwapQuote["rwaApproveUserOperation"] {
  if (!wallet || (tokenIn.rwaProvider ?? tokenOut.rwaProvider) === undefined) return null;
  const { hash, authorization } = prepareOperation({
    world,
    project,
    wallet,
    chainId: tokenIn.chainId,
    record: { type: "APPROVE" },
    bookings: [],
    details: [tokenIn.asset, amountIn],
  });
  return { userOperationHash: hash, authorization };
}
