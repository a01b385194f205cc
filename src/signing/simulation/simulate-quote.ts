import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import { ConfigurationError } from "../../errors/data.js";
import { checkQuoteFields } from "../quote/check-quote.js";
import {
  assertNoProblems,
  isMissing,
  isNone,
  isObject,
  type ReportProblem,
} from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-fields.js";
import { formatValue } from "../shared/text/plain-text.js";
import { takeSnapshot } from "../signer/take-snapshot.js";
import {
  type CheckTypedDataOptions,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import type { OperationSimulation } from "./check-simulation.js";
import type { SimulationClient } from "./measure/run-simulation.js";
import { createMissingSimulation, simulateOperation } from "./simulate-operation.js";
import { assertClient } from "./simulate-options.js";
import { createMissingData, NotSimulated, toProblem } from "./simulation-problems.js";

/** What a simulated quote must match. */
export interface SimulateQuoteOptions {
  /** The request that was quoted. */
  expect: SwapQuoteRequest;
  /** The minimum that you accept: a decimal string in whole tokens. */
  minAmountOut?: string | undefined;
  /** The maximum gas in `payGasFeeToken`: a decimal string. @defaultValue the quote's maximum */
  maxGasFee?: string | undefined;
  /**
   * The accounts that may keep an approval to spend the wallet's tokens. Any other approval that
   * remains after the operation is a fatal problem. @defaultValue none
   */
  approvals?: readonly Address[] | undefined;
  /** Milliseconds for the whole simulation. @defaultValue `20000` */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Simulates the operation of a quote on a node (`eth_simulateV1`) and compares what it changes with
 * your request. The receiver must gain the guaranteed minimum. The wallet must lose at most the
 * amount, the stated fees and the stated gas, must lose nothing else, and must leave no approval
 * behind. The receiver must lose nothing. With `simulate`, `signQuote` and `signOperation` also
 * measure the owner's account. `client` is a viem public client of the source chain.
 *
 * Only an operation that comes as typed data can be simulated: without it, there is a problem with
 * the code `call_data_missing`. A node that cannot simulate is `not_simulated`, an operation that
 * fails is `simulated_revert`. Of a cross-chain swap, only the source chain is simulated: losses
 * and approvals.
 *
 * **It does not replace `checkQuote`**, which limits what a quote may state. A contract can also
 * behave differently in a simulation, and the state of the chain changes until the execution.
 *
 * @throws {UnsafeToSignError} if the typed data does not match the hash, the wallet or the chain.
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
  const subject = "quote simulation";
  const snapshot = takeSnapshot(subject, "quote", quote);
  const copy = assertNoProblems(subject, (report) => copySimulationOptions(options, report));
  assertClient("simulateQuote", client);
  assertTimeout(copy.timeout);
  return simulateSwap(subject, snapshot, client, copy);
}

function copySimulationOptions(
  options: SimulateQuoteOptions,
  report: ReportProblem,
): SimulateQuoteOptions | undefined {
  const copy = copyOptions("simulateQuote", options, simulateQuoteFields, report);
  if (copy && !isObject(copy.expect))
    return report("request", "expect", "the request that was quoted", copy.expect);
  return copy;
}

// biome-ignore format: a compact table
const simulateQuoteFields: Fields<SimulateQuoteOptions> = {
  expect: checkQuoteFields.expect, minAmountOut: "amount", maxGasFee: "amount",
  approvals: "strings", timeout: "value", signal: "any",
};

/** A timer cannot run longer than 2^31 - 1 milliseconds. */
function assertTimeout(timeout: number | undefined): void {
  if (isMissing(timeout) || (typeof timeout === "number" && timeout > 0 && timeout < 2 ** 31))
    return;
  const received = formatValue(timeout);
  throw new ConfigurationError(
    `simulateQuote: timeout: expected milliseconds from 1 to 2147483647, got ${received}.`,
  );
}

/** Simulates a copied quote with copied options. */
export async function simulateSwap(
  subject: string,
  quote: SwapQuote,
  client: SimulationClient,
  options: SimulateQuoteOptions & { owner?: Address | undefined },
): Promise<OperationSimulation> {
  const { expect, minAmountOut, maxGasFee, approvals, owner } = options;
  const { userOperationHash, authorization } = quote;
  const { walletAddress, chainIdIn: chainId, chainIdOut: chainOut } = expect;
  const typedData = assertNoProblems(subject, (report) =>
    parseOperationData(quote, { walletAddress, chainId }, report),
  );
  if (typedData instanceof NotSimulated)
    return addApproval(quote, createMissingSimulation(typedData));
  const operation = {
    typedData,
    userOperationHash: userOperationHash as Hex,
    delegate: isNone(authorization) ? undefined : (authorization.address as Address | undefined),
    owner,
    chainId,
    chainOut,
    expected: { quote, request: expect, limits: { minAmountOut, maxGasFee, approvals } },
  };
  return addApproval(quote, await simulateOperation(client, operation, options));
}

/** The typed data of an operation, if it has one. Any other typed data cannot be simulated. */
export function parseOperationData(
  { typedData, userOperationHash }: Pick<SwapQuote, "typedData" | "userOperationHash">,
  expected: CheckTypedDataOptions,
  report: ReportProblem,
): NormalTypedData | NotSimulated | undefined {
  if (!isNone(typedData) && isPackedUserOperation(typedData))
    return checkUserOperation(typedData, userOperationHash, expected, report);
  const received = isNone(typedData) ? "none" : "other typed data";
  return createMissingData("typedData", received);
}

/** The second operation of a swap of a real-world asset comes without data. */
function addApproval(quote: SwapQuote, simulation: OperationSimulation): OperationSimulation {
  const { rwaApproveUserOperation: approval } = quote;
  if (isNone(approval) || isNone(approval.userOperationHash)) return simulation;
  const path = "rwaApproveUserOperation";
  const reason = createMissingData(path, "only its hash", "its typed data");
  return { ...simulation, problems: [...simulation.problems, toProblem(reason)] };
}
