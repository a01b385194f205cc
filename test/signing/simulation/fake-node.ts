import { createPublicClient, custom, type Hex, pad, toHex } from "viem";
import { entryPoint08Address, getUserOperationTypedData } from "viem/account-abstraction";
import { privateKeyToAccount } from "viem/accounts";
import type { TypedData } from "../../../src/contract/shared/records.js";
import type { MarketSwapRequest, SwapQuote } from "../../../src/contract/swap/records.js";
import type { NormalTypedData } from "../../../src/signing/eip712/normal-typed-data.js";
import { hashTypedData } from "../../../src/signing/eip712/normalise-typed-data.js";
import { eventTopics } from "../../../src/signing/simulation/list-measures.js";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";

export const wallet: Hex = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
/** The key of the wallet, which is delegated to a contract. */
export const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);
/** A signer with the key of the wallet that counts its calls. */
export function createCountingSigner() {
  let calls = 0;
  const signMessage: typeof owner.signMessage = (parameters) => {
    calls++;
    return owner.signMessage(parameters);
  };
  return { signer: { address: owner.address, signMessage }, countCalls: () => calls };
}

export const stranger: Hex = "0xbad0000000000000000000000000000000000001";
export const tokenIn: Hex = "0xaaaa000000000000000000000000000000000001";
export const tokenOut: Hex = "0xbbbb000000000000000000000000000000000002";
export const otherToken: Hex = "0xcccc000000000000000000000000000000000003";
const walletCode = "0xef0100d6cedde84be40893d153be9d467cd6ad37875b28";

/** A number, or bytes with several words. */
type Result = bigint | Hex;
/** A result of a contract before and after the operation. */
export type Value = readonly [before: Result, after: Result | undefined];

/** What the node reports. Keys of `values` are `getKeyOf(...)`. */
export interface FakeChain {
  chainId?: number;
  code?: Hex;
  values?: Record<string, Value>;
  logs?: readonly Log[];
  /** Replaces the result of the operation. */
  operation?: object;
  /** The logs of the call before the operation. */
  setupLogs?: readonly Log[];
  /** Replaces the response to `eth_simulateV1`. */
  respond?: (round: number) => unknown;
}

/** In keys, for the random address of the contract that reads native balances. */
const balanceReader: Hex = "0xba1a0ce0000000000000000000000000000ba1a0";
/** The paymaster of the operations. */
export const paymaster: Hex = "0x9a1d000000000000000000000000000000000001";

/** The key of a call: contract and call data. */
export const keyOf = (to: Hex, selector: string, ...words: (Hex | bigint)[]) =>
  `${to} ${selector}${words
    .map((word) => pad(typeof word === "bigint" ? toHex(word) : word).slice(2))
    .join("")}`.toLowerCase();
export const balance = (token: Hex, account: Hex = wallet) => keyOf(token, "0x70a08231", account);
export const nativeBalance = (account: Hex = wallet) => keyOf(balanceReader, "0x", account);
export const allowance = (token: Hex, spender: Hex) => keyOf(token, "0xdd62ed3e", wallet, spender);
export const decimals = (token: Hex) => keyOf(token, "0x313ce567");

/** An ERC-20 event. */
export function createLog(
  token: Hex,
  kind: "transfer" | "approval",
  from: Hex,
  to: Hex,
  value = 1n,
): Log {
  const topics: Hex[] = [eventTopics[kind], pad(from), pad(to)];
  return { address: token, topics, data: pad(toHex(value)) };
}

/** A swap of 100 for at least 99, both with 6 decimals. */
export const honestValues: Record<string, Value> = {
  [decimals(tokenIn)]: [6n, 6n],
  [decimals(tokenOut)]: [6n, 6n],
  [balance(tokenIn)]: [500_000_000n, 400_000_000n],
  [balance(tokenOut)]: [0n, 99_500_000n],
  [nativeBalance()]: [10n, 10n],
};

export interface SimulatedCall {
  from?: Hex;
  to: Hex;
  data: Hex;
  gas?: Hex;
}
export interface SimulatedBlock {
  calls: SimulatedCall[];
  stateOverrides?: Record<string, unknown>;
}
type Requests = { method: string; params?: readonly unknown[] }[];

/** A viem client of a node that simulates one prepared outcome. `requests` records the requests. */
export function createFakeNode(chain: FakeChain = {}) {
  const requests: Requests = [];
  let round = 0;
  const request = async ({ method, params }: Requests[number]): Promise<unknown> => {
    requests.push({ method, params: params ?? [] });
    if (method === "eth_chainId") return toHex(chain.chainId ?? 137);
    if (method === "eth_getCode") return chain.code ?? walletCode;
    if (method !== "eth_simulateV1") throw Object.assign(new Error("no method"), { code: -32601 });
    round++;
    if (chain.respond) return chain.respond(round);
    const [{ blockStateCalls }] = params as [{ blockStateCalls: SimulatedBlock[] }];
    const reader = Object.keys(blockStateCalls[0]?.stateOverrides ?? {})[0];
    return blockStateCalls.map(({ calls }, block) =>
      createBlock(
        calls.map((call, i) =>
          block === 1 ? runCall(i === calls.length - 1) : read(call, block === 2, reader),
        ),
      ),
    );
  };
  const runCall = (isOperation: boolean) => ({
    status: "0x1",
    gasUsed: "0x1",
    returnData: "0x",
    logs: (isOperation ? chain.logs : chain.setupLogs) ?? [],
    ...(isOperation && chain.operation),
  });
  const read = ({ to, data }: SimulatedCall, isAfter: boolean, reader: string | undefined) => {
    const target = to === reader ? balanceReader : to;
    const value = (chain.values ?? honestValues)[`${target} ${data}`.toLowerCase()];
    const result = value?.[isAfter ? 1 : 0] ?? "0x";
    const returnData = typeof result === "bigint" ? pad(toHex(result)) : result;
    return { status: "0x1", gasUsed: "0x1", returnData, logs: [] };
  };
  const client = createPublicClient({
    transport: custom({ request } as never, { retryCount: 0 }),
  });
  return { client, requests };
}

export const createBlock = (calls: unknown[]) => ({ number: "0x1", timestamp: "0x1", calls });

export const request: MarketSwapRequest = {
  amountIn: "100",
  chainIdIn: 137,
  chainIdOut: 137,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  payGasFeeToken: tokenIn,
  slippage: 1,
  tokenIn,
  tokenOut,
  walletAddress: wallet,
  toAddress: wallet,
};

/** The typed data of an operation in its normal form. */
export function createNormalData(changes: Record<string, unknown> = {}): NormalTypedData {
  return getUserOperationTypedData({
    chainId: 137,
    entryPointAddress: entryPoint08Address,
    userOperation: {
      sender: wallet,
      nonce: 0n,
      callData: "0x34fcd5be",
      callGasLimit: 100_000n,
      verificationGasLimit: 100_000n,
      preVerificationGas: 50_000n,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 1n,
      paymaster,
      paymasterVerificationGasLimit: 1n,
      paymasterPostOpGasLimit: 1n,
      paymasterData: "0x",
      signature: "0x",
      ...changes,
    },
  }) as unknown as NormalTypedData;
}

/** The typed data of an operation, as JSON. */
export function createTypedData(changes: Record<string, unknown> = {}): TypedData {
  const typedData = createNormalData(changes);
  const asText = (key: string, value: unknown) =>
    key === "signature" ? undefined : typeof value === "bigint" ? value.toString() : value;
  return JSON.parse(JSON.stringify(typedData, asText));
}

function hashOperation(operation: Record<string, unknown>) {
  const typedData = createTypedData(operation);
  return { typedData, userOperationHash: hashTypedData(typedData) };
}

/** A copy of the operation without changes, which is hashed once: most tests use it. */
function plainOperation(): ReturnType<typeof hashOperation> {
  plain ??= hashOperation({});
  return structuredClone(plain);
}
let plain: ReturnType<typeof hashOperation> | undefined;

/** A consistent quote. `operation` changes the user operation. */
export function createQuote(
  changes: Partial<SwapQuote> = {},
  operation: Record<string, unknown> = {},
): SwapQuote {
  const isPlain = Object.keys(operation).length === 0;
  const signed = isPlain ? plainOperation() : hashOperation(operation);
  const { typedData, userOperationHash } = signed;
  return {
    tokenIn,
    tokenOut,
    amountIn: "100",
    amountOut: "100",
    minAmountOut: "99",
    chainIn: 137,
    chainOut: 137,
    estimatedExecutionTime: "2030-01-01T00:00:00Z",
    amountInUSD: "100",
    amountOutUSD: "100",
    tokenInPrice: "1",
    swapProvider: "TEST",
    expiresAt: Date.now() + 3_600_000,
    fees: [],
    typedData,
    userOperationHash,
    quoteId: userOperationHash,
    walletAddress: wallet,
    toAddress: wallet,
    ...changes,
  };
}
