import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Given } from "../../contract/shared/schema.js";
import type { TypedData } from "../../contract/shared/types.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import { operationLifetime, prepareOperation } from "../operations/prepare-operation.js";
import { createRevertReason, problems } from "../operations/revert-reason.js";
import { wrapForAccount } from "../operations/user-operation.js";
import {
  createCharge,
  createFeeCharges,
  createGasCharge,
  describeCharges,
  describeCollectedFee,
  describeGas,
  sumDeducted,
} from "../shared/charges.js";
import { formatUsdValue, fromUnits, maxUint256, parsePrice, toUnits } from "../world/amounts.js";
import { describeChain, type KnownToken } from "../world/catalogue.js";
import {
  externalAccounts,
  findShortfall,
  omitEmpty,
  toAccountKey,
  toAssetKey,
} from "../world/ledger.js";
import { getPrice, getUsdValue, quoteMarket } from "../world/prices.js";
import { isReserved } from "../world/reserved-inputs.js";
import { toIsoTime } from "../world/state.js";
import type {
  Booking,
  Charge,
  Fate,
  MarketTerms,
  Operation,
  OrderTerms,
  Project,
  Wallet,
  World,
} from "../world/world.js";
import { applySlippage } from "./slippage.js";
import type { Route, RouteOffer } from "./swap-routes.js";

/** A quote request with its tokens and wallet looked up. */
export interface SwapContext {
  world: World;
  project: Project;
  /** The ledger account of the wallet. */
  account: string;
  /** Undefined for a Bitcoin wallet, which cannot sign. */
  wallet: Wallet | undefined;
  request: Given<SwapQuoteRequest>;
  tokenIn: KnownToken;
  tokenOut: KnownToken;
  /** Undefined if the token does not exist on the source chain. */
  gasToken: KnownToken | undefined;
}

type SignableSwapContext = SwapContext & { readonly wallet: Wallet };

interface RouteAmounts {
  route: Route;
  amountIn: bigint;
  charges: Charge[];
  /** The amount left to swap. Zero or negative if the charges exceed the amount. */
  netIn: bigint;
  amountOut: bigint;
  bookings: (Booking | Charge)[];
}

/** The result of one route, before any operation is prepared. */
export interface EvaluatedRoute extends RouteOffer, RouteAmounts {
  minAmountOut: bigint;
  problem: string | undefined;
}

/** The service's own fee on every swap, in percent. */
const serviceFeePercent = 0.2;
/** Larger orders that are partially fillable fill in two parts. In US dollars. */
const largeOrderUsd = parsePrice("10000");

export function evaluateRoute(swap: SwapContext, route: Route): EvaluatedRoute {
  const { world, account, request, tokenIn, tokenOut } = swap;
  const amountIn = toUnits(request.amountIn, tokenIn.decimals);
  const assetIn = toAssetKey(tokenIn.chainId, tokenIn.address);
  const charges = createCharges(swap, amountIn, route.gasUsd);
  const netIn = amountIn - sumDeducted(charges, assetIn, request.gasFeePaymentMethod);
  const market = quoteMarket(world, tokenIn, tokenOut, netIn, route.spread);
  const minAmountOut =
    request.minAmountOut == null
      ? applySlippage(market, request.slippage)
      : parseUnitsRoundedUp(request.minAmountOut, tokenOut.decimals);
  // An order yields exactly its minimum. The filler keeps the rest.
  const amountOut = request.minAmountOut == null ? market : minAmountOut;
  const bookings = [
    { from: account, to: externalAccounts.market, asset: assetIn, units: netIn },
    ...omitEmpty(charges),
    {
      from: externalAccounts.market,
      to: getReceiver(request),
      asset: toAssetKey(tokenOut.chainId, tokenOut.address),
      units: amountOut,
    },
  ];
  const amounts = { route, amountIn, charges, netIn, amountOut, bookings };
  const problem = findProblem(swap, amounts);
  return {
    ...amounts,
    minAmountOut,
    problem,
    executable: problem === undefined,
    duration: route.duration,
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

function getReceiver({ toAddress }: SwapQuoteRequest): string {
  return toAccountKey(toAddress);
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

/** Creates a quote. Prepares its operation if it can be executed. */
export function toQuote(swap: SwapContext, evaluated: EvaluatedRoute): SwapQuote {
  const { world, account, wallet, request, tokenIn, tokenOut } = swap;
  const { amountIn, amountOut, minAmountOut, charges, route, problem } = evaluated;
  const prepared =
    problem === undefined && wallet ? prepareSwap({ ...swap, wallet }, evaluated) : undefined;
  const priceIn = getPrice(world, tokenIn);
  return {
    metadata: request.metadata ?? null,
    revertReason: problem === undefined ? null : createRevertReason(problem),
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    // The service does not normalise it: "15.00" stays "15.00".
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
    expiresAt: prepared?.operation.expiresAt ?? world.time + operationLifetime,
    typedData: prepared?.typedData ?? null,
    userOperationHash: prepared?.operation.hash ?? null,
    quoteId: prepared?.operation.hash ?? null,
    authorization: prepared?.operation.authorization ?? null,
    rwaApproveUserOperation:
      prepared && wallet ? prepareRwaApproval({ ...swap, wallet }, amountIn) : null,
    walletAddress: account,
    toAddress: getReceiver(request),
  };
}

/** The input that the service states the value of: less deducted gas, but not less its fees. */
function deductGas({ request, tokenIn }: SwapContext, { amountIn, charges }: RouteAmounts): bigint {
  const gas = charges.filter(({ type }) => type === "GAS");
  const asset = toAssetKey(tokenIn.chainId, tokenIn.address);
  const rest = amountIn - sumDeducted(gas, asset, request.gasFeePaymentMethod);
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

function prepareSwap(
  swap: SignableSwapContext,
  evaluated: EvaluatedRoute,
): { operation: Operation; typedData: TypedData | null } {
  const { world, project, wallet, request, tokenIn, tokenOut } = swap;
  const { amountIn, netIn, minAmountOut, bookings, route } = evaluated;
  const crossChain = tokenIn.chainId !== tokenOut.chainId;
  const market = {
    assetIn: toAssetKey(tokenIn.chainId, tokenIn.address),
    assetOut: toAssetKey(tokenOut.chainId, tokenOut.address),
    netIn,
    minOut: minAmountOut,
    spread: route.spread,
  };
  const order =
    request.minAmountOut == null
      ? null
      : createOrderTerms(swap, market, getUsdValue(world, tokenIn, amountIn));
  const lifetime =
    order?.expiresAt == null
      ? operationLifetime
      : Math.min(operationLifetime, order.expiresAt - world.time);
  const operation = prepareOperation({
    ...{ world, project, wallet, chainId: tokenIn.chainId },
    summary: {
      kind: order ? "LIMIT_ORDER" : "SWAP",
      tokenIn: tokenIn.address,
      amountIn,
      tokenOut: tokenOut.address,
      minAmountOut,
      chainOut: tokenOut.chainId,
      to: getReceiver(request),
    },
    record: {
      type: crossChain ? "CROSS_SWAP" : "SWAP",
      chain: describeChain(tokenIn.chainId),
      // The chain filters of the history read these fields.
      ...(crossChain && {
        chainIn: describeChain(tokenIn.chainId),
        chainOut: describeChain(tokenOut.chainId),
      }),
    },
    bookings,
    metadata: request.metadata ?? null,
    crossChain,
    lifetime,
    market: [market],
    order,
    fate: findFate(request.amountIn),
  });
  if (!order) return { operation, typedData: project.swapTypedData ? operation.typedData : null };
  return {
    operation,
    typedData: wrapForAccount(tokenIn.chainId, wallet.address, `order:${operation.hash}`),
  };
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
  { world, project, wallet, tokenIn, tokenOut }: SignableSwapContext,
  amountIn: bigint,
): SwapQuote["rwaApproveUserOperation"] {
  if (tokenIn.rwaProvider === undefined && tokenOut.rwaProvider === undefined) return null;
  const { hash, authorization } = prepareOperation({
    ...{ world, project, wallet, chainId: tokenIn.chainId },
    summary: {
      kind: "APPROVE",
      tokenIn: tokenIn.address,
      amountIn,
      tokenOut: tokenOut.address,
      minAmountOut: 0n,
      chainOut: tokenOut.chainId,
      to: wallet.address,
    },
    record: { type: "APPROVE", chain: describeChain(tokenIn.chainId) },
    bookings: [],
  });
  return { userOperationHash: hash, authorization };
}
