import * as z from "zod/mini";
import type { FiatChainId as FiatChain } from "../shared/chain-ids.js";
import { FiatChainId } from "../shared/chains.js";
import {
  Anything,
  Decimal,
  EvmAddress,
  Id,
  numberFrom,
  oneOf,
  Text,
  text,
} from "../shared/primitives.js";
import {
  type ExactSchema,
  exact,
  lazy,
  maybe,
  type Named,
  nullable,
  openRequest,
  openWord,
  optional,
  record,
  request,
  typedAs,
} from "../shared/schema.js";
import { Authorization, HexText } from "../shared/schemas.js";
import type * as t from "./types.js";

export const SendingMethod: ExactSchema<t.SendingMethod> = oneOf("ACH", "PIX", "WIRE", "SPEI");

export const FiatCryptoCurrency: ExactSchema<t.FiatCryptoCurrency> = oneOf("USDC", "BRZ");

type Report = (path: PropertyKey[], message: string) => void;

/* @__NO_SIDE_EFFECTS__ */
function brzOnPolygonOnly<Field extends string>(field: Field) {
  return (
    quote: { readonly [K in Field]?: t.FiatCryptoCurrency } & { readonly chainId?: FiatChain },
    report: Report,
  ) => {
    if (quote[field] === "BRZ" && quote.chainId !== undefined && quote.chainId !== 137) {
      report([field], "USDC, or BRZ with chainId 137: BRZ exists on Polygon only");
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
export const FiatDepositQuote: ExactSchema<t.FiatDepositQuote> = record(() => ({
  quoteId: Text,
  amountToSendInFiatCurrency: Text,
  amountToReceiveInCryptoCurrency: Text,
  expiresAt: maybe(Text),
}));

/** E3: the response. */
export const FiatDepositQuoteAnswer: ExactSchema<t.FiatDepositQuoteAnswer> = record(() => ({
  depositQuote: FiatDepositQuote,
}));

/** E4: the request. */
export const CreateFiatDepositRequest: ExactSchema<t.CreateFiatDepositRequest> = request(() => ({
  quoteId: Id,
}));

const FiatAmount: ExactSchema<t.FiatAmount> = record(() => ({
  currency: maybe(Text),
  amount: maybe(Text),
}));

const BankParty: ExactSchema<t.BankParty> = record(() => ({
  name: maybe(Text),
  addressLine1: maybe(Text),
  addressLine2: maybe(Text),
}));

/** How to pay a deposit. Unknown fields are kept. */
export const DepositInstructions: ExactSchema<t.DepositInstructions> = record(() => ({
  type: maybe(openWord<t.SendingMethod>()),
  routingNumber: maybe(Text),
  accountNumber: maybe(Text),
  accountType: maybe(openWord<t.BankAccountType>()),
  beneficiary: maybe(BankParty),
  receivingBank: maybe(BankParty),
  memoCode: maybe(Text),
  pixKey: maybe(Text),
  base64QrCode: maybe(Text),
}));

/** E4: the response. */
export const FiatDepositOrder: ExactSchema<t.FiatDepositOrder> = record(() => ({
  id: Text,
  from: maybe(FiatAmount),
  to: maybe(FiatAmount),
  depositInstructions: DepositInstructions,
}));

// Not oneOf: a discriminated union cannot read the words of a lazy schema.
function literal<const Word extends string>(...words: readonly Word[]): ExactSchema<Word> {
  return exact(z.literal([...words]));
}

const Pix: ExactSchema<t.PixPaymentMethod> = request(() => ({ type: literal("PIX"), pixKey: Id }));

const Ach: ExactSchema<t.AchPaymentMethod> = request(() => ({
  type: literal("ACH"),
  routingNumber: text(/^\d{9}$/, "9 digits"),
  accountNumber: text(/^\d{10}$/, "exactly 10 digits"),
  accountType: oneOf("CHECKING", "SAVING"),
  beneficiaryName: Id,
}));

type UncheckedFields = Exclude<keyof Named<t.WirePaymentMethod>, "type">;
const Wire: ExactSchema<{ type: "WIRE" } & { [F in UncheckedFields]?: unknown }> = openRequest(
  () => ({
    type: literal("WIRE"),
    routingNumber: Anything,
    accountNumber: Anything,
    beneficiaryName: Anything,
    addressLine1: Anything,
    country: Anything,
  }),
);

const Other: ExactSchema<t.OtherPaymentMethod> = openRequest(() => ({
  type: literal("SPEI", "ACH_COP", "TRANSFERS"),
}));

const receivingMethods = ["PIX", "ACH", "WIRE", "SPEI", "ACH_COP", "TRANSFERS"] as const;

/** The receiver of a withdrawal. Only PIX and ACH are validated, other methods only by `type`. */
export const PaymentMethod = lazy(() =>
  typedAs<t.PaymentMethod>(
    z.pipe(
      // An unknown `type` is reported here: the union would report the whole object.
      z.looseObject({ type: oneOf(...receivingMethods) }),
      z.discriminatedUnion("type", [Pix, Ach, Wire, Other] as never),
    ),
  ),
);

/** The request of a withdrawal quote. */
export const FiatWithdrawalQuoteRequest: ExactSchema<t.FiatWithdrawalQuoteRequest> = request(
  () => ({
    individualId: Id,
    chainId: FiatChainId,
    paymentMethodToReceiveDetails: PaymentMethod,
    amountToSendInCryptoCurrency: Decimal,
    cryptoCurrencyToSend: FiatCryptoCurrency,
    transactionFeePercent: optional(nullable(numberFrom(0, 99.99))),
  }),
  brzOnPolygonOnly("cryptoCurrencyToSend"),
);

/** A withdrawal quote. */
export const FiatWithdrawalQuote: ExactSchema<t.FiatWithdrawalQuote> = record(() => ({
  quoteId: Text,
  cryptoCurrencyToSend: maybe(openWord<t.FiatCryptoCurrency>()),
  fiatCurrencyToReceive: maybe(openWord<"BRL" | "USD" | "MXN" | "COP" | "ARS">()),
  amountToSendInCryptoCurrency: Text,
  amountToReceiveInFiatCurrency: Text,
  transactionFeeInCryptoCurrency: maybe(Text),
  estimatedGasFeeInCryptoCurrency: maybe(Text),
  expiresAt: maybe(Text),
}));

/** The response with a withdrawal quote. */
export const FiatWithdrawalQuoteAnswer: ExactSchema<t.FiatWithdrawalQuoteAnswer> = record(() => ({
  withdrawQuote: FiatWithdrawalQuote,
}));

/** E5: the request. */
export const CreateFiatWithdrawalRequest: ExactSchema<t.CreateFiatWithdrawalRequest> = request(
  () => ({
    quoteId: Id,
    paymentMethod: PaymentMethod,
  }),
);

const FiatWithdrawalFees: ExactSchema<t.FiatWithdrawalFees> = record(() => ({
  transactionFee: maybe(Text),
  gasFee: maybe(Text),
  treasuryAddress: maybe(Text),
}));

/** The operation to sign for a withdrawal. Required: nothing is withdrawn without it. */
export const WithdrawalInstructions: ExactSchema<t.WithdrawalInstructions> = record(() => ({
  userOperationHash: HexText,
  authorization: maybe(Authorization),
}));

/** E5: the response. */
export const FiatWithdrawalOrder: ExactSchema<t.FiatWithdrawalOrder> = record(() => ({
  id: Text,
  from: maybe(FiatAmount),
  to: maybe(FiatAmount),
  expiresAt: maybe(Text),
  fees: maybe(FiatWithdrawalFees),
  withdrawalInstructions: WithdrawalInstructions,
}));
