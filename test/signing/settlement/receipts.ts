import {
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbi,
  parseAbiItem,
} from "viem";
import type { SettlementNode } from "../../../src/signing/index.js";

// Receipts written from the ABIs, and a node that returns them.

export const account = (digit: string): Address => `0x${digit.repeat(40)}`;
export const hashOf = (digit: string): Hex => `0x${digit.repeat(64)}`;

export const wallet = account("1");
export const receiver = account("2");
export const stranger = account("3");
export const paymaster = account("4");
export const router = account("5");
export const usd = account("a");
export const coin = account("b");
export const wrapped = account("c");
export const nft = account("d");
export const noAccount = account("0");
export const entryPoint06: Address = "0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789";
export const entryPoint07: Address = "0x0000000071727De22E5E9d8BAf0edAc6f37da032";
export const entryPoint08: Address = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108";
export const operationHash = hashOf("e");
export const otherHash = hashOf("f");

export interface RawLog {
  address: Address;
  topics: Hex[];
  data: Hex;
}

const events = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
  "event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
  "event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)",
  "event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)",
  "event Deposit(address indexed to, uint256 value)",
  "event Withdrawal(address indexed from, uint256 value)",
  "event BeforeExecution()",
  "event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)",
]);
const nftTransfer = "event Transfer(address indexed from, address indexed to, uint256 indexed id)";
const nftApproval = "event Approval(address indexed owner, address indexed to, uint256 indexed id)";
const bareTransfer = "event Transfer(address from, address to, uint256 value)";

function encode(address: Address, event: AbiEvent, args: readonly unknown[]): RawLog {
  const named = Object.fromEntries(event.inputs.map(({ name }, i) => [name, args[i]]));
  const data = event.inputs.filter(({ indexed }) => !indexed);
  const topics = encodeEventTopics({ abi: [event], eventName: event.name, args: named } as never);
  return {
    address,
    topics: topics as Hex[],
    data: encodeAbiParameters(data, data.map(({ name = "" }) => named[name]) as never),
  };
}

const emit =
  (name: (typeof events)[number]["name"]) =>
  (address: Address, ...args: unknown[]) =>
    encode(address, events.find((event) => event.name === name) as AbiEvent, args);
export const emitOther =
  (text: string) =>
  (address: Address, ...args: unknown[]) =>
    encode(address, parseAbiItem(text) as AbiEvent, args);

export const transfer = emit("Transfer");
export const approval = emit("Approval");
export const approvalForAll = emit("ApprovalForAll");
export const transferSingle = emit("TransferSingle");
export const transferBatch = emit("TransferBatch");
export const deposit = emit("Deposit");
export const withdrawal = emit("Withdrawal");
export const transferNft = emitOther(nftTransfer);
export const approveNft = emitOther(nftApproval);
/** Of old tokens, which index no parameter. */
export const transferBare = emitOther(bareTransfer);
export const start = (entryPoint = entryPoint07) => emit("BeforeExecution")(entryPoint);

interface End {
  hash?: Hex;
  sender?: Address;
  paidBy?: Address;
  isSuccess?: boolean;
  gasCost?: bigint;
  entryPoint?: Address;
}

export function end({
  hash = operationHash,
  sender = wallet,
  paidBy = paymaster,
  isSuccess = true,
  gasCost = 7n,
  entryPoint = entryPoint07,
}: End = {}): RawLog {
  const values = [hash, sender, paidBy, 0n, isSuccess, gasCost, 5n];
  return emit("UserOperationEvent")(entryPoint, ...values);
}

/** 100 of `usd` for 100 of `coin`. */
export const swapLogs = [
  transfer(usd, wallet, router, 100_000_000n),
  transfer(coin, router, wallet, 100n * 10n ** 18n),
];

export interface World {
  logs?: unknown;
  chainId?: number;
  status?: "success" | "reverted";
  /** Of each account, at the block before and at the block. */
  balances?: Record<Address, readonly [bigint, bigint]>;
  /** Of the wallet, at the EntryPoint. */
  deposits?: readonly [bigint, bigint];
  decimals?: Record<Address, unknown>;
  /**
   * The value of `allowance`, `isApprovedForAll` and `getApproved` by token and spender or id. With
   * the name of the function in front, it is only that of this function.
   */
  approved?: Record<string, unknown>;
  /** The same at the block before. 0 without it. */
  approvedBefore?: Record<string, unknown>;
  /** The senders of the transactions of the block. */
  senders?: readonly Address[];
  /** What the EntryPoints log in the block. */
  operations?: readonly RawLog[];
  /** Whether it has no state of old blocks. */
  isPruned?: boolean;
  over?: Partial<Record<keyof SettlementNode, (parameters: never) => Promise<unknown>>>;
}

const block = 50n;

interface Read {
  address: Address;
  functionName: string;
  args: readonly unknown[];
  blockNumber?: bigint;
}

/** A node of a chain with one operation. It rejects what it was not told. */
export function createNode(world: World): SettlementNode {
  const { logs = [start(), ...swapLogs, end()], balances = {}, deposits = [0n, 0n] } = world;
  const pick = (values: readonly [bigint, bigint], at: bigint | undefined) => {
    if (at !== undefined && world.isPruned) throw new Error("missing trie node");
    if (at !== block && at !== block - 1n) throw new Error(`asked for block ${at}`);
    return at === block ? values[1] : values[0];
  };
  const lookUp = (values: Record<string, unknown>, key: string) => {
    if (!(key in values)) throw new Error(`unknown: ${key}`);
    return values[key];
  };
  const node = {
    getChainId: async () => world.chainId ?? 137,
    getTransactionReceipt: async () => ({
      blockNumber: block,
      status: world.status ?? "success",
      logs,
    }),
    getBlock: async () => ({
      transactions: (world.senders ?? [stranger]).map((from) => ({ from })),
    }),
    getLogs: async () => world.operations ?? [end()],
    getBalance: async ({ address, blockNumber }: { address: Address; blockNumber: bigint }) =>
      pick(balances[address] ?? [9n, 9n], blockNumber),
    readContract: async ({ address, functionName, args, blockNumber }: Read) => {
      if (functionName === "balanceOf") return pick(deposits, blockNumber);
      if (functionName === "decimals")
        return lookUp(world.decimals ?? { [usd]: 6, [coin]: 18, [wrapped]: 18 }, address);
      if (world.isPruned && blockNumber !== undefined) throw new Error("missing trie node");
      const key = `${address} ${args[args.length - 1]}`;
      if (blockNumber === block - 1n) return world.approvedBefore?.[key] ?? 0n;
      const { approved = {} } = world;
      const named = `${functionName} ${key}`;
      return lookUp(approved, named in approved ? named : key);
    },
    ...world.over,
  };
  return node as SettlementNode;
}
