import {
  essential,
  type FieldsOf,
  maybe,
  type NamedUnion,
  numberFrom,
  type ObjectSchema,
  type Open,
  openWord,
  type ReportRule,
  type Rule,
  type Schema,
  type WordSchema,
} from "../records/schema.js";
import { FiatChainId } from "../shared/chains.js";
import { AddressText, Decimal, EvmAddress, Hash, Id, Text } from "../shared/primitives.js";
import { Authorization } from "../shared/records.js";

/** How fiat money is sent. @unverified the currency of each method */
export type SendingMethod = NamedUnion<(typeof sendingMethods)[number]>;
const sendingMethods = ["ACH", "PIX", "WIRE", "SPEI"] as const;
export const SendingMethod: WordSchema<SendingMethod> = { kind: "word", words: sendingMethods };

/** A cryptocurrency for fiat: `USDC` on all fiat chains, `BRZ` on Polygon (137) only. */
export type FiatCryptoCurrency = NamedUnion<(typeof fiatCryptoCurrencies)[number]>;
const fiatCryptoCurrencies = ["USDC", "BRZ"] as const;
export const FiatCryptoCurrency: WordSchema<FiatCryptoCurrency> = {
  kind: "word",
  words: fiatCryptoCurrencies,
};

function brzOnPolygonOnly<Field extends string>(
  quote: { readonly [K in Field]?: FiatCryptoCurrency } & { readonly chainId?: FiatChainId },
  field: Field,
  report: ReportRule,
): void {
  if (quote[field] === "BRZ" && quote.chainId !== undefined && quote.chainId !== 137)
    report([field], "USDC, or BRZ with chainId 137: BRZ exists on Polygon only", "own");
}

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

const fiatAmountFields = () => ({
  /** The currency, such as `USD` or `USDC`. */
  currency: Text,
  /** In the currency: a decimal string. */
  amount: Decimal,
});
/** An amount in a currency. */
export interface FiatAmount extends FieldsOf<typeof fiatAmountFields> {}
export const FiatAmount: ObjectSchema<FiatAmount> = { kind: "record", fields: fiatAmountFields };

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

const withdrawalInstructionsFields = () => ({
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

const fiatDepositOrderV1Fields = () => ({
  /** The id of the order. */
  orderId: essential(Id),
  /** ISO 8601. */
  expiresAt: Text,
  /** How to pay. Check `type` first. */
  paymentMethodToSendDetails: essential(DepositInstructions),
});
/** A deposit that was ordered by the older call. */
export interface FiatDepositOrderV1 extends FieldsOf<typeof fiatDepositOrderV1Fields> {}
export const FiatDepositOrderV1: ObjectSchema<FiatDepositOrderV1> = {
  kind: "record",
  fields: fiatDepositOrderV1Fields,
};

const fiatDepositV1ResponseFields = () => ({ depositOrder: essential(FiatDepositOrderV1) });
/** The response of `client.fiat.createDepositV1`. */
export interface FiatDepositV1Response extends FieldsOf<typeof fiatDepositV1ResponseFields> {}
export const FiatDepositV1Response: ObjectSchema<FiatDepositV1Response> = {
  kind: "record",
  fields: fiatDepositV1ResponseFields,
};

const createFiatWithdrawalV1RequestFields = () => ({
  /** The id of an unexpired quote from `client.fiat.quoteWithdrawal`. */
  quoteId: Id,
  /** The wallet that pays. */
  walletAddress: EvmAddress,
});
/** The request of `client.fiat.createWithdrawalV1`. */
export interface CreateFiatWithdrawalV1Request
  extends FieldsOf<typeof createFiatWithdrawalV1RequestFields> {}
export const CreateFiatWithdrawalV1Request: ObjectSchema<CreateFiatWithdrawalV1Request> = {
  kind: "request",
  fields: createFiatWithdrawalV1RequestFields,
};

const fiatWithdrawalOrderV1Fields = () => ({
  /** The id of the order. */
  orderId: essential(Id),
  ...withdrawalInstructionsFields(),
  /** Decimal string, in whole tokens. */
  amountToSendInCryptoCurrency: Decimal,
  /** In the fiat currency: a decimal string. */
  amountToReceiveInFiatCurrency: Decimal,
  /** Decimal string, in whole tokens. */
  transactionFeeAmountInCryptoCurrency: Decimal,
  /** Decimal string, in whole tokens. */
  estimatedGasFeeAmountInCryptoCurrency: Decimal,
  /** ISO 8601. */
  expiresAt: Text,
});
/** A withdrawal that was ordered by the older call. **Nothing is withdrawn yet**: sign it. */
export interface FiatWithdrawalOrderV1 extends FieldsOf<typeof fiatWithdrawalOrderV1Fields> {}
export const FiatWithdrawalOrderV1: ObjectSchema<FiatWithdrawalOrderV1> = {
  kind: "record",
  fields: fiatWithdrawalOrderV1Fields,
};

const fiatWithdrawalV1ResponseFields = () => ({ withdrawOrder: essential(FiatWithdrawalOrderV1) });
/** The response of `client.fiat.createWithdrawalV1`. */
export interface FiatWithdrawalV1Response extends FieldsOf<typeof fiatWithdrawalV1ResponseFields> {}
export const FiatWithdrawalV1Response: ObjectSchema<FiatWithdrawalV1Response> = {
  kind: "record",
  fields: fiatWithdrawalV1ResponseFields,
};

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
