/** What a browser lacks, and the suites that need it. */
export interface EngineLimit {
  readonly reason: string;
  /** Asserts in the page that the browser still lacks it. */
  isMissing(): boolean;
  readonly suites: readonly string[];
}

const requestStreams: EngineLimit = {
  reason: "Request has no body streams, which the handler for servers reads",
  isMissing: () => !("body" in Request.prototype),
  suites: [
    "test/webhooks/events-by-type.test.ts",
    "test/webhooks/handler-limits.test.ts",
    "test/webhooks/handler-replays.test.ts",
    "test/webhooks/handler.test.ts",
    "test/webhooks/replay-model.test.ts",
    "test/webhooks/slow-store.test.ts",
  ],
};

export const limits = {
  firefox: [requestStreams],
  webkit: [],
} satisfies Record<string, readonly EngineLimit[]>;
