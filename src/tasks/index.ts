export * from "../signing/index.js";
export type { RunClient, RunOptions, RunResult } from "./run.js";
export { type RunOperationOptions, runOperation } from "./run-operation.js";
export type { RunRecord } from "./run-record.js";
export { type RunSwapOptions, runSwap, type SwappingClient } from "./run-swap.js";
export type { Settled, SettleNodes, SettleOptions, SettleRules } from "./settle.js";
export type { RunWaitOptions, WaitForOperation } from "./wait-for-outcome.js";
