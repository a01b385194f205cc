import type { AbiFunction } from "viem";
import { decodeFunctionResult, encodeFunctionData, pad, parseAbi, toHex } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { type Address, evmAddressPattern, type Hex, hashPattern } from "../../shared/patterns.js";
import { createUnmeasured, describeError, NotSimulated } from "./not-simulated.js";
import { normalize } from "./operation-rules.js";
import type { SimulationClient } from "./simulation-types.js";
import type { Execution } from "./user-operation.js";

/** One value on the chain that is read before and after the operation. Addresses: lower case. */
export interface Measure {
  kind: MeasureKind;
  token: Address;
  /** The account that has the balance or gave the approval. */
  account: Address;
  spender?: Address | undefined;
  id?: bigint | undefined;
  /** The token whose approval Permit2 stores. */
  asset?: Address | undefined;
}

/** A value before and after the operation. Undefined if the contract does not have the function. */
export interface Measured extends Measure {
  before: bigint | undefined;
  after: bigint | undefined;
}

/** The function that reads each kind. Arguments have the names of fields, or of `interfaces`. */
const readers = {
  // Of ERC-20 and ERC-721, and of the EntryPoint for its deposits.
  balance: "balanceOf(address account)",
  decimals: "decimals()",
  isNft: "supportsInterface(bytes4 isNft)",
  hasIds: "supportsInterface(bytes4 hasIds)",
  nftOwner: "ownerOf(uint256 id)",
  idBalance: "balanceOf(address account, uint256 id)",
  allowance: "allowance(address account, address spender)",
  nftApproval: "getApproved(uint256 id)",
  operator: "isApprovedForAll(address account, address spender)",
  permit: "allowance(address account, address asset, address spender)",
  permitExpiration: "allowance(address account, address asset, address spender)",
  walletOwner: "owner()",
  // Of Kernel's validator for one owner.
  validatorOwner: "ecdsaValidatorStorage(address account)",
} as const;
export type MeasureKind = keyof typeof readers;

/** ERC-721, whose tokens have no decimals, and ERC-1155, whose balances have an id. */
const interfaces = { isNft: "0x80ac58cd", hasIds: "0xd9b67a26" };

const abis = new Map<MeasureKind, readonly [AbiFunction]>();

function getAbi(kind: MeasureKind): readonly [AbiFunction] {
  const known = abis.get(kind);
  if (known) return known;
  // Every result is read as numbers.
  const results = kind === "permitExpiration" ? "uint256, uint256 expiration" : "uint256";
  const text: string = `function ${readers[kind]} view returns (${results})`;
  const abi = parseAbi([text]) as unknown as readonly [AbiFunction];
  abis.set(kind, abi);
  return abi;
}

/** Returns the native balance of the address in the first word of its input. */
export const balanceReaderCode: Hex = "0x6000353160005260206000f3";

export function getKey({ kind, token, account, spender, id, asset }: Measure): string {
  return [kind, token, account, spender, id, asset].join();
}

/** The call that reads the value. `balanceReader` reads native balances. */
export function toCall(measure: Measure, balanceReader: Address): { to: Address; data: Hex } {
  const { kind, token, account } = measure;
  if (kind === "balance" && token === nativeToken) return { to: balanceReader, data: pad(account) };
  const abi = getAbi(kind);
  const values: Record<string, unknown> = { ...measure, ...interfaces };
  const args = abi[0].inputs.map(({ name }) => values[name as string]);
  return { to: token, data: encodeFunctionData({ abi, args }) };
}

export function parseResult({ kind }: Measure, data: Hex | undefined): bigint | undefined {
  try {
    const result: unknown = decodeFunctionResult({ abi: getAbi(kind), data: data ?? "0x" });
    return (Array.isArray(result) ? result[result.length - 1] : result) as bigint;
  } catch {
    return undefined;
  }
}

export interface Log {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

/** Reading more blocks the thread. */
const maxLogs = 2_000;
const maxLogBytes = 1_000_000;
const hexPattern = /^0x[a-f0-9]*$/i;

/** A client can return anything. Only addresses and hex cannot add lines to a text. */
export function assertReadableLogs(logs: readonly unknown[]): asserts logs is readonly Log[] {
  if (logs.length > maxLogs) throw createUnmeasured(`at most ${maxLogs} events`, logs.length);
  if (!logs.every(isLog))
    throw new NotSimulated("not_simulated", "simulate", "the events of contracts", "others");
  const bytes = logs.reduce((sum, { data }) => sum + data.length / 2 - 1, 0);
  if (bytes > maxLogBytes) throw createUnmeasured(`at most ${maxLogBytes} bytes of events`, bytes);
}

function isLog(log: unknown): log is Log {
  const { address, topics, data } = Object(log) as Record<string, unknown>;
  const matches = (pattern: RegExp) => (value: unknown) =>
    typeof value === "string" && pattern.test(value);
  const hasTopics = Array.isArray(topics) && topics.every(matches(hashPattern));
  return hasTopics && matches(evmAddressPattern)(address) && matches(hexPattern)(data);
}

export interface SimulatedRun {
  measured: Measured[];
  /** The events of each call. Hex is in lower case, and the native coin has one address. */
  logs: Log[][];
}

interface Run extends Pick<Execution, "calls" | "walletCode"> {
  chainId: number;
  wallet: Address;
  measures: readonly Measure[];
  /** By the result of a run. */
  listMore(run: SimulatedRun): readonly Measure[];
}

/** Keeps the request below the gas limit of a block and of the nodes. */
const maxMeasures = 300;
const maxRounds = 3;
/** A contract could use all gas of the request, so that nothing else can be read. */
const readGas = 500_000n;

/** The events of one run name what the next one measures, until there is nothing new. */
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

/** Whether the node runs another call. An operation can be made so that a node fails or hangs. */
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
