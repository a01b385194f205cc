import type { Hex } from "viem";
import { entryPoint08Address, getUserOperationTypedData } from "viem/account-abstraction";
import { privateKeyToAccount } from "viem/accounts";
import type { TypedData } from "../../src/contract/shared/records.js";
import type { MarketSwapRequest, SwapQuote } from "../../src/contract/swap/records.js";
import { hashTypedData } from "../../src/signing/eip712/normalise-typed-data.js";

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
const operationHash: Hex = `0x${"5a".repeat(32)}`;

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

/** A market quote as the running service sends it: the hash, and no typed data. */
export function createQuote(changes: Partial<SwapQuote> = {}): SwapQuote {
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
    typedData: null,
    userOperationHash: operationHash,
    quoteId: operationHash,
    walletAddress: wallet,
    toAddress: wallet,
    ...changes,
  };
}

/** A packed user operation as typed data, in JSON, and its hash. */
export function createOperationData(changes: Record<string, unknown> = {}) {
  const data = getUserOperationTypedData({
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
      signature: "0x",
      ...changes,
    },
  });
  const asText = (key: string, value: unknown) =>
    key === "signature" ? undefined : typeof value === "bigint" ? value.toString() : value;
  const typedData = JSON.parse(JSON.stringify(data, asText)) as TypedData;
  const userOperationHash = hashTypedData(typedData);
  return { typedData, userOperationHash, quoteId: userOperationHash };
}
