import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { SwapQuote } from "../../contract/swap/types.js";
import {
  assertAvailable,
  assertProjectWallet,
  findWallet,
  type OperationHandler,
  type OperationHandlers,
  type OperationRequest,
} from "../shared/operation-handler.js";
import { BadRequestError, ServiceError } from "../shared/service-error.js";
import { toAccountKey } from "../world/account-key.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { toAssetKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import type { Project } from "../world/world.js";
import { type EvaluatedRoute, evaluateRoute, type SwapContext, toQuote } from "./swap-quote.js";
import { createOrderRoute, drawRoutes, rankOffers } from "./swap-routes.js";

type SwapQuoteBody = Parameters<OperationHandler<"swap.quote">>[0]["body"];

const quoteSwap: OperationHandler<"swap.quote"> = (incoming) => {
  const { world, random, body } = incoming;
  const swap = resolveSwap(incoming, body);
  const { tokenIn, tokenOut } = swap;
  assertAvailable(world, "routes", "SWAP_QUOTE");
  if (tokenIn === tokenOut)
    throw new ServiceError("SWAP_QUOTE", "No route: tokenIn and tokenOut are the same");
  if (Number(getPrice(world, tokenOut)) === 0)
    throw new ServiceError("SWAP_QUOTE", "No route: tokenOut has no price");
  return {
    body: {
      quotes: createQuotes(swap, () =>
        drawRoutes(random, tokenIn.chainId, tokenIn.chainId !== tokenOut.chainId),
      ),
    },
  };
};

function createQuotes(swap: SwapContext, routes: () => ReturnType<typeof drawRoutes>): SwapQuote[] {
  const { asked, tokenIn } = swap;
  if (asked.minAmountOut !== undefined)
    return [toQuote(swap, evaluateRoute(swap, createOrderRoute(tokenIn.chainId)))];
  const profile = asked.routeProfile ?? "QUICKEST_QUOTE";
  const weighed: EvaluatedRoute[] = [];
  for (const route of routes()) {
    const next = evaluateRoute(swap, route);
    weighed.push(next);
    if (profile === "QUICKEST_QUOTE" && next.executable) break;
  }
  return rankOffers(profile, weighed).map((one) => toQuote(swap, one));
}

function resolveSwap(
  { world, project }: Pick<OperationRequest, "world" | "project">,
  asked: SwapQuoteBody,
): SwapContext {
  assertProjectWallet(world, project, asked.walletAddress);
  const [tokenIn, tokenOut] = [
    findSwapToken(asked.chainIdIn, asked.tokenIn),
    findSwapToken(asked.chainIdOut, asked.tokenOut),
  ];
  const gasToken = findToken(asked.chainIdIn, asked.payGasFeeToken);
  const refused = [
    ...(isWhitelisted(project, tokenIn) ? [] : [asked.tokenIn]),
    ...(isWhitelisted(project, tokenOut) ? [] : [asked.tokenOut]),
    // Bitcoin swaps pay no gas in an ERC-20.
    ...(gasToken || asked.chainIdIn === 0 ? [] : [asked.payGasFeeToken]),
  ];
  if (!tokenIn || !tokenOut || refused.length > 0) {
    throw new ServiceError(
      "NOT_AUTHORIZED_TOKENS",
      `Tokens not authorized: ${[...new Set(refused)].join(", ")}`,
    );
  }
  if ((tokenIn.rwaProvider ?? tokenOut.rwaProvider) !== undefined && asked.individualId == null) {
    const received = asked.individualId === null ? "null" : "undefined";
    throw new BadRequestError([
      {
        code: "invalid_type",
        expected: "string",
        received,
        path: ["individualId"],
        message: "Required",
      },
    ]);
  }
  return {
    world,
    project,
    account: toAccountKey(asked.walletAddress),
    wallet: findWallet(world, project, asked.walletAddress),
    asked,
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
    token !== undefined && project.whitelist.includes(toAssetKey(token.chainId, token.address))
  );
}

export const swapHandlers: OperationHandlers = { "swap.quote": quoteSwap };
