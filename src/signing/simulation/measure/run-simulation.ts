import type { Address, Hex } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import { NotSimulated } from "../simulation-problems.js";
import {
  balanceReaderCode,
  createBalanceReader,
  getKey,
  type Measure,
  parseResult,
  toCall,
} from "./measures.js";
import { unifyLogs } from "./native-spelling.js";
import { assertReadableLogs, type Log, listMeasures } from "./read-logs.js";
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
  logs: Log[];
  /** The logs of the calls to the wallet: without those of its deployment. */
  walletLogs: Log[];
}

interface Run {
  chainId: number;
  wallet: Address;
  /** Other accounts whose transfers and approvals are measured. */
  others: readonly Address[];
  calls: readonly OperationCall[];
  walletCode: Hex | undefined;
  measures: readonly Measure[];
}

/** Keeps the request below the gas limit of a block and of the nodes. */
const maxMeasures = 300;
const maxRounds = 3;
/** A contract could use all gas of the request, so that nothing else can be read. */
const readGas = 500_000n;

/**
 * Runs the calls and measures every asset that the events name. The events of one run name what
 * the next one measures, until there is nothing new.
 */
export async function runSimulation(client: SimulationClient, run: Run): Promise<SimulatedRun> {
  const measures = new Map(run.measures.map((measure) => [getKey(measure), measure]));
  for (let round = 1; round <= maxRounds; round++) {
    if (measures.size > maxMeasures)
      throw toUnmeasured(`at most ${maxMeasures} values`, `${measures.size}`);
    const result = await runOnce(client, run, [...measures.values()]);
    const known = measures.size;
    const named = new Map(
      listMeasures(result.logs, run.wallet, run.others).map((measure) => [
        getKey(measure),
        measure,
      ]),
    );
    for (const [key, measure] of named) measures.set(key, measure);
    if (measures.size > known) continue;
    // The call data can name an approval before the events do.
    const measured = result.measured.map((entry) => ({
      ...entry,
      isStated: named.get(getKey(entry))?.isStated,
    }));
    return { ...result, measured };
  }
  throw toUnmeasured("the same events in each simulation", "new ones each time");
}

const toUnmeasured = (expected: string, received: string) =>
  new NotSimulated("simulate", expected, received, "simulated_unmeasured");

async function runOnce(
  client: SimulationClient,
  { chainId, calls, wallet, walletCode }: Run,
  measures: readonly Measure[],
): Promise<SimulatedRun> {
  const { balanceReader, readerCode } = createReader();
  const reads = measures.map((measure) => ({ ...toCall(measure, balanceReader), gas: readGas }));
  const overrides = walletCode ? [readerCode, { address: wallet, code: walletCode }] : [readerCode];
  const blocks = [
    { calls: reads, stateOverrides: overrides },
    { calls: calls.map(({ from, to, data, gas }) => ({ account: from, to, data, gas })) },
    { calls: reads },
  ];
  const results = await simulateBlocks(client, blocks).catch(async (error: unknown) => {
    const received = describeError(error);
    const code = (await canSimulate(client)) ? "simulated_revert" : "not_simulated";
    throw new NotSimulated("simulate", "a simulation", received, code);
  });
  const [before, during, after] = results.map((block) => block.calls);
  const isComplete =
    before?.length === reads.length &&
    during?.length === calls.length &&
    after?.length === reads.length;
  if (!isComplete) throw new NotSimulated("simulate", "the results of three blocks", "others");
  const failed = during.find(({ status }) => status !== "success");
  if (failed)
    throw new NotSimulated(
      "simulate",
      "an operation that succeeds",
      `a revert: ${describeError(failed.error)}`,
      "simulated_revert",
    );
  assertReadableLogs(during.flatMap(({ logs = [] }) => logs));
  const logsOf = (kept: (call: OperationCall) => boolean) =>
    calls.flatMap((call, i) => (kept(call) ? unifyLogs(during[i]?.logs ?? [], chainId) : []));
  return {
    measured: measures.map((measure, i) => ({
      ...measure,
      before: parseCall(measure, before[i]),
      after: parseCall(measure, after[i]),
    })),
    logs: logsOf(() => true),
    walletLogs: logsOf(({ to }) => isEqual(to, wallet)),
  };
}

function createReader() {
  const balanceReader = createBalanceReader();
  return { balanceReader, readerCode: { address: balanceReader, code: balanceReaderCode } };
}

/**
 * Whether the node runs a call that is not the operation. An operation can be made so that a node
 * fails or hangs.
 */
export async function canSimulate(client: SimulationClient): Promise<boolean> {
  const { balanceReader, readerCode } = createReader();
  const block = { calls: [{ to: balanceReader }], stateOverrides: [readerCode] };
  try {
    const [result] = await simulateBlocks(client, [block]);
    return result?.calls[0]?.status === "success";
  } catch {
    return false;
  }
}

async function simulateBlocks(client: SimulationClient, blocks: readonly object[]) {
  const parameters = { blocks, traceTransfers: true };
  return (await client.simulateBlocks(parameters as never)) as { calls: CallResult[] }[];
}

interface CallResult {
  status: string;
  data: string;
  logs?: readonly Log[] | undefined;
  error?: Error | undefined;
}

function parseCall(measure: Measure, result: CallResult | undefined): bigint | undefined {
  return parseResult(measure, result?.status === "success", result?.data);
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
