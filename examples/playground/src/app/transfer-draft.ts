import type {
  Address,
  BatchRequest,
  Client,
  GasFeePaymentMethod,
  PreparedBatch,
  Transfer,
  TransferRequest,
  TransferResponse,
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
  /** The whole response, so that what is stated beside a transfer is found. */
  operation: TransferResponse | PreparedBatch;
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
    return { operation: await operations.transfer(expect), terms: { expect, ...gas } };
  }
  const expect: BatchRequest = {
    walletAddress,
    chainId,
    operations: receivers.map((receiver) => ({ type: "transfer", params: toRequest(receiver) })),
  };
  return { operation: await operations.batch(expect), terms: { expect, ...gas } };
}

/** Sends the request of prepared transfers again. */
export function prepareAgain(
  { operations }: Client,
  { expect }: PreparedTransfers["terms"],
): Promise<PreparedTransfers["operation"]> {
  return "operations" in expect
    ? Promise.resolve(operations.batch(expect))
    : Promise.resolve(operations.transfer(expect));
}

/** The transfers of a prepared operation. */
export function listTransfers(operation: PreparedTransfers["operation"]): Partial<Transfer>[] {
  return "operations" in operation
    ? operation.operations.flatMap(({ transfer }) => transfer ?? [])
    : [operation.transfer];
}

/** When a prepared operation expires. */
export function expiryOf(operation: PreparedTransfers["operation"]) {
  return "operations" in operation ? operation.expiresAt : operation.transfer.expiresAt;
}
