import * as z from "zod/mini";
import type { FiatChainId as FiatChain } from "../shared/chains/chain-ids.js";
import { FiatChainId } from "../shared/chains.js";
import { Decimal, EvmAddress, Hash, Id, numberFrom, oneOf, Text } from "../shared/primitives.js";
import {
  type ExactSchema,
  lazy,
  maybe,
  openRequest,
  openWord,
  optional,
  record,
  request,
  typedAs,
} from "../shared/schema.js";
import { AddressText, Authorization } from "../shared/schemas.js";
import type * as t from "./types.js";

export const SendingMethod: ExactSchema<t.SendingMethod> = oneOf("ACH", "PIX", "WIRE", "SPEI");

export const FiatCryptoCurrency: ExactSchema<t.FiatCryptoCurrency> = oneOf("USDC", "BRZ");

type Report = (path: PropertyKey[], message: string) => void;

/* @__NO_SIDE_EFFECTS__ */
function brzOnPolygonOnly<Field extends string>(field: Field) {
  return (
    quote: { readonly [K in Field]?: t.FiatCryptoCurrency } & { readonly chainId?: FiatChain },
    _report: Report,
    reportOwn: Report,
  ) => {
    if (quote[field] === "BRZ" && quote.chainId !== undefined && quote.chainId !== 137) {
      reportOwn([field], "USDC, or BRZ with chainId 137: BRZ exists on Polygon only");
    }
  };
}

const fiatAmountExpected = "a number of at least 0.01";
const FiatAmountToSend = lazy(() =>
  z.number({ error: fiatAmountExpected }).check(z.minimum(0.01, { error: fiatAmountExpected })),
);

/** E3: the request. */
export const FiatDepositQuoteRequest: ExactSchema<t.FiatDepositQuoteRequest> = request(
  () => ({
    paymentMethodToSend: SendingMethod,
    amountToSendInFiatCurrency: FiatAmountToSend,
    receiveCryptoCurrency: FiatCryptoCurrency,
    individualId: Id,
    chainId: FiatChainId,
    walletAddress: EvmAddress,
  }),
  brzOnPolygonOnly("receiveCryptoCurrency"),
);

/** A deposit quote. */
export const FiatDepositQuote: ExactSchema<t.FiatDepositQuote> = record(
  () => ({
    quoteId: Id,
    amountToSendInFiatCurrency: Decimal,
    amountToReceiveInCryptoCurrency: Decimal,
    expiresAt: Text,
  }),
  {
    essential: {
      fields: ["quoteId", "amountToSendInFiatCurrency", "amountToReceiveInCryptoCurrency"],
    },
  },
);

/** E3: the response. */
export const FiatDepositQuoteResponse: ExactSchema<t.FiatDepositQuoteResponse> = record(
  () => ({
    depositQuote: FiatDepositQuote,
  }),
  { essential: { fields: ["depositQuote"] } },
);

/** E4: the request. */
export const CreateFiatDepositRequest: ExactSchema<t.CreateFiatDepositRequest> = request(() => ({
  quoteId: Id,
}));

const FiatAmount: ExactSchema<t.FiatAmount> = record(() => ({
  currency: Text,
  amount: Decimal,
}));

const BankParty: ExactSchema<t.BankParty> = record(() => ({
  name: Text,
  addressLine1: Text,
  addressLine2: Text,
}));

/** How to pay a deposit. Unknown fields are kept. */
export const DepositInstructions: ExactSchema<t.DepositInstructions> = record(
  () => ({
    type: openWord<t.SendingMethod>(),
    routingNumber: maybe(Text),
    accountNumber: maybe(Text),
    accountType: maybe(openWord<t.BankAccountType>()),
    beneficiary: maybe(BankParty),
    receivingBank: maybe(BankParty),
    memoCode: maybe(Text),
    pixKey: maybe(Text),
    base64QrCode: maybe(Text),
  }),
  { essential: { fields: ["type"] } },
);

/** E4: the response. */
export const FiatDepositOrder: ExactSchema<t.FiatDepositOrder> = record(
  () => ({
    id: Id,
    from: FiatAmount,
    to: FiatAmount,
    depositInstructions: DepositInstructions,
  }),
  { essential: { fields: ["id", "depositInstructions"] } },
);

const achFields: Readonly<Record<string, readonly [pattern: RegExp, expected: string]>> = {
  routingNumber: [/^\d{9}$/, "9 digits"],
  accountNumber: [/^\d{10}$/, "exactly 10 digits"],
  accountType: [/^(?:CHECKING|SAVING)$/, "CHECKING or SAVING"],
  beneficiaryName: [/./, "a string that is not empty"],
};
const pixFields: typeof achFields = { pixKey: [/./, "a string that is not empty"] };

const AnyMethod: ExactSchema<t.OtherPaymentMethod> = openRequest(
  () => ({ type: openWord<t.OtherPaymentMethod["type"]>() }),
  (method: Readonly<Record<string, unknown>>, report) => {
    const { type } = method;
    if (type === "") report(["type"], "a payment method such as PIX or ACH");
    const word = typeof type === "string" && type.trim().toUpperCase();
    if (word !== type && (word === "PIX" || word === "ACH")) report(["type"], word);
    const known = type === "PIX" ? pixFields : type === "ACH" ? achFields : {};
    for (const [field, [pattern, expected]] of Object.entries(known)) {
      const value = method[field];
      if (typeof value !== "string" || !pattern.test(value)) report([field], expected);
    }
  },
);

/** The receiver of a withdrawal. The fields of PIX and ACH are checked, others are sent as is. */
export const PaymentMethod = typedAs<t.PaymentMethod>(AnyMethod);

/** The request of a withdrawal quote. */
export const FiatWithdrawalQuoteRequest: ExactSchema<t.FiatWithdrawalQuoteRequest> = request(
  () => ({
    individualId: Id,
    chainId: FiatChainId,
    paymentMethodToReceiveDetails: PaymentMethod,
    amountToSendInCryptoCurrency: Decimal,
    cryptoCurrencyToSend: FiatCryptoCurrency,
    transactionFeePercent: optional(numberFrom(0, 99.99)),
  }),
  brzOnPolygonOnly("cryptoCurrencyToSend"),
);

/** A withdrawal quote. */
export const FiatWithdrawalQuote: ExactSchema<t.FiatWithdrawalQuote> = record(
  () => ({
    quoteId: Id,
    cryptoCurrencyToSend: openWord<t.FiatCryptoCurrency>(),
    fiatCurrencyToReceive: openWord<"BRL" | "USD" | "MXN" | "COP" | "ARS">(),
    amountToSendInCryptoCurrency: Decimal,
    amountToReceiveInFiatCurrency: Decimal,
    transactionFeeInCryptoCurrency: Decimal,
    estimatedGasFeeInCryptoCurrency: Decimal,
    expiresAt: Text,
  }),
  {
    essential: {
      fields: ["quoteId", "amountToSendInCryptoCurrency", "amountToReceiveInFiatCurrency"],
    },
  },
);

/** The response with a withdrawal quote. */
export const FiatWithdrawalQuoteResponse: ExactSchema<t.FiatWithdrawalQuoteResponse> = record(
  () => ({
    withdrawQuote: FiatWithdrawalQuote,
  }),
  { essential: { fields: ["withdrawQuote"] } },
);

/** E5: the request. */
export const CreateFiatWithdrawalRequest: ExactSchema<t.CreateFiatWithdrawalRequest> = request(
  () => ({
    quoteId: Id,
    paymentMethod: PaymentMethod,
  }),
);

const FiatWithdrawalFees: ExactSchema<t.FiatWithdrawalFees> = record(() => ({
  transactionFee: Decimal,
  gasFee: Decimal,
  treasuryAddress: maybe(AddressText),
}));

/** The operation to sign for a withdrawal. Required: nothing is withdrawn without it. */
export const WithdrawalInstructions: ExactSchema<t.WithdrawalInstructions> = record(
  () => ({
    userOperationHash: Hash,
    authorization: maybe(Authorization),
  }),
  { essential: { fields: ["userOperationHash"] } },
);

/** E5: the response. */
export const FiatWithdrawalOrder: ExactSchema<t.FiatWithdrawalOrder> = record(
  () => ({
    id: Id,
    from: FiatAmount,
    to: FiatAmount,
    expiresAt: Text,
    fees: FiatWithdrawalFees,
    withdrawalInstructions: WithdrawalInstructions,
  }),
  { essential: { fields: ["id", "withdrawalInstructions"] } },
);

const FiatDepositOrderV1: ExactSchema<t.FiatDepositOrderV1> = record(
  () => ({ orderId: Id, expiresAt: Text, paymentMethodToSendDetails: DepositInstructions }),
  { essential: { fields: ["orderId", "paymentMethodToSendDetails"] } },
);

/** The response of the older call for a deposit. */
export const FiatDepositV1Response: ExactSchema<t.FiatDepositV1Response> = record(
  () => ({ depositOrder: FiatDepositOrderV1 }),
  { essential: { fields: ["depositOrder"] } },
);

/** The request of the older call for a withdrawal. */
export const CreateFiatWithdrawalV1Request: ExactSchema<t.CreateFiatWithdrawalV1Request> = request(
  () => ({ quoteId: Id, walletAddress: EvmAddress }),
);

const FiatWithdrawalOrderV1: ExactSchema<t.FiatWithdrawalOrderV1> = record(
  () => ({
    orderId: Id,
    userOperationHash: Hash,
    authorization: maybe(Authorization),
    amountToSendInCryptoCurrency: Decimal,
    amountToReceiveInFiatCurrency: Decimal,
    transactionFeeAmountInCryptoCurrency: Decimal,
    estimatedGasFeeAmountInCryptoCurrency: Decimal,
    expiresAt: Text,
  }),
  { essential: { fields: ["orderId", "userOperationHash"] } },
);

/** The response of the older call for a withdrawal. */
export const FiatWithdrawalV1Response: ExactSchema<t.FiatWithdrawalV1Response> = record(
  () => ({ withdrawOrder: FiatWithdrawalOrderV1 }),
  { essential: { fields: ["withdrawOrder"] } },
);
