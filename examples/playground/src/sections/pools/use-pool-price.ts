import { useQuery } from "@tanstack/react-query";
import type { Address, EvmChainId, LiquidityPool, SwapQuoteRequest } from "bursar";
import { veteranWallet } from "bursar/sandbox";
import { useApp } from "../../app/AppContext";

/** How many of token0 the price is asked for. Too few would round it away. */
const amountIn = "100";

/** The price of token0 in token1. Pools do not name it, so a quote is asked for, and nothing is done with it. */
export function usePoolPrice({ chain, tokens }: LiquidityPool) {
  const { client, queries, sandbox, session } = useApp();
  const wallet = session?.walletAddress ?? (sandbox && veteranWallet);
  const [token0, token1] = tokens ?? [];
  const chainId = chain?.id as EvmChainId | undefined;
  return useQuery({
    queryKey: [
      ...queries.keys("swap.quote"),
      { price: [chainId, token0?.address, token1?.address, wallet] },
    ],
    enabled:
      wallet !== undefined && chainId !== undefined && Boolean(token0?.address && token1?.address),
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const request: SwapQuoteRequest = {
        walletAddress: wallet as Address,
        toAddress: wallet as Address,
        amountIn,
        chainIdIn: chainId as EvmChainId,
        chainIdOut: chainId as EvmChainId,
        tokenIn: token0?.address as Address,
        tokenOut: token1?.address as Address,
        payGasFeeToken: token0?.address as Address,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
      };
      const { quotes } = await client.swap.quote(request, { signal });
      const prices = quotes.map(({ tokenInPrice, amountOut, amountOutUSD }) => {
        // Fees and the route's spread are in the amount and in its worth alike.
        return Number(tokenInPrice) / (Number(amountOutUSD) / Number(amountOut));
      });
      return prices.find((price) => Number.isFinite(price) && price > 0) ?? null;
    },
  });
}
