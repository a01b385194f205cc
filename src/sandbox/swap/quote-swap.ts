import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { SwapQuote } from "../../contract/swap/types.js";
import {
  findWallet,
  type Handler,
  type Handlers,
  type Incoming,
  requireUp,
  requireWalletOf,
} from "../shared/operation-handler.js";
import { BadRequest, Refusal } from "../shared/service-error.js";
import { accountKey } from "../world/account-key.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { assetOf } from "../world/ledger.js";
import { priceOf } from "../world/prices.js";
import type { Project } from "../world/world.js";
import { type Swap, toQuote, type Weighed, weigh } from "./swap-quote.js";
import { drawRoutes, orderRoute, ranked } from "./swap-routes.js";

type Asked = Parameters<Handler<"swap.quote">>[0]["body"];

const quote: Handler<"swap.quote"> = (incoming) => {
  const { world, random, body } = incoming;
  const swap = understand(incoming, body);
  const { tokenIn, tokenOut } = swap;
  requireUp(world, "routes", "SWAP_QUOTE");
  if (tokenIn === tokenOut)
    throw new Refusal("SWAP_QUOTE", "No route: tokenIn and tokenOut are the same");
  if (Number(priceOf(world, tokenOut)) === 0)
    throw new Refusal("SWAP_QUOTE", "No route: tokenOut has no price");
  return {
    body: {
      quotes: quotesFor(swap, () =>
        drawRoutes(random, tokenIn.chainId, tokenIn.chainId !== tokenOut.chainId),
      ),
    },
  };
};

function quotesFor(swap: Swap, routes: () => ReturnType<typeof drawRoutes>): SwapQuote[] {
  const { asked, tokenIn } = swap;
  if (asked.minAmountOut !== undefined)
    return [toQuote(swap, weigh(swap, orderRoute(tokenIn.chainId)))];
  const profile = asked.routeProfile ?? "QUICKEST_QUOTE";
  const weighed: Weighed[] = [];
  for (const route of routes()) {
    const next = weigh(swap, route);
    weighed.push(next);
    if (profile === "QUICKEST_QUOTE" && next.executable) break;
  }
  return ranked(profile, weighed).map((one) => toQuote(swap, one));
}

function understand({ world, project }: Pick<Incoming, "world" | "project">, asked: Asked): Swap {
  requireWalletOf(world, project, asked.walletAddress);
  const [tokenIn, tokenOut] = [
    knownOn(asked.chainIdIn, asked.tokenIn),
    knownOn(asked.chainIdOut, asked.tokenOut),
  ];
  const gasToken = findToken(asked.chainIdIn, asked.payGasFeeToken);
  const refused = [
    ...(allowed(project, tokenIn) ? [] : [asked.tokenIn]),
    ...(allowed(project, tokenOut) ? [] : [asked.tokenOut]),
    // On Bitcoin no ERC-20 can be meant, and nothing is paid there anyway.
    ...(gasToken || asked.chainIdIn === 0 ? [] : [asked.payGasFeeToken]),
  ];
  if (!tokenIn || !tokenOut || refused.length > 0) {
    throw new Refusal(
      "NOT_AUTHORIZED_TOKENS",
      `Tokens not authorized: ${[...new Set(refused)].join(", ")}`,
    );
  }
  if ((tokenIn.rwaProvider ?? tokenOut.rwaProvider) !== undefined && asked.individualId == null) {
    const received = asked.individualId === null ? "null" : "undefined";
    throw new BadRequest([
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
    account: accountKey(asked.walletAddress),
    wallet: findWallet(world, project, asked.walletAddress),
    asked,
    tokenIn,
    tokenOut,
    gasToken,
  };
}

function knownOn(chainId: number, address: string): KnownToken | undefined {
  const native = chainId === 0 && address.toLowerCase() === nativeToken;
  return findToken(chainId, native ? "btc" : address);
}

function allowed(project: Project, token: KnownToken | undefined): boolean {
  return token !== undefined && project.whitelist.includes(assetOf(token.chainId, token.address));
}

export const swapHandlers: Handlers = { "swap.quote": quote };
