import { useQuery } from "@tanstack/react-query";
import { useApp } from "../../app/AppContext";

/** Counts the records of the history by their intent, without those that failed. */
export function useRecordCounts(
  walletAddress: string,
  isRunning: boolean,
): ReadonlyMap<string, number> | undefined {
  const { client, queries } = useApp();
  const { data } = useQuery({
    queryKey: [...queries.keys("wallets.history"), { intents: walletAddress }],
    refetchInterval: isRunning ? 700 : false,
    queryFn: async ({ signal }) => {
      const counts = new Map<string, number>();
      for await (const { metadata, status } of client.wallets.history(
        walletAddress,
        {},
        { signal },
      )) {
        const intent = metadata?.["intent"];
        if (typeof intent !== "string" || status === "FAILED") continue;
        counts.set(intent, (counts.get(intent) ?? 0) + 1);
      }
      return counts;
    },
  });
  return data;
}
