import type { Given } from "../../contract/records/schema.js";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { bitcoinAddressPattern } from "../../shared/bitcoin-pattern.js";
import { assertProjectWallet, findWallet } from "../shared/find-wallet.js";
import type {
  OperationHandler,
  OperationHandlers,
  OperationRequest,
} from "../shared/operation-handler.js";
import {
  assertAvailable,
  createFieldError,
  createTokenError,
  ServiceError,
} from "../shared/service-error.js";
import { findWhitelistedToken } from "../shared/whitelist.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { toAccountKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import type { Random } from "../world/random.js";
import { isReserved } from "../world/reserved-inputs.js";
import type { Project } from "../world/world.js";
import { toQuote } from "./swap-quote.js";
import {
  createOrderRoute,
  drawRoutes,
  type EvaluatedRoute,
  evaluateRoute,
  rankRoutes,
  type SwapContext,
} from "./swap-routes.js";

export const quoteSwap: OperationHandler<"swap.quote"> = (request) => {
  const { world, random, body } = request;
  const swap = resolveSwap(request, body);
  const { tokenIn, tokenOut } = swap;
  assertAvailable(world, "routes", "SWAP_QUOTE");
  if (isReserved("noRoute", body.amountIn))
    throw new ServiceError("SWAP_QUOTE", "No route: the amount is reserved for this error");
  if (tokenIn === tokenOut)
    throw new ServiceError("SWAP_QUOTE", "No route: tokenIn and tokenOut are the same");
  if (bitcoinAddressPattern.test(body.toAddress) !== (tokenOut.chainId === 0))
    throw new ServiceError("SWAP_QUOTE", "No route: toAddress is not on the chain of tokenOut");
  if (Number(getPrice(world, tokenOut)) === 0)
    throw new ServiceError("SWAP_QUOTE", "No route: tokenOut has no price");
  return { quotes: createQuotes(swap, random) };
};

function createQuotes(swap: SwapContext, random: Random): SwapQuote[] {
  const { request, tokenIn, tokenOut } = swap;
  if (request.minAmountOut != null)
    return [toQuote(swap, evaluateRoute(swap, createOrderRoute(tokenIn.chainId)))];
  const profile = request.routeProfile ?? "QUICKEST_QUOTE";
  const evaluated: EvaluatedRoute[] = [];
  for (const route of drawRoutes(random, tokenIn.chainId, tokenIn.chainId !== tokenOut.chainId)) {
    const next = evaluateRoute(swap, route);
    evaluated.push(next);
    if (profile === "QUICKEST_QUOTE" && next.problem === undefined) break;
  }
  return rankRoutes(profile, evaluated).map((route) => toQuote(swap, route));
}

function resolveSwap(
  { world, project }: Pick<OperationRequest, "world" | "project">,
  body: Given<SwapQuoteRequest>,
): SwapContext {
  assertProjectWallet(world, project, body.walletAddress);
  const [tokenIn, tokenOut] = [
    findSwapToken(body.chainIdIn, body.tokenIn),
    findSwapToken(body.chainIdOut, body.tokenOut),
  ];
  const gasToken = findToken(body.chainIdIn, body.payGasFeeToken);
  const rejected = [
    ...(isWhitelisted(project, tokenIn) ? [] : [body.tokenIn]),
    ...(isWhitelisted(project, tokenOut) ? [] : [body.tokenOut]),
    // Bitcoin swaps pay no gas in an ERC-20.
    ...(gasToken || body.chainIdIn === 0 ? [] : [body.payGasFeeToken]),
  ];
  if (!tokenIn || !tokenOut || rejected.length > 0) throw createTokenError(rejected);
  const { individualId } = body;
  if ((tokenIn.rwaProvider ?? tokenOut.rwaProvider) !== undefined && individualId == null) {
    const received = individualId === null ? "null" : "undefined";
    const issue = { code: "invalid_type", expected: "string", received };
    throw createFieldError(["individualId"], "Required", issue);
  }
  return {
    world,
    project,
    account: toAccountKey(body.walletAddress),
    wallet: findWallet(world, project, body.walletAddress),
    request: body,
    tokenIn,
    tokenOut,
    gasToken,
  };
}

function findSwapToken(chainId: number, address: string): KnownToken | undefined {
  const native = chainId === 0 && address.toLowerCase() === nativeToken;
  return findToken(chainId, native ? "btc" : address);
}

function isWhitelisted(project: Project, token: KnownToken | undefined): boolean {
  return (
    token !== undefined && findWhitelistedToken(project, token.chainId, token.address) === token
  );
}

export const swapHandlers: OperationHandlers = { "swap.quote": quoteSwap };
