import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LiquidityPool } from "bursar";
import { useApp } from "../../app/AppContext";

/** Lets the sandbox's project trade the tokens of a pool. With the real service that is done for the project, not by a call. */
export function useWhitelist({ chain, tokens }: LiquidityPool) {
  const { client, sandbox, notify } = useApp();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const listed = await client.tokens
        .list({ filterWhitelist: true, perPage: 100 })
        .toArray({ limit: 5_000 });
      const before = listed.map((token) => `${token.chain?.id}:${token.address}`);
      sandbox?.configure({
        whitelist: [
          ...new Set([
            ...before,
            ...(tokens ?? []).map(({ address }) => `${chain?.id}:${address}`),
          ]),
        ],
      });
      notify("Both tokens are whitelisted in the sandbox now");
      await queryClient.invalidateQueries();
    },
  });
}
