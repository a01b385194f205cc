import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LiquidityPool } from "bursar";
import { useApp } from "../../app/AppContext";

/**
 * Whitelists the tokens of a pool in the sandbox. The real service has no call for this: it is a
 * project setting.
 */
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
      notify("Whitelisted both tokens in the sandbox");
      await queryClient.invalidateQueries();
    },
  });
}
