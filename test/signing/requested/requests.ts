import type { BatchRequest, PreparedBatch, Transfer, TransferRequest } from "../../../src/index.js";

export const now = Date.UTC(2026, 0, 31, 12);
export const wallet = "0x57a1b2c3d4e5f60718293a4b5c6d7e8f9001021c";
export const receiver = "0xc5a1b2c3d4e5f60718293a4b5c6d7e8f9001024a";
export const brz = "0x4ed141110f6eeeaba9a1df36d8c26f684d2475dc";
export const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
export const hash = `0x${"5f".repeat(32)}` as const;

/** The recorded request: 12.55 BRZ, less gas. */
export const request = {
  amount: "12.55",
  chainId: 137,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
  payGasFeeToken: brz,
  token: brz,
  walletAddress: wallet,
  toAddress: receiver,
} satisfies TransferRequest;

/** The recorded transfer, which is valid for a minute. */
export const transfer = {
  amountToBeReceived: "12.538517674136121511",
  amountToBeReceivedUSD: "2.27420180981695923500438952026790157",
  amountToSend: "12.55",
  amountToSendUSD: "2.2762844424645492685",
  chain: 137,
  estimatedExecutionTime: "2026-01-31T12:00:14.881Z",
  estimatedGasFees: {
    gasFeeTokenAmount: "0.011482325863878489",
    gasFeeTokenAmountUSD: "0.00208263264759003349561047973209843",
    maxGasFeeNative: "0.009858853649052191",
    maxGasFeeToken: "0.011482325863878489",
    payGasFeeToken: brz,
  },
  estimatedCollectedFee: {
    collectedFee: "0",
    collectedFeeToken: brz,
    collectedFeePercent: "0",
    serviceCollectedFee: "0",
    serviceCollectedFeePercent: "0",
  },
  expiresAt: now + 60_000,
  quoteId: hash,
  userOperationHash: hash,
  revertReason: null,
  authorization: null,
  toAddress: receiver,
  walletAddress: wallet,
  token: brz,
  metadata: null,
} satisfies Transfer;

export const batchRequest = {
  walletAddress: wallet,
  chainId: 137,
  operations: [
    { type: "transfer", params: request },
    { type: "transfer", params: { ...request, amount: "7", toAddress: wallet } },
  ],
} satisfies BatchRequest;

const part = { ...transfer, userOperationHash: null, quoteId: null };

export const batch = {
  userOperationHash: hash,
  quoteId: hash,
  authorization: null,
  expiresAt: new Date(now + 60_000).toISOString(),
  operations: [
    { transfer: part },
    {
      transfer: {
        ...part,
        toAddress: wallet,
        amountToSend: "7",
        amountToSendUSD: "1.27",
        amountToBeReceived: "6.98851",
      },
    },
  ],
} satisfies PreparedBatch;
