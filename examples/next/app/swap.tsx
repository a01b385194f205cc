"use client";

// Shows a swap: a quote that renews itself, signed by the wallet of the person and executed.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Address, defineRequest, isExecutable, type SwapQuote, tokenAddresses } from "bursar";
import { describeQuote, signQuote } from "bursar/signing";
import { useMemo } from "react";
import { useWalletClient } from "wagmi";
import { client, queries } from "./providers";

const { USDC, WETH } = tokenAddresses[137];
const names = new Map([
  [USDC.toLowerCase(), "USDC"],
  [WETH.toLowerCase(), "WETH"],
]);

export function Swap({ owner, walletAddress }: { owner: Address; walletAddress: Address }) {
  const { data: signer } = useWalletClient();
  const queryClient = useQueryClient();
  const request = useMemo(
    () =>
      defineRequest("swap.quote", {
        amountIn: "10",
        chainIdIn: 137,
        chainIdOut: 137,
        tokenIn: USDC,
        tokenOut: WETH,
        payGasFeeToken: USDC,
        gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
        walletAddress,
        toAddress: walletAddress,
      }),
    [walletAddress],
  );

  const swap = useMutation({
    // The quote that was shown, not a newer one.
    mutationFn: async (quote: SwapQuote) => {
      if (!signer) throw new Error("the wallet is not connected");
      const signed = await signQuote(quote, signer, { expect: request, owner });
      const queued = await client.operations.execute(signed);
      return client.wallets.waitForTransaction(walletAddress, queued);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.keys("wallets.portfolio") }),
  });

  // The quote is not renewed while the person signs it.
  const { data, isError } = useQuery({ ...queries.swap.quote(request), enabled: !swap.isPending });
  const best = data?.quotes.find(isExecutable);
  const tokenName = (token: string) => names.get(token.toLowerCase());

  return (
    <main>
      {best && <pre>{describeQuote(best, { expect: request, tokenName }).text}</pre>}
      {data && !best && <p>This swap is not possible now.</p>}
      {best && (
        <button type="button" disabled={swap.isPending} onClick={() => swap.mutate(best)}>
          Sign and swap
        </button>
      )}
      <output>{swap.data ? `The swap is ${swap.data.status}.` : ""}</output>
      {isError && <p role="alert">There is no quote. The page tries again.</p>}
      {swap.error && <p role="alert">{swap.error.message}</p>}
    </main>
  );
}
