import type { Address, Hex } from "../../shared/patterns.js";
import type { LiquidityOperation } from "../liquidity/operation-types.js";
import type { ChainId, EvmChainId } from "../shared/chains/chain-ids.js";
import type { Metadata } from "../shared/primitives.js";
import type { Maybe } from "../shared/schema.js";
import type {
  Authorization,
  Chain,
  GasEstimate,
  GasFeePaymentMethod,
  RevertReason,
} from "../shared/types.js";
import type { CollectedFeeEstimate, SwapQuote, SwapQuoteRequest } from "../swap/types.js";

/** The request of `client.operations.transfer`: sends a token from a wallet to any account. */
export interface TransferRequest {
  /** The amount to send: a decimal string in whole tokens, such as `"1.5"`. */
  amount: string;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Whether gas is added to `amount` or deducted from it. */
  gasFeePaymentMethod: GasFeePaymentMethod;
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: Address;
  /** The address of the token; `nativeToken` for the chain's native coin. */
  token: Address;
  /** The registered wallet that sends. */
  walletAddress: Address;
  /** The receiver: any account. */
  toAddress: Address;
  /** Percent of the amount for the project's treasury: 0 to 99.99. None without a treasury. */
  transactionFeePercent?: number | null | undefined;
  /** Stored with the transaction. Values are strings. */
  metadata?: Metadata | null | undefined;
}

/**
 * A prepared transfer: it has a `userOperationHash` to sign, or a `revertReason` why it cannot be
 * executed. It is executed when it is signed and passed to `client.operations.execute`.
 */
export interface Transfer {
  metadata?: Maybe<Metadata>;
  /** Present if the transfer cannot be executed. */
  revertReason?: Maybe<RevertReason>;
  authorization?: Maybe<Authorization>;
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. Null if not executable. */
  userOperationHash?: Maybe<Hex>;
  /** Equals `userOperationHash`. */
  quoteId?: Maybe<string>;
  walletAddress: Address;
  toAddress: Address;
  token: Address;
  /** What leaves the wallet: a decimal string, in whole tokens. */
  amountToSend: string;
  /** In US dollars: a decimal string. */
  amountToSendUSD: string;
  /** What arrives at the receiver: a decimal string, in whole tokens. */
  amountToBeReceived: string;
  /** In US dollars: a decimal string. */
  amountToBeReceivedUSD: string;
  chain: ChainId;
  /** ISO 8601. */
  estimatedExecutionTime: string;
  estimatedGasFees?: Maybe<GasEstimate>;
  estimatedCollectedFee?: Maybe<CollectedFeeEstimate>;
  /** The expiry: epoch milliseconds, or ISO 8601. Present if the transfer can be executed. */
  expiresAt?: Maybe<number | string>;
}

/** The response with one transfer. */
export interface TransferResponse {
  transfer: Transfer;
}

/** A transfer in a batch. */
export interface BatchTransfer {
  type: "transfer";
  /** @unverified the fields of `client.operations.transfer`? */
  params: TransferRequest;
}

/** A swap in a batch. */
export interface BatchSwap {
  type: "swap";
  /** @unverified the fields of `client.swap.quote`? */
  params: SwapQuoteRequest;
}

/** A liquidity operation in a batch. */
export interface BatchLiquidity {
  type: "liquidity";
  /** Sent unchecked. @unverified fields not documented */
  params: Record<string, unknown>;
}

/** One operation of a batch. */
export type BatchOperation = BatchTransfer | BatchSwap | BatchLiquidity;

/** The request of `client.operations.batch`: several operations of one wallet on one chain. */
export interface BatchRequest {
  walletAddress: Address;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Executed together: all or none. */
  operations: readonly BatchOperation[];
}

/**
 * One operation of a prepared batch. Exactly one of the fields is present.
 * @unverified the fields of each record
 */
export interface PreparedBatchOperation {
  transfer?: Maybe<Partial<Transfer>>;
  swap?: Maybe<Partial<SwapQuote>>;
  operation?: Maybe<Partial<LiquidityOperation>>;
}

/** A prepared batch: one hash for all its operations. */
export interface PreparedBatch {
  /** The hash to sign, as 32 raw bytes with EIP-191. Null if not executable. */
  userOperationHash?: Maybe<Hex>;
  /** Equals `userOperationHash`. */
  quoteId?: Maybe<string>;
  /** Present if the batch cannot be executed. @unverified whether the service sends it */
  revertReason?: Maybe<RevertReason>;
  authorization?: Maybe<Authorization>;
  /** The expiry: ISO 8601, or epoch milliseconds. Present if the batch can be executed. */
  expiresAt?: Maybe<string | number>;
  /** In the order of the request. */
  operations: PreparedBatchOperation[];
}

/** A call of a contract in a custom operation. */
export interface ContractCall {
  /** The contract. */
  address: Address;
  /** Such as `transfer(address,uint256)`. Without it, only `value` is sent. */
  methodSignature?: string | null | undefined;
  /** The arguments of the method, as strings. */
  arguments?: readonly string[] | null | undefined;
  /** The native coin to send: a decimal string. @unverified whole coins or wei */
  value?: string | null | undefined;
  metadata?: Metadata | null | undefined;
}

/** The request of `client.operations.custom`: contract calls of your own. */
export interface CustomOperationRequest {
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  walletAddress: Address;
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: Address;
  /** The calls, in order. */
  operations: readonly ContractCall[];
  /** Stored with the transaction. Values are strings. */
  metadata?: Metadata | null | undefined;
}

/** The wallet of a user operation. */
export interface UserOperationSender {
  walletAddress: Address;
  /** @deprecated Equals `walletAddress`. */
  accountAbstraction?: Maybe<Address>;
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount?: Maybe<Address>;
}

/** How a user operation deploys its wallet. */
export interface UserOperationFactory {
  data?: Maybe<string>;
  address?: Maybe<Address>;
  entryPointVersion?: Maybe<string>;
}

/** A prepared user operation (ERC-4337). **It has no status**: read that from the history. */
export interface UserOperation {
  metadata?: Maybe<Metadata>;
  id?: Maybe<string>;
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. */
  userOperationHash: Hex;
  /** Equals `userOperationHash`. @unverified */
  hash?: Maybe<string>;
  authorization?: Maybe<Authorization>;
  chainIn?: Maybe<Chain>;
  chainOut?: Maybe<Chain>;
  chainIdIn?: Maybe<ChainId>;
  chainIdOut?: Maybe<ChainId>;
  sender: UserOperationSender;
  nonce?: Maybe<string>;
  signature?: Maybe<string>;
  /** In gas. @unverified decimal or hex */
  callGasLimit?: Maybe<string>;
  /** In gas. @unverified decimal or hex */
  verificationGasLimit?: Maybe<string>;
  /** In gas. @unverified decimal or hex */
  preVerificationGas?: Maybe<string>;
  /** Wei per gas. @unverified decimal or hex */
  maxFeePerGas?: Maybe<string>;
  /** Wei per gas. @unverified decimal or hex */
  maxPriorityFeePerGas?: Maybe<string>;
  /** Decimal string. @unverified unit not documented */
  maxGasFeeNative?: Maybe<string>;
  /** Decimal string. @unverified unit not documented */
  maxGasFeeToken?: Maybe<string>;
  /** The address of the token that pays the gas. */
  payFeesToken?: Maybe<string>;
  factory?: Maybe<UserOperationFactory>;
  paymaster?: Maybe<string>;
  paymasterData?: Maybe<string>;
  /** In gas. @unverified decimal or hex */
  paymasterPostOpGasLimit?: Maybe<string>;
  /** In gas. @unverified decimal or hex */
  paymasterVerificationGasLimit?: Maybe<string>;
  /** The expiry: ISO 8601, or epoch milliseconds. */
  expiresAt?: Maybe<string | number>;
  projectId?: Maybe<string>;
  organizationId?: Maybe<string>;
}

/** The response with one user operation. */
export interface UserOperationResponse {
  userOperation: UserOperation;
}
