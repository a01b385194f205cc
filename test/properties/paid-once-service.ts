/** The wallet that pays, in a service that knows what happened. It uses no code of the client. */
export const wallet = `0x${"5b".repeat(20)}` as const;
export const intent = "order 17";

export interface Operation {
  readonly hash: `0x${string}`;
  readonly expiresAt: number;
  /** Its final status. A failed one moves nothing. */
  readonly status: "COMPLETED" | "FAILED" | "PARTIALLY_COMPLETED";
  executedAt?: number;
}

/** What was sent to the service, by the true time. */
export interface Sent {
  readonly hash: string;
  readonly at: number;
  /** Whether its process has seen in the journal, after it stored the hash, that it is there. */
  readonly isCurrent: boolean;
}

export type Row = Record<string, unknown> & { readonly id: string };

export interface Response {
  readonly status: number;
  readonly body: unknown;
}

export const toRow = (id: string, hash: string, more: Record<string, unknown> = {}): Row => ({
  id,
  status: "COMPLETED",
  type: "SWAP",
  chain: { id: 137, name: "POLYGON", logo: "" },
  createdAt: "2026-01-31T12:00:00.000Z",
  updatedAt: "2026-01-31T12:00:00.000Z",
  userOperationHash: hash,
  metadata: { intent },
  ...more,
});

/** Executes each hash once, and none after its expiry. Times are of its own clock, the true one. */
export function createLedger() {
  const operations = new Map<string, Operation>();
  return {
    operations,
    prepare(expiresAt: number, status: Operation["status"]): Operation {
      const hash = `0x${String(operations.size + 1).padStart(64, "0")}` as const;
      const operation = { hash, expiresAt, status };
      operations.set(hash, operation);
      return operation;
    },
    execute(hash: string, now: number): Response {
      const operation = operations.get(hash);
      const isRefused =
        !operation || operation.executedAt !== undefined || now > operation.expiresAt;
      if (isRefused) return { status: 400, body: { id: "EXECUTE_USER_OP", message: "" } };
      operation.executedAt = now;
      return { status: 200, body: { userOperationHash: hash, estimatedExecutionTime: "" } };
    },
    /** The hashes of what was moved. */
    getPaid: () =>
      [...operations.values()].filter(
        (one) => one.executedAt !== undefined && one.status !== "FAILED",
      ),
    /** What the history has of them: first as processed, then with the final status. */
    list(now: number, lag: number, processing: number): Row[] {
      const shown = [...operations.values()].filter(
        ({ executedAt }) => executedAt !== undefined && executedAt + lag <= now,
      );
      return shown.map(({ hash, executedAt = 0, status }) => {
        const isFinal = executedAt + lag + processing <= now;
        return toRow(`tx_${hash}`, hash, { status: isFinal ? status : "PROCESSING" });
      });
    },
  };
}
