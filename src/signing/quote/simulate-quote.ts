import type { SwapQuote } from "../../contract/swap/records.js";
import { ConfigurationError } from "../../errors/data.js";
import { UnsafeToSignError } from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import { formatValue } from "../shared/plain-text.js";
import { findProblems } from "../shared/problems.js";
import type { Fields } from "../shared/read-options.js";
import {
  assertClient,
  type OperationSimulation,
  type SimulationClient,
  simulateOperation,
} from "../simulation/simulate-operation.js";
import { readAll } from "./check-quote.js";
import { toOperation } from "./expect-changes.js";
import { type CheckQuoteOptions, quoteFields } from "./quote-options.js";

/** What a simulated quote must match: the options of `checkQuote`, and how long it may take. */
export interface SimulateQuoteOptions extends CheckQuoteOptions {
  /** Milliseconds for the whole simulation. @defaultValue `20000` */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Simulates the operation of a quote on a node (`eth_simulateV1`) and compares what it changes with
 * your request. docs/signing.md says what in one sentence, "Run". `client` is a viem public client
 * of the source chain.
 *
 * Only an operation that comes as typed data can be simulated: without it, there is a problem with
 * the code `call_data_missing`. A node that cannot simulate is `not_simulated`, an operation that
 * fails is `simulated_revert`. Of a cross-chain swap, only the source chain is simulated: losses
 * and approvals.
 *
 * The result has the problems of the simulation only: `checkQuote` returns those of the quote. A
 * contract can behave differently in a simulation, and the state of the chain changes until the
 * execution.
 *
 * @throws {UnsafeToSignError} if the quote has a fatal problem, so that it is never signed.
 * @throws {ConfigurationError} if an option is unknown.
 * @throws {AbortedError} if you abort.
 * @example
 * ```ts
 * import { simulateQuote } from "bursar/signing";
 * import { createPublicClient, http } from "viem";
 *
 * const node = createPublicClient({ transport: http("https://node.example") });
 * for (const quote of quotes) {
 *   const { problems, text } = await simulateQuote(quote, node, { expect: request });
 *   console.log(problems.length, text);
 * }
 * ```
 */
export async function simulateQuote(
  quote: SwapQuote,
  client: SimulationClient,
  options: SimulateQuoteOptions,
): Promise<OperationSimulation> {
  const fields: Fields<SimulateQuoteOptions> = { ...quoteFields, timeout: "value" };
  const { value: reading, problems } = findProblems((report) =>
    readAll("simulateQuote", quote, options, fields, report),
  );
  const fatal = problems.filter(({ severity }) => severity === "fatal");
  if (!reading || fatal.length > 0) throw new UnsafeToSignError("quote simulation", fatal);
  const { timeout, signal } = reading.options;
  assertClient("simulateQuote", client);
  assertTimeout(timeout);
  return simulateOperation(client, toOperation(reading), { timeout, signal });
}

/** A timer cannot run longer than 2^31 - 1 milliseconds. */
function assertTimeout(timeout: number | undefined): void {
  if (isMissing(timeout) || (typeof timeout === "number" && timeout > 0 && timeout < 2 ** 31))
    return;
  const received = formatValue(timeout);
  throw new ConfigurationError(
    `simulateQuote: timeout: expected milliseconds from 1 to 2147483647, got ${received}.`,
  );
}
