import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useApp } from "./AppContext";

/** Refetches the data that an operation of the wallet changes. */
export function useRefresh(): () => void {
  const { queries } = useApp();
  const queryClient = useQueryClient();
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: queries.keys("wallets.portfolio") });
    void queryClient.invalidateQueries({ queryKey: queries.keys("wallets.history") });
    // A quote is invalid after its execution, or if the balance is too low now.
    void queryClient.invalidateQueries({ queryKey: queries.keys("swap.quote") });
  }, [queries, queryClient]);
}
