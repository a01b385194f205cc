import { isMissing } from "../../shared/guards.js";
import type { LiquidityOperation } from "../liquidity/operation-records.js";
import {
  eitherOf,
  essential,
  type FieldsOf,
  filledListOf,
  listOf,
  maybe,
  numberFrom,
  type ObjectSchema,
  oneOf,
  openRecord,
  type Rule,
  type Schema,
} from "../records/schema.js";
import { sameAddress } from "../shared/addresses/same-address.js";
import { EvmChainId } from "../shared/chains.js";
import { isSignable } from "../shared/is-signable.js";
import {
  AddressText,
  Decimal,
  EvmAddress,
  Hash,
  Metadata,
  Num,
  OpenObject,
  StoredMetadata,
  Text,
  TokenText,
  WholeNum,
} from "../shared/primitives.js";
import {
  Authorization,
  ChainIdNumber,
  GasEstimate,
  GasFeePaymentMethod,
  RevertReason,
} from "../shared/records.js";
import { CollectedFeeEstimate, type SwapQuote, SwapQuoteRequest } from "../swap/records.js";

const transferRequestFields = () => ({
  /** The amount to send: a decimal string in whole tokens, such as `"1.5"`. */
  amount: Decimal,
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** Whether gas is added to `amount` or deducted from it. */
  gasFeePaymentMethod: GasFeePaymentMethod,
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: EvmAddress,
  /** The address of the token; `nativeToken` for the chain's native coin. */
  token: EvmAddress,
  /** The registered wallet that sends. */
  walletAddress: EvmAddress,
  /** The receiver: any account. */
  toAddress: EvmAddress,
  /** Percent of the amount for the project's treasury: 0 to 99.99. None without a treasury. */
  transactionFeePercent: maybe(numberFrom(0, 99.99), { keepsNull: true }),
  /** Stored with the transaction. Values are strings. */
  metadata: maybe(Metadata),
});
/** The request of `client.operations.transfer`: sends a token from a wallet to any account. */
export interface TransferRequest extends FieldsOf<typeof transferRequestFields> {}
export const TransferRequest: ObjectSchema<TransferRequest> = {
  kind: "request",
  fields: transferRequestFields,
};

const expiryExpected = "a value: an operation that can be executed has one";

const transferFields = () => ({
  /** The metadata of the request. */
  metadata: maybe(StoredMetadata),
  /** Present if the transfer cannot be executed. */
  revertReason: maybe(RevertReason),
  authorization: maybe(Authorization),
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. Null if not executable. */
  userOperationHash: essential(maybe(Hash)),
  /** Equals `userOperationHash`. */
  quoteId: maybe(Text),
  /** The wallet that sends. */
  walletAddress: essential(AddressText),
  /** The receiver. */
  toAddress: essential(AddressText),
  /** The address of the token. */
  token: essential(TokenText),
  /** What leaves the wallet: a decimal string, in whole tokens. */
  amountToSend: essential(Decimal),
  /** In US dollars: a decimal string. */
  amountToSendUSD: Decimal,
  /** What arrives at the receiver: a decimal string, in whole tokens. */
  amountToBeReceived: essential(Decimal),
  /** In US dollars: a decimal string. */
  amountToBeReceivedUSD: Decimal,
  chain: essential(ChainIdNumber),
  /** ISO 8601. */
  estimatedExecutionTime: Text,
  estimatedGasFees: maybe(GasEstimate),
  estimatedCollectedFee: maybe(CollectedFeeEstimate),
  /** The expiry: epoch milliseconds, or ISO 8601. Present if the transfer can be executed. */
  expiresAt: essential(maybe(eitherOf(WholeNum, Text))),
});
/**
 * A prepared transfer: it has a `userOperationHash` to sign, or a `revertReason` why it cannot be
 * executed. It is executed when it is signed and passed to `client.operations.execute`.
 */
export interface Transfer extends FieldsOf<typeof transferFields> {}
export const Transfer: ObjectSchema<Transfer> = {
  kind: "record",
  fields: transferFields,
  rule: (transfer, report) => {
    if (isSignable(transfer) && isMissing(transfer.expiresAt))
      report(["expiresAt"], expiryExpected);
  },
};

const transferResponseFields = () => ({ transfer: essential(Transfer) });
/** The response with one transfer. */
export interface TransferResponse extends FieldsOf<typeof transferResponseFields> {}
export const TransferResponse: ObjectSchema<TransferResponse> = {
  kind: "record",
  fields: transferResponseFields,
};

const batchTransferFields = () => ({
  /** Names this kind of operation. */
  type: oneOf("transfer"),
  /** The transfer. @unverified the fields of `client.operations.transfer`? */
  params: TransferRequest,
});
/** A transfer in a batch. */
export interface BatchTransfer extends FieldsOf<typeof batchTransferFields> {}
export const BatchTransfer: ObjectSchema<BatchTransfer> = {
  kind: "request",
  fields: batchTransferFields,
};

const batchSwapFields = () => ({
  /** Names this kind of operation. */
  type: oneOf("swap"),
  /** The swap. @unverified the fields of `client.swap.quote`? */
  params: SwapQuoteRequest,
});
/** A swap in a batch. */
export interface BatchSwap extends FieldsOf<typeof batchSwapFields> {}
export const BatchSwap: ObjectSchema<BatchSwap> = { kind: "request", fields: batchSwapFields };

const batchLiquidityFields = () => ({
  /** Names this kind of operation. */
  type: oneOf("liquidity"),
  /** The liquidity operation. Sent unchecked. @unverified fields not documented */
  params: OpenObject,
});
/** A liquidity operation in a batch. */
export interface BatchLiquidity extends FieldsOf<typeof batchLiquidityFields> {}
export const BatchLiquidity: ObjectSchema<BatchLiquidity> = {
  kind: "request",
  fields: batchLiquidityFields,
};

/** One operation of a batch. */
export type BatchOperation = BatchTransfer | BatchSwap | BatchLiquidity;
export const BatchOperation: Schema<BatchOperation> = {
  kind: "union",
  forms: [BatchTransfer, BatchSwap, BatchLiquidity],
  by: "type",
  expected: "transfer, swap or liquidity",
};

/** The wallet and the chain of each operation are those of the batch. */
const batchRule: Rule<BatchRequest> = ({ walletAddress, chainId, operations }, report) => {
  if (!Array.isArray(operations)) return;
  for (const [i, operation] of (operations as BatchOperation[]).entries()) {
    const params = Object(operation?.params) as Record<string, unknown>;
    const place = ["operations", i, "params"];
    if (
      !isMissing(params.walletAddress) &&
      !sameAddress(walletAddress, params.walletAddress as string)
    )
      report([...place, "walletAddress"], "the walletAddress of the batch", "own");
    for (const field of ["chainId", "chainIdIn"])
      if (!isMissing(params[field]) && params[field] !== chainId)
        report([...place, field], "the chainId of the batch", "own");
  }
};

const batchRequestFields = () => ({
  /** The registered wallet that executes the operations. */
  walletAddress: EvmAddress,
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** Executed together: all or none. */
  operations: filledListOf(BatchOperation, "at least one operation"),
});
/** The request of `client.operations.batch`: several operations of one wallet on one chain. */
export interface BatchRequest extends FieldsOf<typeof batchRequestFields> {}
export const BatchRequest: ObjectSchema<BatchRequest> = {
  kind: "request",
  fields: batchRequestFields,
  rule: batchRule,
};

const preparedBatchOperationFields = () => ({
  /** The fields of a prepared transfer. */
  transfer: maybe(openRecord<Partial<Transfer>>()),
  /** The fields of a swap quote. */
  swap: maybe(openRecord<Partial<SwapQuote>>()),
  /** The fields of a liquidity operation. */
  operation: maybe(openRecord<Partial<LiquidityOperation>>()),
});
/**
 * One operation of a prepared batch. Exactly one of the fields is present.
 * @unverified the fields of each record
 */
export interface PreparedBatchOperation extends FieldsOf<typeof preparedBatchOperationFields> {}
export const PreparedBatchOperation: ObjectSchema<PreparedBatchOperation> = {
  kind: "record",
  fields: preparedBatchOperationFields,
};

const preparedBatchFields = () => ({
  /** The hash to sign, as 32 raw bytes with EIP-191. Null if not executable. */
  userOperationHash: essential(maybe(Hash)),
  /** Equals `userOperationHash`. */
  quoteId: maybe(Text),
  /** Present if the batch cannot be executed. @unverified whether the service sends it */
  revertReason: maybe(RevertReason),
  authorization: maybe(Authorization),
  /** The expiry: ISO 8601, or epoch milliseconds. Present if the batch can be executed. */
  expiresAt: essential(maybe(eitherOf(Text, Num))),
  /** In the order of the request. */
  operations: essential(listOf(PreparedBatchOperation)),
});
/** A prepared batch: one hash for all its operations. */
export interface PreparedBatch extends FieldsOf<typeof preparedBatchFields> {}
export const PreparedBatch: ObjectSchema<PreparedBatch> = {
  kind: "record",
  fields: preparedBatchFields,
  rule: (batch, report) => {
    if (isSignable(batch) && isMissing(batch.expiresAt)) report(["expiresAt"], expiryExpected);
  },
};
