import { toHex } from "viem/utils";
import type { Address, Hex } from "../../shared/patterns.js";
import {
  balanceReaderCode,
  getKey,
  type Measure,
  type Measured,
  parseResult,
  toCall,
} from "./measures.js";
import { createUnmeasured, describeError, NotSimulated } from "./not-simulated.js";
import { normalize } from "./operation-rules.js";
import { assertReadableLogs, type Log } from "./read-logs.js";
import type { SimulationClient } from "./simulation-types.js";
import type { Execution } from "./user-operation.js";

export interface SimulatedRun {
  measured: Measured[];
  /** The events of each call. Hex is in lower case, and the native coin has one address. */
  logs: Log[][];
}

interface Run extends Pick<Execution, "calls" | "walletCode"> {
  chainId: number;
  wallet: Address;
  measures: readonly Measure[];
  /** What else to measure, by the result of a run. */
  listMore(run: SimulatedRun): readonly Measure[];
}

/** Keeps the request below the gas limit of a block and of the nodes. */
const maxMeasures = 300;
const maxRounds = 3;
/** A contract could use all gas of the request, so that nothing else can be read. */
const readGas = 500_000n;

/**
 * Runs the calls and measures every asset that the events name. The events of one run name what the
 * next one measures, until there is nothing new.
 */
export async function runSimulation(client: SimulationClient, run: Run): Promise<SimulatedRun> {
  const measures = new Map(run.measures.map((measure) => [getKey(measure), measure]));
  for (let round = 1; round <= maxRounds; round++) {
    const known = measures.size;
    if (known > maxMeasures) throw createUnmeasured(`at most ${maxMeasures} values`, known);
    const result = await runOnce(client, run, [...measures.values()]);
    for (const measure of run.listMore(result)) measures.set(getKey(measure), measure);
    if (measures.size === known) return result;
  }
  throw createUnmeasured("the same events in each simulation", "new ones each time");
}

async function runOnce(
  client: SimulationClient,
  { chainId, calls, wallet, walletCode }: Run,
  measures: readonly Measure[],
): Promise<SimulatedRun> {
  const { reader, readerCode } = createReader();
  const reads = measures.map((measure) => ({ ...toCall(measure, reader), gas: readGas }));
  const overrides = walletCode ? [readerCode, { address: wallet, code: walletCode }] : [readerCode];
  const blocks = [
    { calls: reads, stateOverrides: overrides },
    { calls: calls.map(({ from, ...call }) => ({ account: from, ...call })) },
    { calls: reads },
  ];
  const results = await simulateBlocks(client, blocks).catch(async (error: unknown) => {
    const code = (await canSimulate(client)) ? "simulated_revert" : "not_simulated";
    throw new NotSimulated(code, "simulate", "a simulation", describeError(error));
  });
  const [before, during, after] = results.map((block) => block.calls);
  const isComplete =
    before?.length === reads.length &&
    during?.length === calls.length &&
    after?.length === reads.length;
  if (!isComplete)
    throw new NotSimulated("not_simulated", "simulate", "the results of three blocks", "others");
  const failed = during.find(({ status }) => status !== "success");
  if (failed) {
    const reason = `a revert: ${describeError(failed.error)}`;
    throw new NotSimulated("simulated_revert", "simulate", "an operation that succeeds", reason);
  }
  assertReadableLogs(during.flatMap(({ logs = [] }) => logs));
  const read = (i: number, results: CallResult[]) => {
    const result = results[i];
    return parseResult(measures[i] as Measure, result?.status === "success" ? result.data : "0x");
  };
  return {
    measured: measures.map((measure, i) => ({
      ...measure,
      before: read(i, before),
      after: read(i, after),
    })),
    logs: during.map(({ logs = [] }) => logs.map((log) => normalizeLog(log, chainId))),
  };
}

const normalizeLog = ({ address, topics, data }: Log, chainId: number): Log => ({
  address: normalize(address, chainId),
  topics: topics.map((topic) => topic.toLowerCase() as Hex),
  data: data.toLowerCase() as Hex,
});

/** Reads native balances at a random address: a contract could detect a fixed one. */
function createReader() {
  const reader: Address = toHex(crypto.getRandomValues(new Uint8Array(20)));
  return { reader, readerCode: { address: reader, code: balanceReaderCode } };
}

/**
 * Whether the node runs a call that is not the operation. An operation can be made so that a node
 * fails or hangs.
 */
export async function canSimulate(client: SimulationClient): Promise<boolean> {
  const { reader, readerCode } = createReader();
  const block = { calls: [{ to: reader }], stateOverrides: [readerCode] };
  try {
    const [result] = await simulateBlocks(client, [block]);
    return result?.calls[0]?.status === "success";
  } catch {
    return false;
  }
}

interface CallResult {
  status: string;
  data: Hex;
  logs?: Log[] | undefined;
  error?: Error | undefined;
}

async function simulateBlocks(client: SimulationClient, blocks: readonly object[]) {
  const parameters = { blocks, traceTransfers: true };
  return (await client.simulateBlocks(parameters as never)) as { calls: CallResult[] }[];
}
