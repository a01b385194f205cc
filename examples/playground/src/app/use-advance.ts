import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useApp } from "./AppContext";
import { setClockAhead } from "./clock";

/** Advances the clock of the sandbox and refetches what it can change. */
export function useAdvance(): (milliseconds: number) => void {
  const { sandbox } = useApp();
  const queryClient = useQueryClient();
  return useCallback(
    (milliseconds) => {
      if (!sandbox) return;
      sandbox.advance(milliseconds);
      setClockAhead(sandbox.now() - Date.now());
      void queryClient.invalidateQueries();
    },
    [sandbox, queryClient],
  );
}
