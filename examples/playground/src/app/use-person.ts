import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

const queryKey = ["verified person"];

/**
 * The id of the verified person, and a function that sets it. The cache is cleared with everything
 * else when the sandbox is reset.
 */
export function usePerson(): [string | null, (id: string | null) => void] {
  const queryClient = useQueryClient();
  const { data = null } = useQuery<string | null>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setPerson = useCallback(
    (id: string | null) => void queryClient.setQueryData(queryKey, id),
    [queryClient],
  );
  return [data, setPerson];
}
