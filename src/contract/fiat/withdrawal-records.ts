import {
  essential,
  type FieldsOf,
  maybe,
  numberFrom,
  type ObjectSchema,
  type Open,
  openWord,
  type Rule,
  type Schema,
} from "../records/schema.js";
import { FiatChainId } from "../shared/chains.js";
import { AddressText, Decimal, Hash, Id, Text } from "../shared/primitives.js";
import { Authorization } from "../shared/records.js";
import {
  type BankAccountType,
  brzOnPolygonOnly,
  FiatAmount,
  FiatCryptoCurrency,
} from "./records.js";

const achFields: Readonly<Record<string, readonly [pattern: RegExp, expected: string]>> = {
  routingNumber: [/^\d{9}$/, "9 digits"],
  accountNumber: [/^\d{10}$/, "exactly 10 digits"],
  accountType: [/^(?:CHECKING|SAVING)$/, "CHECKING or SAVING"],
  beneficiaryName: [/[\s\S]/, "a string that is not empty"],
};

const pixFields: typeof achFields = { pixKey: [/[\s\S]/, "a string that is not empty"] };

const paymentMethodRule: Rule<OtherPaymentMethod> = (method, report) => {
  const { type, ...fields } = method;
  if (type === "") report(["type"], "a payment method such as PIX or ACH");
  const word = typeof type === "string" && type.trim().toUpperCase();
  if (word !== type && (word === "PIX" || word === "ACH")) report(["type"], word);
  const known = type === "PIX" ? pixFields : type === "ACH" ? achFields : {};
  for (const [field, [pattern, expected]] of Object.entries(known)) {
    const value = fields[field];
    if (typeof value !== "string" || !pattern.test(value)) report([field], expected);
  }
};

/** The receiver of a withdrawal. `type` determines the other fields. */
export type PaymentMethod =
  | PixPaymentMethod
  | AchPaymentMethod
  | WirePaymentMethod
  | OtherPaymentMethod;
/** The receiver of a withdrawal. The fields of PIX and ACH are checked, others are sent as is. */
export const PaymentMethod: Schema<PaymentMethod> = {
  kind: "open request",
  fields: () => ({
    /** How the money is received, such as `PIX`. It determines the other fields. */
    type: Text,
  }),
  rule: paymentMethodRule,
};

const withdrawalQuoteRequestFields = () => ({
  /** The id of the verified individual who withdraws. */
  individualId: Id,
  /** Polygon, Arbitrum One, Base or Ethereum. */
  chainId: FiatChainId,
  /** The receiver of the fiat money. */
  paymentMethodToReceiveDetails: PaymentMethod,
  /** The amount to send: a decimal string in whole tokens, such as `"10.5"`. */
  amountToSendInCryptoCurrency: Decimal,
  /** What to send: the symbol of the token. */
  cryptoCurrencyToSend: FiatCryptoCurrency,
  /** Percent for the project: 0 to 99.99. */
  transactionFeePercent: maybe(numberFrom(0, 99.99), { keepsNull: true }),
});
/** The common fields of fiat withdrawal quotes. */
export interface WithdrawalQuoteRequestBase extends FieldsOf<typeof withdrawalQuoteRequestFields> {}
/** A withdrawal paid in USDC. */
export interface UsdcWithdrawalQuoteRequest extends WithdrawalQuoteRequestBase {
  cryptoCurrencyToSend: "USDC";
}
/** A withdrawal paid in BRZ, for individuals with a Brazilian document only. */
export interface BrzWithdrawalQuoteRequest extends WithdrawalQuoteRequestBase {
  cryptoCurrencyToSend: "BRZ";
  /** BRZ is available on Polygon only. */
  chainId: 137;
}
/** The request of `client.fiat.quoteWithdrawal`. */
export type FiatWithdrawalQuoteRequest = UsdcWithdrawalQuoteRequest | BrzWithdrawalQuoteRequest;
export const FiatWithdrawalQuoteRequest: ObjectSchema<FiatWithdrawalQuoteRequest> = {
  kind: "request",
  fields: withdrawalQuoteRequestFields,
  rule: (quote, report) => brzOnPolygonOnly(quote, "cryptoCurrencyToSend", report),
};

const fiatWithdrawalQuoteFields = () => ({
  /** Pass it to `client.fiat.createWithdrawal`. */
  quoteId: essential(Id),
  /** What is sent: the symbol of the token. */
  cryptoCurrencyToSend: openWord<FiatCryptoCurrency>(),
  /** What is received: the code of the currency. */
  fiatCurrencyToReceive: openWord<"BRL" | "USD" | "MXN" | "COP" | "ARS">(),
  /** Decimal string, in whole tokens. */
  amountToSendInCryptoCurrency: essential(Decimal),
  /** In the fiat currency: a decimal string. */
  amountToReceiveInFiatCurrency: essential(Decimal),
  /** Decimal string, in whole tokens. */
  transactionFeeInCryptoCurrency: Decimal,
  /** Decimal string, in whole tokens. */
  estimatedGasFeeInCryptoCurrency: Decimal,
  /** ISO 8601. */
  expiresAt: Text,
});
/** A quote for a fiat withdrawal. It expires within minutes. Amounts are decimal strings. */
export interface FiatWithdrawalQuote extends FieldsOf<typeof fiatWithdrawalQuoteFields> {}
export const FiatWithdrawalQuote: ObjectSchema<FiatWithdrawalQuote> = {
  kind: "record",
  fields: fiatWithdrawalQuoteFields,
};

const fiatWithdrawalQuoteResponseFields = () => ({ withdrawQuote: essential(FiatWithdrawalQuote) });
/** The response with one withdrawal quote. */
export interface FiatWithdrawalQuoteResponse
  extends FieldsOf<typeof fiatWithdrawalQuoteResponseFields> {}
export const FiatWithdrawalQuoteResponse: ObjectSchema<FiatWithdrawalQuoteResponse> = {
  kind: "record",
  fields: fiatWithdrawalQuoteResponseFields,
};

const createFiatWithdrawalRequestFields = () => ({
  /** The id of an unexpired quote from `client.fiat.quoteWithdrawal`. Order it only once. */
  quoteId: Id,
  /** The receiver, as in the quote. */
  paymentMethod: PaymentMethod,
});
/** The request of `client.fiat.createWithdrawal`. */
export interface CreateFiatWithdrawalRequest
  extends FieldsOf<typeof createFiatWithdrawalRequestFields> {}
export const CreateFiatWithdrawalRequest: ObjectSchema<CreateFiatWithdrawalRequest> = {
  kind: "request",
  fields: createFiatWithdrawalRequestFields,
};

const fiatWithdrawalFeesFields = () => ({
  /** Decimal string. @unverified currency */
  transactionFee: Decimal,
  /** Decimal string. @unverified currency */
  gasFee: Decimal,
  /** The address that receives the project's fee. */
  treasuryAddress: maybe(AddressText),
});
/** The fees of a withdrawal. */
export interface FiatWithdrawalFees extends FieldsOf<typeof fiatWithdrawalFeesFields> {}
export const FiatWithdrawalFees: ObjectSchema<FiatWithdrawalFees> = {
  kind: "record",
  fields: fiatWithdrawalFeesFields,
};

export const withdrawalInstructionsFields = () => ({
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. */
  userOperationHash: essential(Hash),
  /** Null, absent and `{}` mean that there is none. */
  authorization: maybe(Authorization),
});
/** The operation to sign. Nothing is withdrawn without it. */
export interface WithdrawalInstructions extends FieldsOf<typeof withdrawalInstructionsFields> {}
export const WithdrawalInstructions: ObjectSchema<WithdrawalInstructions> = {
  kind: "record",
  fields: withdrawalInstructionsFields,
};

const fiatWithdrawalOrderFields = () => ({
  /** The id of the order. @unverified whether events name it as `orderId` */
  id: essential(Id),
  /** The amount to send. */
  from: FiatAmount,
  /** The amount to receive. */
  to: FiatAmount,
  /** ISO 8601. */
  expiresAt: Text,
  fees: FiatWithdrawalFees,
  withdrawalInstructions: essential(WithdrawalInstructions),
});
/**
 * An ordered withdrawal. **Nothing is withdrawn yet**: sign
 * `withdrawalInstructions.userOperationHash` and submit it with `client.operations.execute`.
 */
export interface FiatWithdrawalOrder extends FieldsOf<typeof fiatWithdrawalOrderFields> {}
export const FiatWithdrawalOrder: ObjectSchema<FiatWithdrawalOrder> = {
  kind: "record",
  fields: fiatWithdrawalOrderFields,
};

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
