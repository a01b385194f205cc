import {
  eitherOf,
  essential,
  type FieldsOf,
  listOf,
  mapOf,
  maybe,
  type NamedUnion,
  numberFrom,
  type ObjectSchema,
  openWord,
  type ReportRule,
  type Rule,
  type Schema,
  type WordSchema,
} from "../records/schema.js";
import type { ChainId } from "./chains/chain-ids.js";
import { isChainId } from "./chains/is-chain-id.js";
import { type CurrencyAmounts as Amounts, currencies } from "./currencies.js";
import {
  AddressText,
  Decimal,
  EvmAddress,
  evmAddressExpected,
  evmAddressPattern,
  Flag,
  Hash,
  Num,
  OpenObject,
  Text,
  TokenText,
  WholeNum,
} from "./primitives.js";

/** Whether a chain is one of the nine EVM chains. Nothing is known of the addresses on others. */
export const isEvmChainId = (id: unknown): boolean => id !== 0 && isChainId(id);

/** Reports a token of a known EVM chain that is no EVM address. */
export function checkTokenOfChain(
  chainId: unknown,
  [field, token]: readonly [field: string, token: unknown],
  report: ReportRule,
  isRequest = false,
): void {
  if (typeof token === "string" && token && !token.startsWith("0x") && isEvmChainId(chainId)) {
    // A symbol is no secret. A longer word could be one.
    const isSymbol = isRequest && /^[a-z\d.]{1,10}$/i.test(token);
    const example = `an EVM address, such as one of tokenAddresses[${chainId}] or nativeToken, got "${token}"`;
    report([field], isSymbol ? example : evmAddressExpected);
  }
}

/** Reports an address on a known EVM chain that is no EVM address. Others have any form. */
export const checkAddressOfChain: Rule<{ address: string; chain: Chain }> = (
  { address, chain },
  report,
) => {
  const isOther = typeof address === "string" && address && !evmAddressPattern.test(address);
  if (isOther && isEvmChainId(chain?.id)) report(["address"], evmAddressExpected);
};

/** A chain in a response. An unknown number is kept, and reported as drift. */
export const ChainIdNumber: Schema<ChainId> = {
  kind: "number",
  known: { passes: isChainId, expected: "a known chain id" },
};

const chainFields = () => ({
  id: essential(ChainIdNumber),
  /** The name of the chain. */
  name: Text,
  /** URL of the logo. */
  logo: Text,
});
/**
 * A chain. Its name differs between calls: compare chains by `id`.
 *
 * In all types, `@unverified` marks what the service's documentation does not say.
 */
export interface Chain extends FieldsOf<typeof chainFields> {}
export const Chain: ObjectSchema<Chain> = { kind: "record", fields: chainFields };

const tokenFields = () => ({
  /** The name of the token. */
  name: Text,
  /** The symbol of the token. */
  symbol: Text,
  /** The decimals of the token. */
  decimals: WholeNum,
  /** Mostly in lower case: compare addresses case-insensitively. */
  address: TokenText,
  /** URL of the logo. */
  logoURL: Text,
});
/** The short form of a token. */
export interface Token extends FieldsOf<typeof tokenFields> {}
export const Token: ObjectSchema<Token> = { kind: "record", fields: tokenFields };

const feeFields = () => ({
  /** Decimal string. @unverified whole tokens or smallest units */
  amount: Decimal,
  /** Address of the token that pays the fee. */
  token: TokenText,
  /** The recipient of the fee. */
  toAddress: maybe(Text),
  /** The kind of fee. @unverified other words than `GAS` */
  type: openWord<"GAS">(),
  /** The rate of the fee. @unverified unit not documented */
  percentage: Decimal,
});
/** A fee of a quote or an operation. */
export interface Fee extends FieldsOf<typeof feeFields> {}
export const Fee: ObjectSchema<Fee> = { kind: "record", fields: feeFields };

const gasEstimateFields = () => ({
  /** The token that pays the gas. */
  payGasFeeToken: TokenText,
  /** In whole tokens of `payGasFeeToken`. */
  maxGasFeeToken: Decimal,
  /** In whole tokens of `payGasFeeToken`. */
  gasFeeTokenAmount: Decimal,
  /** In US dollars. */
  gasFeeTokenAmountUSD: Decimal,
  /** In whole native coins. */
  maxGasFeeNative: Decimal,
});
/** The estimated gas costs of an operation. All amounts are decimal strings. */
export interface GasEstimate extends FieldsOf<typeof gasEstimateFields> {}
export const GasEstimate: ObjectSchema<GasEstimate> = { kind: "record", fields: gasEstimateFields };

const authorizationFields = () => ({
  /** The chain of the authorization. @unverified other forms than a number */
  chainId: maybe(eitherOf(WholeNum, Text)),
  /** The contract that the account delegates to. */
  address: maybe(AddressText),
  /** The nonce of the account. @unverified other forms than a number */
  nonce: maybe(eitherOf(WholeNum, Text)),
  /** The digest to sign, without a prefix. */
  hash: maybe(Hash),
});
/**
 * An EIP-7702 authorization to sign. The first operation of an EIP-7702 wallet needs one.
 * Null, absent and `{}` mean that there is none.
 */
export interface Authorization extends FieldsOf<typeof authorizationFields> {}
export const Authorization: ObjectSchema<Authorization> = {
  kind: "record",
  fields: authorizationFields,
};

const revertReasonFields = () => ({
  /** A readable sentence. */
  decoded: Text,
  /** The reason in hex, as the chain returned it. */
  raw: Text,
  /** May contain control characters: do not print it without escaping. */
  utf8: Text,
});
/** Why a quote cannot be executed. Do not sign a quote that has a revert reason. */
export interface RevertReason extends FieldsOf<typeof revertReasonFields> {}
export const RevertReason: ObjectSchema<RevertReason> = {
  kind: "record",
  fields: revertReasonFields,
  orNone: true,
};

const errorEnvelopeFields = () => ({
  /** The HTTP status. */
  statusCode: maybe(Num),
  /** The id of the error, such as `SWAP_QUOTE`. */
  id: maybe(Text),
  /** What happened. It may be empty. */
  message: maybe(Text),
  /** The id of the call, for the support of the service. */
  traceId: maybe(Text),
  /** What is wrong with the fields of the request. */
  errors: maybe(listOf(OpenObject)),
});
/**
 * The body of an error response. Any field may be missing: some errors come from a server in front
 * of the service. The client throws them as `ApiError`.
 */
export interface ErrorEnvelope extends FieldsOf<typeof errorEnvelopeFields> {}
export const ErrorEnvelope: ObjectSchema<ErrorEnvelope> = {
  kind: "record",
  fields: errorEnvelopeFields,
};

const explorerLinkFields = () => ({
  /** The hash of the transaction. */
  hash: Text,
  /** URL of the transaction in the explorer. */
  explorerURL: Text,
  /** The name of the explorer. @unverified name or URL */
  explorer: Text,
});
/** A transaction on a chain, with a link to an explorer. */
export interface ExplorerLink extends FieldsOf<typeof explorerLinkFields> {}
export const ExplorerLink: ObjectSchema<ExplorerLink> = {
  kind: "record",
  fields: explorerLinkFields,
};

const typedDataDomainFields = () => ({
  /** The name of the signing domain. */
  name: Text,
  /** The version of the signing domain. */
  version: Text,
  /** The chain of the signature. */
  chainId: eitherOf(WholeNum, Text),
  /** The contract that verifies the signature. */
  verifyingContract: Text,
  /** Separates the domain from equal ones. */
  salt: maybe(Text),
});
/** The domain of EIP-712 typed data. */
export interface TypedDataDomain extends FieldsOf<typeof typedDataDomainFields> {}
export const TypedDataDomain: ObjectSchema<TypedDataDomain> = {
  kind: "record",
  fields: typedDataDomainFields,
};

const typedDataFieldFields = () => ({
  /** The name of the field. */
  name: Text,
  /** The EIP-712 type of the field. */
  type: Text,
});
/** One field of an EIP-712 type. */
export interface TypedDataField extends FieldsOf<typeof typedDataFieldFields> {}
export const TypedDataField: ObjectSchema<TypedDataField> = {
  kind: "record",
  fields: typedDataFieldFields,
};

const typedDataFields = () => ({
  domain: essential(TypedDataDomain),
  /** The fields of each type, by the name of the type. */
  types: essential(mapOf(listOf(TypedDataField))),
  /** The name of the type of `message`. */
  primaryType: essential(Text),
  /** The values to sign. */
  message: essential(OpenObject),
});
/** EIP-712 typed data. Sign it unchanged. */
export interface TypedData extends FieldsOf<typeof typedDataFields> {}
/** Typed data that a call exists for. */
export const TypedData: ObjectSchema<TypedData> = { kind: "record", fields: typedDataFields };

/** Typed data, or `{}` for none. */
export const TypedDataOrNone: ObjectSchema<TypedData> = {
  kind: "record",
  fields: typedDataFields,
  orNone: true,
};

/** An amount in each currency: decimal strings. Currencies may be missing. */
export const CurrencyAmounts: Schema<Amounts> = {
  kind: "record",
  fields: (): {
    /** The amount in this currency: a decimal string. */
    [currency: string]: Schema;
  } => Object.fromEntries(currencies.map((currency) => [currency, maybe(Text)])),
};

const deploymentFields = () => ({
  chain: Chain,
  /** Whether the wallet is deployed on the chain. */
  deployed: Flag,
});
/** Whether a smart wallet is deployed on a chain. */
export interface Deployment extends FieldsOf<typeof deploymentFields> {}
export const Deployment: ObjectSchema<Deployment> = { kind: "record", fields: deploymentFields };

const extraFeeFields = () => ({
  /** Percent: 1 is 1%. */
  percentage: numberFrom(0, 100),
  /** The recipient of the fee. */
  toAddress: EvmAddress,
});
/** An additional fee, paid in the input token. */
export interface ExtraFee extends FieldsOf<typeof extraFeeFields> {}
export const ExtraFee: ObjectSchema<ExtraFee> = { kind: "request", fields: extraFeeFields };

const appliedExtraFeeFields = () => ({
  /** Percent. */
  percentage: Num,
  /** The recipient of the fee. */
  toAddress: AddressText,
});
/** The additional fee that the service applied. */
export interface AppliedExtraFee extends FieldsOf<typeof appliedExtraFeeFields> {}
export const AppliedExtraFee: ObjectSchema<AppliedExtraFee> = {
  kind: "record",
  fields: appliedExtraFeeFields,
};

/** How gas is paid: in addition to the amount, or deducted from it. */
export type GasFeePaymentMethod = NamedUnion<(typeof gasFeePaymentMethods)[number]>;
const gasFeePaymentMethods = ["ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"] as const;
export const GasFeePaymentMethod: WordSchema<GasFeePaymentMethod> = {
  kind: "word",
  words: gasFeePaymentMethods,
};
