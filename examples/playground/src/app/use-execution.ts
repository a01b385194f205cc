import type { Address, FinalTransaction, Hex } from "bursar";
import type { SignedOperation, Statement } from "bursar/signing";
import { useCallback, useEffect, useRef, useState } from "react";
import { useApp } from "./AppContext";
import { type Settled, settleOperation } from "./settle";
import { useRefresh } from "./use-refresh";

/** The progress of a signed operation. */
export interface Execution {
  title: string;
  hash: Hex;
  stage: "submitting" | "watching" | "settling" | "ended" | "failed";
  /** The statuses so far, in order. */
  seen: readonly string[];
  record?: FinalTransaction | undefined;
  /** What it did. Undefined without a node. */
  settled?: Settled | undefined;
  /** Why it was not compared with what was stated. */
  settlementError?: unknown;
  error?: unknown;
}

/** What is executed. */
export interface ToExecute {
  signed: SignedOperation;
  title: string;
  /** The chain on which it starts. */
  chainId: number;
  /** What it may move. @defaultValue what the response states */
  statement?: Statement | undefined;
}

/**
 * Submits a signed operation, waits for its final status, and compares what it did with what was
 * stated. Leaving the page stops the wait, not the operation. `execute` returns the final record,
 * or undefined if there is none.
 */
export function useExecution(walletAddress: Address | undefined) {
  const { client, sandbox, notify } = useApp();
  const refresh = useRefresh();
  const [execution, setExecution] = useState<Execution>();
  const watch = useRef<AbortController>(undefined);
  useEffect(() => () => watch.current?.abort(), []);

  const execute = useCallback(
    async ({
      signed,
      title,
      chainId,
      statement = signed.statement,
    }: ToExecute): Promise<FinalTransaction | undefined> => {
      if (!walletAddress) return undefined;
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
      let final: FinalTransaction | undefined;
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
        final = record;
        change({ stage: "settling", record });
        if (sandbox && statement && record.status === "COMPLETED") {
          const own = { ...signed, walletAddress };
          const node = sandbox.node(chainId);
          await settleOperation(node, own, record, statement, { chainId, signal }).then(
            (settled) => change({ settled }),
            (settlementError) => change({ settlementError }),
          );
        }
        change({ stage: "ended" });
        notify(
          record.status === "COMPLETED"
            ? `${title} is done.`
            : `${title} has ended: ${record.status}.`,
        );
      } catch (error) {
        change({ stage: "failed", error });
      }
      refresh();
      return final;
    },
    [client, sandbox, notify, refresh, walletAddress],
  );

  return { execution, execute, dismiss: () => setExecution(undefined) };
}
