import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useApp } from "./AppContext";

/** Reads anew what a wallet's own doings have changed. */
export function useRefresh(): () => void {
  const { queries } = useApp();
  const queryClient = useQueryClient();
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: queries.keys("wallets.portfolio") });
    void queryClient.invalidateQueries({ queryKey: queries.keys("wallets.history") });
    // What was executed, or lacks its balance now, is no offer any more.
    void queryClient.invalidateQueries({ queryKey: queries.keys("swap.quote") });
  }, [queries, queryClient]);
}
