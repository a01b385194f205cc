import { hashPattern } from "../../shared/patterns.js";
import {
  eitherOf,
  essential,
  type FieldsOf,
  filledListOf,
  maybe,
  type ObjectSchema,
  readonlyListOf,
  type Schema,
} from "../records/schema.js";
import { EvmChainId } from "../shared/chains.js";
import {
  AddressText,
  Decimal,
  EvmAddress,
  Hash,
  hashExpected,
  Id,
  Metadata,
  Num,
  StoredMetadata,
  Text,
} from "../shared/primitives.js";
import { Authorization, Chain, ChainIdNumber } from "../shared/records.js";

const contractCallFields = () => ({
  /** The contract. */
  address: EvmAddress,
  /** Such as `transfer(address,uint256)`. Without it, only `value` is sent. */
  methodSignature: maybe(Id),
  /** The arguments of the method, as strings. */
  arguments: maybe(readonlyListOf(Text)),
  /** The native coin to send: a decimal string. @unverified whole coins or wei */
  value: maybe(Decimal),
  /** Strings that are stored with the call. @unverified where they appear */
  metadata: maybe(Metadata),
});
/** A call of a contract in a custom operation. */
export interface ContractCall extends FieldsOf<typeof contractCallFields> {}
export const ContractCall: ObjectSchema<ContractCall> = {
  kind: "request",
  fields: contractCallFields,
};

const customOperationRequestFields = () => ({
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** The registered wallet that executes the calls. */
  walletAddress: EvmAddress,
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: EvmAddress,
  /** The calls, in order. */
  operations: filledListOf(ContractCall, "at least one call"),
  /** Stored with the transaction. Values are strings. */
  metadata: maybe(Metadata),
});
/** The request of `client.operations.custom`: contract calls of your own. */
export interface CustomOperationRequest extends FieldsOf<typeof customOperationRequestFields> {}
export const CustomOperationRequest: ObjectSchema<CustomOperationRequest> = {
  kind: "request",
  fields: customOperationRequestFields,
};

const userOperationSenderFields = () => ({
  /** The address of the wallet. */
  walletAddress: essential(AddressText),
  /** @deprecated Equals `walletAddress`. */
  accountAbstraction: maybe(AddressText, { isDeprecated: true }),
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount: maybe(AddressText),
});
/** The wallet of a user operation. */
export interface UserOperationSender extends FieldsOf<typeof userOperationSenderFields> {}
export const UserOperationSender: ObjectSchema<UserOperationSender> = {
  kind: "record",
  fields: userOperationSenderFields,
};

const userOperationFactoryFields = () => ({
  /** The data that deploys the wallet. @unverified form not documented */
  data: maybe(Text),
  /** The factory contract. */
  address: maybe(AddressText),
  /** The version of the entry point contract. */
  entryPointVersion: maybe(Text),
});
/** How a user operation deploys its wallet. */
export interface UserOperationFactory extends FieldsOf<typeof userOperationFactoryFields> {}
export const UserOperationFactory: ObjectSchema<UserOperationFactory> = {
  kind: "record",
  fields: userOperationFactoryFields,
};

const userOperationFields = () => ({
  /** The metadata of the request. */
  metadata: maybe(StoredMetadata),
  /** The service's id of the user operation. */
  id: maybe(Text),
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. */
  userOperationHash: essential(Hash),
  /** Equals `userOperationHash`. @unverified */
  hash: maybe(Text),
  authorization: maybe(Authorization),
  /** The source chain. */
  chainIn: maybe(Chain),
  /** The destination chain. */
  chainOut: maybe(Chain),
  /** The source chain. */
  chainIdIn: maybe(ChainIdNumber),
  /** The destination chain. */
  chainIdOut: maybe(ChainIdNumber),
  sender: essential(UserOperationSender),
  /** The nonce of the wallet. @unverified decimal or hex */
  nonce: maybe(Text),
  /** The signature. @unverified what signs it */
  signature: maybe(Text),
  /** In gas. @unverified decimal or hex */
  callGasLimit: maybe(Text),
  /** In gas. @unverified decimal or hex */
  verificationGasLimit: maybe(Text),
  /** In gas. @unverified decimal or hex */
  preVerificationGas: maybe(Text),
  /** Wei per gas. @unverified decimal or hex */
  maxFeePerGas: maybe(Text),
  /** Wei per gas. @unverified decimal or hex */
  maxPriorityFeePerGas: maybe(Text),
  /** Decimal string. @unverified unit not documented */
  maxGasFeeNative: maybe(Decimal),
  /** Decimal string. @unverified unit not documented */
  maxGasFeeToken: maybe(Decimal),
  /** The address of the token that pays the gas. */
  payFeesToken: maybe(Text),
  factory: maybe(UserOperationFactory),
  /** The contract that pays the gas. */
  paymaster: maybe(Text),
  /** The data for the paymaster, in hex. */
  paymasterData: maybe(Text),
  /** In gas. @unverified decimal or hex */
  paymasterPostOpGasLimit: maybe(Text),
  /** In gas. @unverified decimal or hex */
  paymasterVerificationGasLimit: maybe(Text),
  /** The expiry: ISO 8601, or epoch milliseconds. */
  expiresAt: essential(maybe(eitherOf(Text, Num)), "if present"),
  /** The id of the project. */
  projectId: maybe(Text),
  /** The id of the organization of the project. */
  organizationId: maybe(Text),
});
/** A prepared user operation (ERC-4337). **It has no status**: read that from the history. */
export interface UserOperation extends FieldsOf<typeof userOperationFields> {}
export const UserOperation: ObjectSchema<UserOperation> = {
  kind: "record",
  fields: userOperationFields,
};

const userOperationResponseFields = () => ({ userOperation: essential(UserOperation) });
/** The response with one user operation. */
export interface UserOperationResponse extends FieldsOf<typeof userOperationResponseFields> {}
export const UserOperationResponse: ObjectSchema<UserOperationResponse> = {
  kind: "record",
  fields: userOperationResponseFields,
};

/** In a path, any string has the type of a hash. */
const PathHash: Schema<string> = { kind: "text", pattern: hashPattern, expected: hashExpected };
const operationPathFields = () => ({
  /** The hash of the user operation. */
  userOperationHash: PathHash,
});
/** The path of calls about one user operation. */
export const OperationPath: ObjectSchema<{ userOperationHash: string }> = {
  kind: "request",
  fields: operationPathFields,
};
