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
  maybe,
  type Named,
  nullable,
  openRequest,
  openWord,
  optional,
  record,
  request,
  type Schema,
} from "../shared/schema.js";
import { Authorization, HexText } from "../shared/schemas.js";
import type * as t from "./types.js";

export const SendingMethod: Schema<t.SendingMethod> = oneOf("ACH", "PIX", "WIRE", "SPEI");

export const FiatCryptoCurrency: Schema<t.FiatCryptoCurrency> = oneOf("USDC", "BRZ");

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
const FiatAmountToSend: Schema<number> = /* @__PURE__ */ z.lazy(() =>
  z.number({ error: fiatAmountExpected }).check(z.minimum(0.01, { error: fiatAmountExpected })),
) as never;

/** E3: what a deposit quote is asked with. */
export const FiatDepositQuoteRequest: Schema<t.FiatDepositQuoteRequest> =
  request<t.FiatDepositQuoteRequest>(
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

/** One deposit quote. */
export const FiatDepositQuote = record<t.FiatDepositQuote>(() => ({
  quoteId: Text,
  amountToSendInFiatCurrency: Text,
  amountToReceiveInCryptoCurrency: Text,
  expiresAt: maybe(Text),
}));

/** E3: the answer. */
export const FiatDepositQuoteAnswer = record<t.FiatDepositQuoteAnswer>(() => ({
  depositQuote: FiatDepositQuote,
}));

/** E4: which quote to order. */
export const CreateFiatDepositRequest = request<t.CreateFiatDepositRequest>(() => ({
  quoteId: Id,
}));

const FiatAmount = record<t.FiatAmount>(() => ({ currency: maybe(Text), amount: maybe(Text) }));

const BankParty = record<t.BankParty>(() => ({
  name: maybe(Text),
  addressLine1: maybe(Text),
  addressLine2: maybe(Text),
}));

/** How to pay a deposit. Fields of forms that have not been published are kept. */
export const DepositInstructions = record<Named<t.DepositInstructions>>(() => ({
  type: maybe(openWord<t.SendingMethod>()),
  routingNumber: maybe(Text),
  accountNumber: maybe(Text),
  accountType: maybe(openWord<t.BankAccountType>()),
  beneficiary: maybe(BankParty),
  receivingBank: maybe(BankParty),
  memoCode: maybe(Text),
  pixKey: maybe(Text),
  base64QrCode: maybe(Text),
})) as Schema<t.DepositInstructions>;

/** E4: the answer. */
export const FiatDepositOrder = record<t.FiatDepositOrder>(() => ({
  id: Text,
  from: maybe(FiatAmount),
  to: maybe(FiatAmount),
  depositInstructions: DepositInstructions,
}));

// Not oneOf: a discriminated union reads its words from the field itself, and a lazy schema hides them.
function literal<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  return z.literal([...words]) as unknown as Schema<Word>;
}

const Pix = request<t.PixPaymentMethod>(() => ({ type: literal("PIX"), pixKey: Id }));

const Ach = request<t.AchPaymentMethod>(() => ({
  type: literal("ACH"),
  routingNumber: text(/^\d{9}$/, "9 digits"),
  accountNumber: text(/^\d{10}$/, "exactly 10 digits"),
  accountType: oneOf("CHECKING", "SAVING"),
  beneficiaryName: Id,
}));

const Wire = openRequest<
  Record<Exclude<keyof Named<t.WirePaymentMethod>, "type">, unknown> & { type: "WIRE" }
>(() => ({
  type: literal("WIRE"),
  routingNumber: Anything,
  accountNumber: Anything,
  beneficiaryName: Anything,
  addressLine1: Anything,
  country: Anything,
}));

const Other = openRequest<Named<t.OtherPaymentMethod>>(() => ({
  type: literal("SPEI", "ACH_COP", "TRANSFERS"),
}));

const receivingMethods = ["PIX", "ACH", "WIRE", "SPEI", "ACH_COP", "TRANSFERS"] as const;

/** Who receives a withdrawal. PIX and ACH are checked; of the other methods only `type`, because their fields are not all published. */
export const PaymentMethod: Schema<t.PaymentMethod> = /* @__PURE__ */ z.lazy(() =>
  z.pipe(
    // A wrong word is told here: the union would blame the whole object.
    z.looseObject({ type: oneOf(...receivingMethods) }),
    z.discriminatedUnion("type", [Pix, Ach, Wire, Other] as never),
  ),
) as never;

/** What a withdrawal quote is asked with. */
export const FiatWithdrawalQuoteRequest: Schema<t.FiatWithdrawalQuoteRequest> =
  request<t.FiatWithdrawalQuoteRequest>(
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

/** One withdrawal quote. */
export const FiatWithdrawalQuote = record<t.FiatWithdrawalQuote>(() => ({
  quoteId: Text,
  cryptoCurrencyToSend: maybe(openWord<t.FiatCryptoCurrency>()),
  fiatCurrencyToReceive: maybe(openWord<"BRL" | "USD" | "MXN" | "COP" | "ARS">()),
  amountToSendInCryptoCurrency: Text,
  amountToReceiveInFiatCurrency: Text,
  transactionFeeInCryptoCurrency: maybe(Text),
  estimatedGasFeeInCryptoCurrency: maybe(Text),
  expiresAt: maybe(Text),
}));

/** The answer with a withdrawal quote. */
export const FiatWithdrawalQuoteAnswer = record<t.FiatWithdrawalQuoteAnswer>(() => ({
  withdrawQuote: FiatWithdrawalQuote,
}));

/** E5: which quote to order, and who receives. */
export const CreateFiatWithdrawalRequest = request<t.CreateFiatWithdrawalRequest>(() => ({
  quoteId: Id,
  paymentMethod: PaymentMethod,
}));

const FiatWithdrawalFees = record<t.FiatWithdrawalFees>(() => ({
  transactionFee: maybe(Text),
  gasFee: maybe(Text),
  treasuryAddress: maybe(Text),
}));

/** What is to be signed for a withdrawal. Required, because without it nothing is withdrawn. */
export const WithdrawalInstructions = record<t.WithdrawalInstructions>(() => ({
  userOperationHash: HexText,
  authorization: maybe(Authorization),
}));

/** E5: the answer. */
export const FiatWithdrawalOrder = record<t.FiatWithdrawalOrder>(() => ({
  id: Text,
  from: maybe(FiatAmount),
  to: maybe(FiatAmount),
  expiresAt: maybe(Text),
  fees: maybe(FiatWithdrawalFees),
  withdrawalInstructions: WithdrawalInstructions,
}));
