import type { Address, Hex } from "../../shared/patterns.js";
import type { FiatChainId } from "../shared/chains/chain-ids.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Authorization } from "../shared/types.js";

/** A bank transfer in the USA (`ACH`, `WIRE`), Brazil (`PIX`) or Mexico (`SPEI`). */
export type SendingMethod = "ACH" | "PIX" | "WIRE" | "SPEI";

/** A cryptocurrency for fiat: `USDC` on all fiat chains, `BRZ` on Polygon (137) only. */
export type FiatCryptoCurrency = "USDC" | "BRZ";

/** The common fields of fiat deposit quotes. */
export interface DepositQuoteRequestBase {
  /** How the fiat money is sent. */
  paymentMethodToSend: SendingMethod;
  /** The fiat amount to send: a number of at least 0.01. Responses contain decimal strings. */
  amountToSendInFiatCurrency: number;
  /** The id of the verified individual who deposits. */
  individualId: string;
  /** The receiving wallet. */
  walletAddress: Address;
}

/** A deposit that yields USDC. */
export interface UsdcDepositQuoteRequest extends DepositQuoteRequestBase {
  receiveCryptoCurrency: "USDC";
  /** Polygon, Arbitrum One, Base or Ethereum. */
  chainId: FiatChainId;
}

/** A deposit that yields BRZ, for individuals with a Brazilian document only. */
export interface BrzDepositQuoteRequest extends DepositQuoteRequestBase {
  receiveCryptoCurrency: "BRZ";
  /** BRZ is available on Polygon only. */
  chainId: 137;
}

/** The request of `client.fiat.quoteDeposit`. */
export type FiatDepositQuoteRequest = UsdcDepositQuoteRequest | BrzDepositQuoteRequest;

/** A quote for a fiat deposit. It expires within minutes. */
export interface FiatDepositQuote {
  /** Pass it to `client.fiat.createDeposit`. */
  quoteId: string;
  /** In the fiat currency: a decimal string. */
  amountToSendInFiatCurrency: string;
  /** Decimal string, in whole tokens. */
  amountToReceiveInCryptoCurrency: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The response with one deposit quote. */
export interface FiatDepositQuoteResponse {
  depositQuote: FiatDepositQuote;
}

/** The request of `client.fiat.createDeposit`. */
export interface CreateFiatDepositRequest {
  /** The id of an unexpired quote from `client.fiat.quoteDeposit`. */
  quoteId: string;
}

/** An amount in a currency. */
export interface FiatAmount {
  currency: string;
  /** In the currency: a decimal string. */
  amount: string;
}

/** The beneficiary of a bank transfer, or the receiving bank. */
export interface BankParty {
  name: string;
  addressLine1: string;
  addressLine2: string;
}

/**
 * How to pay a deposit. Check `type` first. Unknown fields are kept.
 * @unverified fields of types other than `ACH`
 */
export interface DepositInstructions {
  type: Open<SendingMethod>;
  /** Show it unchanged. Its length may vary. */
  routingNumber?: Maybe<string>;
  accountNumber?: Maybe<string>;
  accountType?: Maybe<Open<BankAccountType>>;
  /** The receiver of the money. */
  beneficiary?: Maybe<BankParty>;
  receivingBank?: Maybe<BankParty>;
  /** Show it to the person who pays. @unverified what it is for */
  memoCode?: Maybe<string>;
  /** PIX: the copy-and-paste text (EMV). @unverified in `createDeposit` */
  pixKey?: Maybe<string>;
  /** PIX: a QR code in base64, with or without a `data:` prefix. Pass it to `toImageSource`. */
  base64QrCode?: Maybe<string>;
  [field: string]: unknown;
}

/** An ordered deposit. Pay it as `depositInstructions` say. */
export interface FiatDepositOrder {
  id: string;
  /** The amount to send. */
  from: FiatAmount;
  /** The amount to receive. */
  to: FiatAmount;
  depositInstructions: DepositInstructions;
}

/** The type of a US bank account. */
export type BankAccountType = "CHECKING" | "SAVING";

/** A receiver in Brazil. */
export interface PixPaymentMethod {
  type: "PIX";
  /** The receiver's PIX key. */
  pixKey: string;
  [field: string]: unknown;
}

/** A receiver in the USA, by ACH. */
export interface AchPaymentMethod {
  type: "ACH";
  /** 9 digits. */
  routingNumber: string;
  /** Exactly 10 digits. */
  accountNumber: string;
  accountType: BankAccountType;
  beneficiaryName: string;
  [field: string]: unknown;
}

/** A receiver by wire. Only `type` is checked. @unverified further fields of the service */
export interface WirePaymentMethod {
  type: "WIRE";
  /** 9 digits. */
  routingNumber: string;
  /** 10 digits. */
  accountNumber: string;
  beneficiaryName: string;
  addressLine1: string;
  /** ISO 3166-1 alpha-2, such as `US`. Identity verification uses country names instead. */
  country: string;
  [field: string]: unknown;
}

/** A receiver by another method. Sent unchecked. @unverified fields not documented */
export interface OtherPaymentMethod {
  type: Open<"SPEI" | "ACH_COP" | "TRANSFERS">;
  [field: string]: unknown;
}

/** The receiver of a withdrawal. `type` determines the other fields. */
export type PaymentMethod =
  | PixPaymentMethod
  | AchPaymentMethod
  | WirePaymentMethod
  | OtherPaymentMethod;

/** The common fields of fiat withdrawal quotes. */
export interface WithdrawalQuoteRequestBase {
  /** The id of the verified individual who withdraws. */
  individualId: string;
  /** The receiver of the fiat money. */
  paymentMethodToReceiveDetails: PaymentMethod;
  /** The amount to send: a decimal string in whole tokens, such as `"10.5"`. */
  amountToSendInCryptoCurrency: string;
  /** Percent for the project: 0 to 99.99. */
  transactionFeePercent?: number | null | undefined;
}

/** A withdrawal paid in USDC. */
export interface UsdcWithdrawalQuoteRequest extends WithdrawalQuoteRequestBase {
  cryptoCurrencyToSend: "USDC";
  /** Polygon, Arbitrum One, Base or Ethereum. */
  chainId: FiatChainId;
}

/** A withdrawal paid in BRZ, for individuals with a Brazilian document only. */
export interface BrzWithdrawalQuoteRequest extends WithdrawalQuoteRequestBase {
  cryptoCurrencyToSend: "BRZ";
  /** BRZ is available on Polygon only. */
  chainId: 137;
}

/** The request of `client.fiat.quoteWithdrawal`. */
export type FiatWithdrawalQuoteRequest = UsdcWithdrawalQuoteRequest | BrzWithdrawalQuoteRequest;

/** A quote for a fiat withdrawal. It expires within minutes. Amounts are decimal strings. */
export interface FiatWithdrawalQuote {
  /** Pass it to `client.fiat.createWithdrawal`. */
  quoteId: string;
  cryptoCurrencyToSend: Open<FiatCryptoCurrency>;
  fiatCurrencyToReceive: Open<"BRL" | "USD" | "MXN" | "COP" | "ARS">;
  /** Decimal string, in whole tokens. */
  amountToSendInCryptoCurrency: string;
  /** In the fiat currency: a decimal string. */
  amountToReceiveInFiatCurrency: string;
  /** Decimal string, in whole tokens. */
  transactionFeeInCryptoCurrency: string;
  /** Decimal string, in whole tokens. */
  estimatedGasFeeInCryptoCurrency: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The response with one withdrawal quote. */
export interface FiatWithdrawalQuoteResponse {
  withdrawQuote: FiatWithdrawalQuote;
}

/** The request of `client.fiat.createWithdrawal`. */
export interface CreateFiatWithdrawalRequest {
  /** The id of an unexpired quote from `client.fiat.quoteWithdrawal`. */
  quoteId: string;
  /** The receiver, as in the quote. */
  paymentMethod: PaymentMethod;
}

/** The fees of a withdrawal. */
export interface FiatWithdrawalFees {
  /** Decimal string. @unverified currency */
  transactionFee: string;
  /** Decimal string. @unverified currency */
  gasFee: string;
  /** The address that receives the project's fee. */
  treasuryAddress?: Maybe<Address>;
}

/** The operation to sign. Nothing is withdrawn without it. */
export interface WithdrawalInstructions {
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. */
  userOperationHash: Hex;
  /** Null, absent and `{}` mean that there is none. */
  authorization?: Maybe<Authorization>;
}

/**
 * An ordered withdrawal. **Nothing is withdrawn yet**: sign
 * `withdrawalInstructions.userOperationHash` and submit it with `client.operations.execute`.
 */
export interface FiatWithdrawalOrder {
  id: string;
  /** The amount to send. */
  from: FiatAmount;
  /** The amount to receive. */
  to: FiatAmount;
  /** ISO 8601. */
  expiresAt: string;
  fees: FiatWithdrawalFees;
  withdrawalInstructions: WithdrawalInstructions;
}

/** The request of `client.fiat.createWithdrawalV1`. */
export interface CreateFiatWithdrawalV1Request {
  /** The id of an unexpired quote from `client.fiat.quoteWithdrawal`. */
  quoteId: string;
  /** The wallet that pays. */
  walletAddress: Address;
}

/** A deposit that was ordered by the older call. */
export interface FiatDepositOrderV1 {
  orderId: string;
  /** ISO 8601. */
  expiresAt: string;
  /** How to pay. Check `type` first. */
  paymentMethodToSendDetails: DepositInstructions;
}

/** The response of `client.fiat.createDepositV1`. */
export interface FiatDepositV1Response {
  depositOrder: FiatDepositOrderV1;
}

/** A withdrawal that was ordered by the older call. **Nothing is withdrawn yet**: sign it. */
export interface FiatWithdrawalOrderV1 extends WithdrawalInstructions {
  orderId: string;
  /** Decimal string, in whole tokens. */
  amountToSendInCryptoCurrency: string;
  /** In the fiat currency: a decimal string. */
  amountToReceiveInFiatCurrency: string;
  /** Decimal string, in whole tokens. */
  transactionFeeAmountInCryptoCurrency: string;
  /** Decimal string, in whole tokens. */
  estimatedGasFeeAmountInCryptoCurrency: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The response of `client.fiat.createWithdrawalV1`. */
export interface FiatWithdrawalV1Response {
  withdrawOrder: FiatWithdrawalOrderV1;
}
