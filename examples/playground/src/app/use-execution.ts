import type { Address, FinalTransaction, Hex } from "bursar";
import type { SignedOperation } from "bursar/signing";
import { useCallback, useEffect, useRef, useState } from "react";
import { useApp } from "./AppContext";
import { useRefresh } from "./use-refresh";

/** The progress of a signed operation. */
export interface Execution {
  title: string;
  hash: Hex;
  stage: "submitting" | "watching" | "ended" | "failed";
  /** The statuses so far, in order. */
  seen: readonly string[];
  record?: FinalTransaction | undefined;
  error?: unknown;
}

/**
 * Submits a signed operation and waits for its final status. Leaving the page stops the wait, not
 * the operation.
 */
export function useExecution(walletAddress: Address | undefined) {
  const { client, notify } = useApp();
  const refresh = useRefresh();
  const [execution, setExecution] = useState<Execution>();
  const watch = useRef<AbortController>(undefined);
  useEffect(() => () => watch.current?.abort(), []);

  const execute = useCallback(
    async (signed: SignedOperation, title: string) => {
      if (!walletAddress) return;
      watch.current?.abort();
      const controller = new AbortController();
      watch.current = controller;
      const { signal } = controller;
      const started: Execution = {
        title,
        hash: signed.userOperationHash,
        stage: "submitting",
        seen: [],
      };
      const change = (changes: Partial<Execution>) => {
        if (!signal.aborted) setExecution((last) => (last ? { ...last, ...changes } : last));
      };
      setExecution(started);
      try {
        const queued = await client.operations.execute(signed);
        change({ stage: "watching" });
        refresh();
        const record = await client.wallets.waitForTransaction(walletAddress, queued, {
          interval: 500,
          maxInterval: 1_500,
          signal,
          onProgress: ({ status }) =>
            setExecution((last) =>
              !last || !status || last.seen.includes(status)
                ? last
                : { ...last, seen: [...last.seen, status] },
            ),
        });
        change({ stage: "ended", record });
        notify(
          record.status === "COMPLETED"
            ? `${title} is done.`
            : `${title} has ended: ${record.status}.`,
        );
      } catch (error) {
        change({ stage: "failed", error });
      }
      refresh();
    },
    [client, notify, refresh, walletAddress],
  );

  return { execution, execute, dismiss: () => setExecution(undefined) };
}
