import type { FiatChainId } from "../shared/chain-ids.js";
import type { Address, Hex } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Authorization } from "../shared/types.js";

/** How fiat money is sent in: bank transfers in the USA (`ACH`, `WIRE`), Brazil (`PIX`) and Mexico (`SPEI`). */
export type SendingMethod = "ACH" | "PIX" | "WIRE" | "SPEI";

/** The cryptocurrencies that fiat is exchanged for: `USDC` on all fiat chains, `BRZ` on Polygon (137) only. */
export type FiatCryptoCurrency = "USDC" | "BRZ";

/** What all fiat deposit quotes are asked with. */
export interface DepositQuoteRequestBase {
  /** How the fiat money will be sent. */
  paymentMethodToSend: SendingMethod;
  /** How much fiat to send: a number, not a string, of at least 0.01. The answer states amounts as decimal strings. */
  amountToSendInFiatCurrency: number;
  /** The verified individual who deposits. */
  individualId: string;
  /** The wallet that receives. */
  walletAddress: Address;
}

/** A deposit that is received in USDC. */
export interface UsdcDepositQuoteRequest extends DepositQuoteRequestBase {
  receiveCryptoCurrency: "USDC";
  /** Polygon, Arbitrum One, Base or Ethereum. */
  chainId: FiatChainId;
}

/** A deposit that is received in BRZ. Only individuals with a Brazilian document may have BRZ. */
export interface BrzDepositQuoteRequest extends DepositQuoteRequestBase {
  receiveCryptoCurrency: "BRZ";
  /** BRZ exists on Polygon only. */
  chainId: 137;
}

/** What `client.fiat.quoteDeposit` takes. */
export type FiatDepositQuoteRequest = UsdcDepositQuoteRequest | BrzDepositQuoteRequest;

/** The price of a fiat deposit. It lives for minutes: order at once. */
export interface FiatDepositQuote {
  /** What `client.fiat.createDeposit` takes. */
  quoteId: string;
  /** Decimal string. */
  amountToSendInFiatCurrency: string;
  /** Decimal string, in whole tokens. */
  amountToReceiveInCryptoCurrency: string;
  /** ISO 8601. */
  expiresAt?: Maybe<string>;
}

/** An answer that holds one deposit quote. */
export interface FiatDepositQuoteAnswer {
  depositQuote: FiatDepositQuote;
}

/** What `client.fiat.createDeposit` takes. */
export interface CreateFiatDepositRequest {
  /** Of an unexpired quote from `client.fiat.quoteDeposit`. */
  quoteId: string;
}

/** An amount with its currency. */
export interface FiatAmount {
  currency?: Maybe<string>;
  /** Decimal string. */
  amount?: Maybe<string>;
}

/** A party of a bank transfer: the beneficiary, or the bank that receives. */
export interface BankParty {
  name?: Maybe<string>;
  addressLine1?: Maybe<string>;
  addressLine2?: Maybe<string>;
}

/**
 * How to pay a deposit. Only the fields of the ACH form have been published for this call, so look at `type` first, and expect other
 * forms to carry fields that are not named here: they are kept.
 */
export interface DepositInstructions {
  type?: Maybe<Open<SendingMethod>>;
  /** Shown as it comes: do not check its length. */
  routingNumber?: Maybe<string>;
  accountNumber?: Maybe<string>;
  accountType?: Maybe<Open<BankAccountType>>;
  /** Whom the money is sent to. */
  beneficiary?: Maybe<BankParty>;
  receivingBank?: Maybe<BankParty>;
  /** Where it is given, the transfer must carry it, or it may not be matched to the order. */
  memoCode?: Maybe<string>;
  /** PIX: the copy-and-paste text (EMV). From an older form of this call. */
  pixKey?: Maybe<string>;
  /** PIX: a QR code, as base64 PNG with or without a leading `data:image/png;base64,`: handle both. From an older form of this call. */
  base64QrCode?: Maybe<string>;
  [field: string]: unknown;
}

/** A deposit that has been ordered. Nothing arrives until it is paid as `depositInstructions` say. */
export interface FiatDepositOrder {
  id: string;
  /** What is sent. */
  from?: Maybe<FiatAmount>;
  /** What is received. */
  to?: Maybe<FiatAmount>;
  depositInstructions: DepositInstructions;
}

/** A US bank account's kind. */
export type BankAccountType = "CHECKING" | "SAVING";

/** A receiver in Brazil. */
export interface PixPaymentMethod {
  type: "PIX";
  /** The receiver's PIX key. */
  pixKey: string;
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
}

/**
 * A receiver by wire. The service takes further fields, which have not been published. So only `type` is checked before sending; what else
 * is given is sent as it is.
 */
export interface WirePaymentMethod {
  type: "WIRE";
  /** 9 digits. */
  routingNumber: string;
  /** 10 digits. */
  accountNumber: string;
  beneficiaryName: string;
  addressLine1: string;
  /** Two letters (ISO 3166-1 alpha-2), such as `US`: not the country words of identity verification. */
  country: string;
  [field: string]: unknown;
}

/** A receiver by a method whose fields have not been published: whatever is given is sent as it is. */
export interface OtherPaymentMethod {
  type: "SPEI" | "ACH_COP" | "TRANSFERS";
  [field: string]: unknown;
}

/** Who receives a withdrawal, and how. `type` decides which fields stand beside it. */
export type PaymentMethod =
  | PixPaymentMethod
  | AchPaymentMethod
  | WirePaymentMethod
  | OtherPaymentMethod;

/** What all fiat withdrawal quotes are asked with. */
export interface WithdrawalQuoteRequestBase {
  /** The verified individual who withdraws. */
  individualId: string;
  /** Who receives the fiat money, and how. */
  paymentMethodToReceiveDetails: PaymentMethod;
  /** How much to send: a decimal string in whole tokens, such as `"10.5"`. */
  amountToSendInCryptoCurrency: string;
  /** Percent that the project takes: 0 to 99.99. */
  transactionFeePercent?: number | null | undefined;
}

/** A withdrawal that is paid for in USDC. */
export interface UsdcWithdrawalQuoteRequest extends WithdrawalQuoteRequestBase {
  cryptoCurrencyToSend: "USDC";
  /** Polygon, Arbitrum One, Base or Ethereum. */
  chainId: FiatChainId;
}

/** A withdrawal that is paid for in BRZ. Only individuals with a Brazilian document may have BRZ. */
export interface BrzWithdrawalQuoteRequest extends WithdrawalQuoteRequestBase {
  cryptoCurrencyToSend: "BRZ";
  /** BRZ exists on Polygon only. */
  chainId: 137;
}

/** What `client.fiat.quoteWithdrawal` takes. */
export type FiatWithdrawalQuoteRequest = UsdcWithdrawalQuoteRequest | BrzWithdrawalQuoteRequest;

/** The price of a fiat withdrawal. It lives for minutes: order at once. All amounts are decimal strings. */
export interface FiatWithdrawalQuote {
  /** What `client.fiat.createWithdrawal` takes. */
  quoteId: string;
  cryptoCurrencyToSend?: Maybe<Open<FiatCryptoCurrency>>;
  fiatCurrencyToReceive?: Maybe<Open<"BRL" | "USD" | "MXN" | "COP" | "ARS">>;
  amountToSendInCryptoCurrency: string;
  amountToReceiveInFiatCurrency: string;
  transactionFeeInCryptoCurrency?: Maybe<string>;
  estimatedGasFeeInCryptoCurrency?: Maybe<string>;
  /** ISO 8601. */
  expiresAt?: Maybe<string>;
}

/** An answer that holds one withdrawal quote. */
export interface FiatWithdrawalQuoteAnswer {
  withdrawQuote: FiatWithdrawalQuote;
}

/** What `client.fiat.createWithdrawal` takes. */
export interface CreateFiatWithdrawalRequest {
  /** Of an unexpired quote from `client.fiat.quoteWithdrawal`. */
  quoteId: string;
  /** The receiver, as in the quote. */
  paymentMethod: PaymentMethod;
}

/** What a withdrawal costs. */
export interface FiatWithdrawalFees {
  /** Decimal string. */
  transactionFee?: Maybe<string>;
  /** Decimal string. */
  gasFee?: Maybe<string>;
  /** Where the project's part goes. */
  treasuryAddress?: Maybe<string>;
}

/** What is to be signed: without it nothing is withdrawn. */
export interface WithdrawalInstructions {
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text; then submit it with `client.operations.execute`. */
  userOperationHash: Hex;
  /** Null, absent and `{}` all mean that there is none. */
  authorization?: Maybe<Authorization>;
}

/**
 * A withdrawal that has been ordered. **Nothing is withdrawn yet**: sign `withdrawalInstructions.userOperationHash` and submit it with
 * `client.operations.execute`.
 */
export interface FiatWithdrawalOrder {
  id: string;
  /** What is sent. */
  from?: Maybe<FiatAmount>;
  /** What is received. */
  to?: Maybe<FiatAmount>;
  /** ISO 8601. */
  expiresAt?: Maybe<string>;
  fees?: Maybe<FiatWithdrawalFees>;
  withdrawalInstructions: WithdrawalInstructions;
}
