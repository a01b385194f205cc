import { readFileSync } from "node:fs";
import { concat, encodeFunctionData, type Hex, pad, parseAbi, toHex } from "viem";
import { foundry } from "viem/chains";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import type { MarketSwapRequest, SwapQuote } from "../../../src/contract/swap/records.js";
import { hashTypedData } from "../../../src/signing/index.js";
import { gas, type Operation, typedDataOf } from "./entry-point.js";
import { type ChainClient, deploy } from "./evm-node.js";

type ContractName =
  | "BlindToken"
  | "FeeToken"
  | "HookToken"
  | "LyingToken"
  | "Market"
  | "ModularWallet"
  | "MultiToken"
  | "Nft"
  | "OwnerThief"
  | "Permits"
  | "Router"
  | "SilentToken"
  | "Splitter"
  | "Token"
  | "WholeOperationWallet"
  | "Wrapped";

/** Compiled from `contracts/*.sol`. */
const bytecodes: Record<ContractName, Hex> = JSON.parse(
  readFileSync(new URL("contracts/contracts.json", import.meta.url), "utf8"),
);

/** `argument` is that of the constructor: the decimals of a token, or an account. */
export function deployContract(client: ChainClient, name: ContractName, argument?: number | Hex) {
  const code = bytecodes[name];
  if (argument === undefined) return deploy(client, code);
  const word = pad(typeof argument === "number" ? toHex(argument) : argument);
  return deploy(client, concat([code, word]));
}

export const abi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function transferFrom(address from, address to, uint256 value)",
  "function balanceOf(address account) view returns (uint256)",
  "function setApprovalForAll(address operator, bool approved)",
  "function swap(address tokenIn, uint256 amount, address tokenOut, uint256 minimum, address to)",
  "function swapTwice(address market, address[3] tokens, uint256[3] amounts, address to)",
  "function swapWithPermit(address, address, address, uint160, address, uint256, address)",
  "function deposit()",
  "function withdraw(uint256 value)",
  "function setHook(address target, bytes data)",
  "function depositTo(address account)",
  "function withdrawTo(address account, uint256 value)",
  "function upgradeToAndCall(address implementation, bytes data)",
  "function transferOwnership(address account)",
  "function setOwner(address account)",
  "function installModule(uint256 kind, address module, bytes data)",
  "function addSigner(address signer)",
  "function take(address account)",
  "function execute(bytes32 mode, bytes calls)",
  "function createAccount(address owner, uint256 salt)",
]);
/** Overloads of the functions above. */
export const idAbi = parseAbi([
  "function mint(address to, uint256 id, uint256 value)",
  "function transfer(address to, uint256 id, uint256 value)",
  "function transferBatch(address to, uint256[] ids, uint256[] values)",
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
const walletAbi = parseAbi([
  "struct Call { address target; uint256 value; bytes data; }",
  "function executeBatch(Call[] calls)",
]);

/** A call that the wallet makes. */
export type WalletCall = readonly [target: Hex, data: Hex, value?: bigint];

export function encode(functionName: (typeof abi)[number]["name"], ...args: unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args } as never);
}

export function encodeWithId(
  functionName: (typeof idAbi)[number]["name"],
  ...args: unknown[]
): Hex {
  return encodeFunctionData({ abi: idAbi, functionName, args } as never);
}

export function createOperation(
  sender: Hex,
  calls: readonly WalletCall[],
  over: Partial<Operation> = {},
): Operation {
  const list = calls.map(([target, data, value = 0n]) => ({ target, data, value }));
  const callData = encodeFunctionData({
    abi: walletAbi,
    functionName: "executeBatch",
    args: [list],
  });
  // A paymaster pays the gas, as with the service. The tests of gas override it.
  const paymaster = {
    paymaster: "0x00000000000000000000000000000000000000fe" as Hex,
    paymasterVerificationGasLimit: 1n,
    paymasterPostOpGasLimit: 1n,
    paymasterData: "0x" as Hex,
  };
  const callGasLimit = 1_000_000n;
  return {
    sender,
    nonce: 0n,
    callData,
    signature: "0x",
    ...gas,
    callGasLimit,
    ...paymaster,
    ...over,
  };
}

/** The request of a swap of 100 `tokenIn` for `tokenOut`. */
export function createRequest(
  wallet: Hex,
  tokenIn: Hex,
  tokenOut: Hex,
  changes: Partial<MarketSwapRequest> = {},
): MarketSwapRequest {
  return {
    amountIn: "100",
    chainIdIn: foundry.id as never,
    chainIdOut: foundry.id as never,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    payGasFeeToken: tokenIn,
    tokenIn,
    tokenOut,
    walletAddress: wallet,
    toAddress: wallet,
    slippage: 1,
    ...changes,
  };
}

/** The quote of a service for an operation. All fields and the hash are consistent. */
export function createQuote(
  request: MarketSwapRequest,
  operation: Operation,
  changes: Partial<SwapQuote> = {},
): SwapQuote {
  const typedData = typedDataOf(operation);
  const userOperationHash = hashTypedData(typedData);
  return {
    tokenIn: request.tokenIn as Hex,
    tokenOut: request.tokenOut as Hex,
    amountIn: request.amountIn,
    amountOut: "100",
    minAmountOut: "99",
    chainIn: request.chainIdIn,
    chainOut: request.chainIdOut,
    estimatedExecutionTime: new Date().toISOString(),
    amountInUSD: "100",
    amountOutUSD: "100",
    tokenInPrice: "1",
    swapProvider: "TEST",
    expiresAt: Date.now() + 60_000,
    fees: [],
    typedData,
    userOperationHash,
    quoteId: userOperationHash,
    walletAddress: request.walletAddress,
    toAddress: request.toAddress,
    ...changes,
  };
}

export { nativeToken };
