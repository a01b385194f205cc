import type { Address, Hex } from "../../contract/shared/primitives.js";
import {
  balanceReader,
  balanceReaderCode,
  getKey,
  type Measure,
  parseResult,
  toCall,
} from "./measures.js";
import { type Log, listMeasures } from "./read-logs.js";
import { NotSimulated } from "./simulation-problems.js";
import type { OperationCall } from "./user-operation.js";

/** A viem public client. Its own actions are called, so that no page loads them twice. */
export interface SimulationClient {
  getChainId(): Promise<number>;
  getCode(parameters: { address: Address }): Promise<Hex | undefined>;
  simulateBlocks(parameters: never): Promise<unknown>;
}

/** A value before and after the operation. Undefined if the contract does not have the function. */
export interface Measured extends Measure {
  before: bigint | undefined;
  after: bigint | undefined;
}

export interface SimulatedRun {
  measured: Measured[];
  /** The logs of the last call: of the operation without its deployment. */
  logs: Log[];
}

interface Run {
  wallet: Address;
  calls: readonly OperationCall[];
  walletCode: Hex | undefined;
  measures: readonly Measure[];
}

/** Keeps the request below the gas limit of a block and of the nodes. */
const maxMeasures = 250;
const maxRounds = 3;

/**
 * Runs the calls and measures every asset that the events name. The events of one run name what
 * the next one measures, until there is nothing new.
 */
export async function runSimulation(client: SimulationClient, run: Run): Promise<SimulatedRun> {
  const measures = new Map(run.measures.map((measure) => [getKey(measure), measure]));
  for (let round = 1; round <= maxRounds; round++) {
    const { measured, logs, operationLogs } = await runOnce(client, run, [...measures.values()]);
    const known = measures.size;
    for (const measure of listMeasures(logs, run.wallet)) measures.set(getKey(measure), measure);
    if (measures.size === known) return { measured, logs: operationLogs };
    if (measures.size > maxMeasures)
      throw new NotSimulated("simulate", `at most ${maxMeasures} values`, `${measures.size}`);
  }
  throw new NotSimulated("simulate", "the same events in each simulation", "new ones each time");
}

async function runOnce(client: SimulationClient, run: Run, measures: readonly Measure[]) {
  const { calls, wallet, walletCode } = run;
  const reads = measures.map(toCall);
  const overrides = [{ address: balanceReader, code: balanceReaderCode }];
  if (walletCode) overrides.push({ address: wallet, code: walletCode });
  const blocks = [
    { calls: reads, stateOverrides: overrides },
    { calls: calls.map(({ from, to, data }) => ({ account: from, to, data })) },
    { calls: reads },
  ];
  const parameters = { blocks, traceTransfers: true };
  const results = (await client.simulateBlocks(parameters as never)) as { calls: CallResult[] }[];
  const [before, during, after] = results.map((block) => block.calls);
  const isComplete =
    before?.length === reads.length &&
    during?.length === calls.length &&
    after?.length === reads.length;
  if (!isComplete) throw new NotSimulated("simulate", "the results of three blocks", "others");
  const failed = during.find(({ status }) => status !== "success");
  if (failed) throw new NotSimulated("simulate", "an operation that succeeds", explain(failed));
  const logs = during.map((call) => call.logs ?? []);
  return {
    measured: measures.map((measure, i) => ({
      ...measure,
      before: parseCall(before[i]),
      after: parseCall(after[i]),
    })),
    logs: logs.flat(),
    operationLogs: [...(logs.at(-1) ?? [])],
  };
}

interface CallResult {
  status: string;
  data: string;
  logs?: readonly Log[] | undefined;
  error?: Error | undefined;
}

function parseCall(result: CallResult | undefined): bigint | undefined {
  return parseResult(result?.status === "success", result?.data);
}

function explain({ error }: CallResult): string {
  return `a revert: ${describeError(error)}`;
}

/** The reason of an error of viem in one line. Other values have no reason that is safe to show. */
export function describeError(error: unknown): string {
  try {
    const { shortMessage, name } = Object(error) as Record<string, unknown>;
    // Not the message and the details: a node's response may quote its URL with the key.
    const text = typeof shortMessage === "string" ? shortMessage : name;
    return typeof text === "string" ? text.replace(/\s+/g, " ") : "an unknown error";
  } catch {
    return "an unknown error";
  }
}
