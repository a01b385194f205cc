import * as z from "zod/mini";
import { isMissing } from "../../shared/guards.js";
import type { LiquidityOperation } from "../liquidity/operation-types.js";
import { sameAddress } from "../shared/addresses/same-address.js";
import { EvmChainId } from "../shared/chains.js";
import {
  Decimal,
  EvmAddress,
  eitherOf,
  Hash,
  Id,
  listOf,
  Metadata,
  Num,
  numberFrom,
  OpenObject,
  Text,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  type ExactSchema,
  exact,
  lazy,
  maybe,
  optional,
  record,
  request,
  typedAs,
} from "../shared/schema.js";
import {
  AddressText,
  Authorization,
  Chain,
  ChainIdNumber,
  GasEstimate,
  GasFeePaymentMethod,
  RevertReason,
  StoredMetadata,
  TokenText,
} from "../shared/schemas.js";
import { isSignable } from "../swap/is-executable.js";
import { CollectedFeeEstimate, SwapQuoteRequest } from "../swap/schemas.js";
import type { SwapQuote } from "../swap/types.js";
import type * as t from "./prepared-types.js";

/** The request that prepares a transfer. */
export const TransferRequest: ExactSchema<t.TransferRequest> = request(() => ({
  amount: Decimal,
  chainId: EvmChainId,
  gasFeePaymentMethod: GasFeePaymentMethod,
  payGasFeeToken: EvmAddress,
  token: EvmAddress,
  walletAddress: EvmAddress,
  toAddress: EvmAddress,
  transactionFeePercent: optional(numberFrom(0, 99.99)),
  metadata: optional(Metadata),
}));

const expiryExpected = "a value: an operation that can be executed has one";

/** What a transfer must say to be judged at all. */
const essentialTransferFields = [
  "walletAddress",
  "toAddress",
  "token",
  "amountToSend",
  "amountToBeReceived",
  "chain",
  "expiresAt",
  "userOperationHash",
] as const;

/** A prepared transfer. */
export const Transfer: ExactSchema<t.Transfer> = record(
  () => ({
    metadata: maybe(StoredMetadata),
    revertReason: maybe(RevertReason),
    authorization: maybe(Authorization),
    userOperationHash: maybe(Hash),
    quoteId: maybe(Text),
    walletAddress: AddressText,
    toAddress: AddressText,
    token: TokenText,
    amountToSend: Decimal,
    amountToSendUSD: Decimal,
    amountToBeReceived: Decimal,
    amountToBeReceivedUSD: Decimal,
    chain: ChainIdNumber,
    estimatedExecutionTime: Text,
    estimatedGasFees: maybe(GasEstimate),
    estimatedCollectedFee: maybe(CollectedFeeEstimate),
    expiresAt: maybe(eitherOf(Num, Text)),
  }),
  {
    essential: { fields: essentialTransferFields },
    rule: (transfer, report) => {
      if (isSignable(transfer) && isMissing(transfer.expiresAt))
        report(["expiresAt"], expiryExpected);
    },
  },
);

/** The response with one transfer. */
export const TransferResponse: ExactSchema<t.TransferResponse> = record(
  () => ({ transfer: Transfer }),
  { essential: { fields: ["transfer"] } },
);

/* @__NO_SIDE_EFFECTS__ */
function word<const Word extends string>(value: Word): ExactSchema<Word> {
  return exact(z.literal(value));
}

const BatchTransfer: ExactSchema<t.BatchTransfer> = request(() => ({
  type: word("transfer"),
  params: TransferRequest,
}));
const BatchSwap: ExactSchema<t.BatchSwap> = request(() => ({
  type: word("swap"),
  params: SwapQuoteRequest,
}));
const BatchLiquidity: ExactSchema<t.BatchLiquidity> = request(() => ({
  type: word("liquidity"),
  params: OpenObject,
}));

/** One operation of a batch. */
export const BatchOperation = lazy<t.BatchOperation>(() =>
  z.discriminatedUnion("type", [BatchTransfer, BatchSwap, BatchLiquidity] as never, {
    error: "transfer, swap or liquidity",
  }),
);

/** The wallet and the chain of each operation are those of the batch. */
const batchRule: CrossFieldRule<t.BatchRequest> = (
  { walletAddress, chainId, operations },
  _,
  reportOwn,
) => {
  if (!Array.isArray(operations)) return;
  for (const [i, operation] of (operations as t.BatchOperation[]).entries()) {
    const params = Object(operation?.params) as Record<string, unknown>;
    const place = ["operations", i, "params"];
    if (
      !isMissing(params.walletAddress) &&
      !sameAddress(walletAddress, params.walletAddress as string)
    )
      reportOwn([...place, "walletAddress"], "the walletAddress of the batch");
    for (const field of ["chainId", "chainIdIn"])
      if (!isMissing(params[field]) && params[field] !== chainId)
        reportOwn([...place, field], "the chainId of the batch");
  }
};

/** The request that prepares a batch. */
export const BatchRequest: ExactSchema<t.BatchRequest> = request(
  () => ({
    walletAddress: EvmAddress,
    chainId: EvmChainId,
    operations: typedAs<readonly t.BatchOperation[]>(
      z.array(BatchOperation).check(z.minLength(1, { error: "at least one operation" })),
    ),
  }),
  batchRule,
);

const PreparedBatchOperation: ExactSchema<t.PreparedBatchOperation> = record(() => ({
  transfer: maybe(typedAs<Partial<t.Transfer>>(OpenObject)),
  swap: maybe(typedAs<Partial<SwapQuote>>(OpenObject)),
  operation: maybe(typedAs<Partial<LiquidityOperation>>(OpenObject)),
}));

/** A prepared batch. */
export const PreparedBatch: ExactSchema<t.PreparedBatch> = record(
  () => ({
    userOperationHash: maybe(Hash),
    quoteId: maybe(Text),
    revertReason: maybe(RevertReason),
    authorization: maybe(Authorization),
    expiresAt: maybe(eitherOf(Text, Num)),
    operations: listOf(PreparedBatchOperation),
  }),
  {
    essential: { fields: ["userOperationHash", "expiresAt", "operations"] },
    rule: (batch, report) => {
      if (isSignable(batch) && isMissing(batch.expiresAt)) report(["expiresAt"], expiryExpected);
    },
  },
);

const ContractCall: ExactSchema<t.ContractCall> = request(() => ({
  address: EvmAddress,
  methodSignature: optional(Id),
  arguments: optional(typedAs<readonly string[]>(z.array(z.string()))),
  value: optional(Decimal),
  metadata: optional(Metadata),
}));

/** The request that prepares a custom operation. */
export const CustomOperationRequest: ExactSchema<t.CustomOperationRequest> = request(() => ({
  chainId: EvmChainId,
  walletAddress: EvmAddress,
  payGasFeeToken: EvmAddress,
  operations: typedAs<readonly t.ContractCall[]>(
    z.array(ContractCall).check(z.minLength(1, { error: "at least one call" })),
  ),
  metadata: optional(Metadata),
}));

const UserOperationSender: ExactSchema<t.UserOperationSender> = record(
  () => ({
    walletAddress: AddressText,
    accountAbstraction: maybe(AddressText),
    externallyOwnedAccount: maybe(AddressText),
  }),
  { essential: { fields: ["walletAddress"] } },
);

const UserOperationFactory: ExactSchema<t.UserOperationFactory> = record(() => ({
  data: maybe(Text),
  address: maybe(AddressText),
  entryPointVersion: maybe(Text),
}));

/** A prepared user operation. */
export const UserOperation: ExactSchema<t.UserOperation> = record(
  () => ({
    metadata: maybe(StoredMetadata),
    id: maybe(Text),
    userOperationHash: Hash,
    hash: maybe(Text),
    authorization: maybe(Authorization),
    chainIn: maybe(Chain),
    chainOut: maybe(Chain),
    chainIdIn: maybe(ChainIdNumber),
    chainIdOut: maybe(ChainIdNumber),
    sender: UserOperationSender,
    nonce: maybe(Text),
    signature: maybe(Text),
    callGasLimit: maybe(Text),
    verificationGasLimit: maybe(Text),
    preVerificationGas: maybe(Text),
    maxFeePerGas: maybe(Text),
    maxPriorityFeePerGas: maybe(Text),
    maxGasFeeNative: maybe(Decimal),
    maxGasFeeToken: maybe(Decimal),
    payFeesToken: maybe(Text),
    factory: maybe(UserOperationFactory),
    paymaster: maybe(Text),
    paymasterData: maybe(Text),
    paymasterPostOpGasLimit: maybe(Text),
    paymasterVerificationGasLimit: maybe(Text),
    expiresAt: maybe(eitherOf(Text, Num)),
    projectId: maybe(Text),
    organizationId: maybe(Text),
  }),
  { essential: { fields: ["userOperationHash", "sender"], ifPresent: ["expiresAt"] } },
);

/** The response with one user operation. */
export const UserOperationResponse: ExactSchema<t.UserOperationResponse> = record(
  () => ({ userOperation: UserOperation }),
  { essential: { fields: ["userOperation"] } },
);

/** The hash in the path. */
export const OperationPath: ExactSchema<{ userOperationHash: string }> = request(() => ({
  userOperationHash: typedAs<string>(Hash),
}));
