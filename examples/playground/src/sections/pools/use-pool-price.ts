import { useQuery } from "@tanstack/react-query";
import type { Address, EvmChainId, LiquidityPool, SwapQuoteRequest } from "bursar";
import { veteranWallet } from "bursar/sandbox";
import { useApp } from "../../app/AppContext";

/** The amount of token0 in the quote. A small amount would lose precision. */
const amountIn = "100";

/** Returns the price of token0 in token1. Pools do not include it, so this requests a quote. */
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
        // The fees and the spread affect the amount and its value equally.
        return Number(tokenInPrice) / (Number(amountOutUSD) / Number(amountOut));
      });
      return prices.find((price) => Number.isFinite(price) && price > 0) ?? null;
    },
  });
}
