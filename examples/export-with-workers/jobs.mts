// Shows the jobs of an export that start.mts adds and worker.mts runs.

import type { HistoryQuery } from "bursar";

/** One period of the history, and how far its export is. It survives a crash of the worker. */
export interface Slice {
  walletAddress: string;
  query: HistoryQuery;
  /** The file of this slice, on a disk that all workers share. */
  file: string;
  /** The length of the file. What was written after it is repeated. */
  bytes: number;
  rows: number;
}

/** Joins the files of all slices, in this order. */
export interface Join {
  parts: string[];
  file: string;
}

export const queues = { slices: "history-slices", joins: "history-joins" };

/** Workers wait for Redis as long as it takes. */
export const connection = {
  url: process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379",
  maxRetriesPerRequest: null,
};
