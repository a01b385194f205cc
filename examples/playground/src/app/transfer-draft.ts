import type {
  Address,
  BatchRequest,
  Client,
  GasFeePaymentMethod,
  PreparedBatch,
  Transfer,
  TransferRequest,
} from "bursar";
import { type KnownToken, knownTokens } from "./tokens";

/** The values of the transfer form. */
export interface TransferDraft {
  /** What each receiver is sent. */
  amount: string;
  token: KnownToken;
  gasMethod: GasFeePaymentMethod;
  /** Empty for no maximum. */
  maxGasFee: string;
}

export const firstTransfer: TransferDraft = {
  amount: "25",
  token: knownTokens[0] as KnownToken,
  gasMethod: "ADD_TO_AMOUNT",
  maxGasFee: "1",
};

/** A prepared transfer or batch, and what it must match. */
export interface PreparedTransfers {
  operation: Transfer | PreparedBatch;
  terms: { expect: TransferRequest | BatchRequest; maxGasFee?: string };
}

/** Prepares one transfer, or several as a batch, which is executed as a whole or not at all. */
export async function prepareTransfers(
  { operations }: Client,
  { amount, token, gasMethod, maxGasFee }: TransferDraft,
  walletAddress: Address,
  receivers: readonly [Address, ...Address[]],
): Promise<PreparedTransfers> {
  const { chainId, address } = token;
  const toRequest = (toAddress: Address): TransferRequest => ({
    amount: amount.trim(),
    chainId,
    token: address,
    payGasFeeToken: address,
    gasFeePaymentMethod: gasMethod,
    walletAddress,
    toAddress,
  });
  const gas = maxGasFee.trim() === "" ? {} : { maxGasFee: maxGasFee.trim() };
  if (receivers.length === 1) {
    const expect = toRequest(receivers[0]);
    const { transfer } = await operations.transfer(expect);
    return { operation: transfer, terms: { expect, ...gas } };
  }
  const expect: BatchRequest = {
    walletAddress,
    chainId,
    operations: receivers.map((receiver) => ({ type: "transfer", params: toRequest(receiver) })),
  };
  return { operation: await operations.batch(expect), terms: { expect, ...gas } };
}

/** The transfers of a prepared operation. */
export function listTransfers(operation: Transfer | PreparedBatch): Partial<Transfer>[] {
  return "operations" in operation
    ? operation.operations.flatMap(({ transfer }) => transfer ?? [])
    : [operation];
}

/** Replaces the receiver of the first transfer, as an attacker would. */
export function replaceReceiver(
  operation: Transfer | PreparedBatch,
  toAddress: Address,
): Transfer | PreparedBatch {
  if (!("operations" in operation)) return { ...operation, toAddress };
  const [first, ...others] = operation.operations;
  return {
    ...operation,
    operations: [{ transfer: { ...first?.transfer, toAddress } }, ...others],
  };
}
