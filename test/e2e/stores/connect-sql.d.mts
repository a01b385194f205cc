import type { SqlStoreOptions } from "../../../src/stores/index.js";

export declare const connectSql: {
  postgres(url: string): Promise<SqlStoreOptions["query"]>;
  /** `timeout` is how many milliseconds a statement waits for a lock. */
  sqlite(url: string, timeout?: number): Promise<SqlStoreOptions["query"]>;
};
