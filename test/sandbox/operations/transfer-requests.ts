import type { BatchRequest, TransferRequest } from "../../../src/index.js";
import { usdc } from "../open-sandbox.js";
import { createSwapRequest } from "../swap/swap-requests.js";

export const receiver = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

/** A transfer of USDC on Polygon. */
export function createTransferRequest(
  walletAddress: `0x${string}`,
  changes: Partial<TransferRequest> = {},
): TransferRequest {
  return {
    amount: "100",
    chainId: 137,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    payGasFeeToken: usdc,
    token: usdc,
    walletAddress,
    toAddress: receiver,
    ...changes,
  };
}

/** A transfer and a swap on Polygon. */
export function createBatchRequest(
  walletAddress: `0x${string}`,
  changes: Partial<BatchRequest> = {},
  toAddress: `0x${string}` = receiver,
): BatchRequest {
  return {
    walletAddress,
    chainId: 137,
    operations: [
      { type: "transfer", params: createTransferRequest(walletAddress, { toAddress }) },
      { type: "swap", params: createSwapRequest(walletAddress) },
    ],
    ...changes,
  };
}
