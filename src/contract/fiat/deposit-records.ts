import {
  essential,
  type FieldsOf,
  maybe,
  numberFrom,
  type ObjectSchema,
  openWord,
} from "../records/schema.js";
import { FiatChainId } from "../shared/chains.js";
import { Decimal, EvmAddress, Id, Text } from "../shared/primitives.js";
import {
  type BankAccountType,
  brzOnPolygonOnly,
  FiatAmount,
  FiatCryptoCurrency,
  SendingMethod,
} from "./records.js";

const depositQuoteRequestFields = () => ({
  /** How the fiat money is sent. */
  paymentMethodToSend: SendingMethod,
  /** The fiat amount to send: a number of at least 0.01. Responses contain decimal strings. */
  amountToSendInFiatCurrency: numberFrom(0.01, Number.MAX_VALUE, "a number of at least 0.01"),
  /** The cryptocurrency to receive. */
  receiveCryptoCurrency: FiatCryptoCurrency,
  /** The id of the verified individual who deposits. */
  individualId: Id,
  /** Polygon, Arbitrum One, Base or Ethereum. */
  chainId: FiatChainId,
  /** The receiving wallet. */
  walletAddress: EvmAddress,
});
/** The common fields of fiat deposit quotes. */
export interface DepositQuoteRequestBase extends FieldsOf<typeof depositQuoteRequestFields> {}
/** A deposit that yields USDC. */
export interface UsdcDepositQuoteRequest extends DepositQuoteRequestBase {
  receiveCryptoCurrency: "USDC";
}
/** A deposit that yields BRZ, for individuals with a Brazilian document only. */
export interface BrzDepositQuoteRequest extends DepositQuoteRequestBase {
  receiveCryptoCurrency: "BRZ";
  /** BRZ is available on Polygon only. */
  chainId: 137;
}
/** The request of `client.fiat.quoteDeposit`. */
export type FiatDepositQuoteRequest = UsdcDepositQuoteRequest | BrzDepositQuoteRequest;
/** E3: the request. */
export const FiatDepositQuoteRequest: ObjectSchema<FiatDepositQuoteRequest> = {
  kind: "request",
  fields: depositQuoteRequestFields,
  rule: (quote, report) => brzOnPolygonOnly(quote, "receiveCryptoCurrency", report),
};

const depositQuoteFields = () => ({
  /** Pass it to `client.fiat.createDeposit`. */
  quoteId: essential(Id),
  /** In the fiat currency: a decimal string. */
  amountToSendInFiatCurrency: essential(Decimal),
  /** Decimal string, in whole tokens. */
  amountToReceiveInCryptoCurrency: essential(Decimal),
  /** ISO 8601. */
  expiresAt: Text,
});
/** A quote for a fiat deposit. It expires within minutes. */
export interface FiatDepositQuote extends FieldsOf<typeof depositQuoteFields> {}
export const FiatDepositQuote: ObjectSchema<FiatDepositQuote> = {
  kind: "record",
  fields: depositQuoteFields,
};

const depositQuoteResponseFields = () => ({ depositQuote: essential(FiatDepositQuote) });
/** The response with one deposit quote. */
export interface FiatDepositQuoteResponse extends FieldsOf<typeof depositQuoteResponseFields> {}
export const FiatDepositQuoteResponse: ObjectSchema<FiatDepositQuoteResponse> = {
  kind: "record",
  fields: depositQuoteResponseFields,
};

const createFiatDepositRequestFields = () => ({
  /** The id of an unexpired quote from `client.fiat.quoteDeposit`. Order it only once. */
  quoteId: Id,
});
/** The request of `client.fiat.createDeposit`. */
export interface CreateFiatDepositRequest extends FieldsOf<typeof createFiatDepositRequestFields> {}
export const CreateFiatDepositRequest: ObjectSchema<CreateFiatDepositRequest> = {
  kind: "request",
  fields: createFiatDepositRequestFields,
};

const bankPartyFields = () => ({
  /** The name of the person, company or bank. */
  name: Text,
  /** The first line of the address. */
  addressLine1: Text,
  /** The second line of the address. */
  addressLine2: Text,
});
/** The beneficiary of a bank transfer, or the receiving bank. */
export interface BankParty extends FieldsOf<typeof bankPartyFields> {}
export const BankParty: ObjectSchema<BankParty> = { kind: "record", fields: bankPartyFields };

const depositInstructionsFields = () => ({
  /** How the money is sent. It determines the other fields. */
  type: essential(openWord<SendingMethod>()),
  /** Show it unchanged. Its length may vary. */
  routingNumber: maybe(Text),
  /** The number of the bank account. */
  accountNumber: maybe(Text),
  /** The type of the bank account. */
  accountType: maybe(openWord<BankAccountType>()),
  /** The receiver of the money. */
  beneficiary: maybe(BankParty),
  receivingBank: maybe(BankParty),
  /** Show it to the person who pays. @unverified what it is for */
  memoCode: maybe(Text),
  /** PIX: the copy-and-paste text (EMV). @unverified in `createDeposit` */
  pixKey: maybe(Text),
  /** PIX: a QR code in base64, with or without a `data:` prefix. Pass it to `toImageSource`. */
  base64QrCode: maybe(Text),
});
/**
 * How to pay a deposit. Check `type` first. Unknown fields are kept.
 * @unverified fields of types other than `ACH`
 */
export interface DepositInstructions extends FieldsOf<typeof depositInstructionsFields> {
  [field: string]: unknown;
}
export const DepositInstructions: ObjectSchema<DepositInstructions> = {
  kind: "record",
  fields: depositInstructionsFields,
};

const fiatDepositOrderFields = () => ({
  /** The id of the order. @unverified whether events name it as `orderId` */
  id: essential(Id),
  /** The amount to send. */
  from: FiatAmount,
  /** The amount to receive. */
  to: FiatAmount,
  depositInstructions: essential(DepositInstructions),
});
/** An ordered deposit. Pay it as `depositInstructions` say. */
export interface FiatDepositOrder extends FieldsOf<typeof fiatDepositOrderFields> {}
export const FiatDepositOrder: ObjectSchema<FiatDepositOrder> = {
  kind: "record",
  fields: fiatDepositOrderFields,
};
