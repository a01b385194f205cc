import type {
  FieldsOf,
  NamedUnion,
  ObjectSchema,
  ReportRule,
  WordSchema,
} from "../records/schema.js";
import type { FiatChainId } from "../shared/chains.js";
import { Decimal, Text } from "../shared/primitives.js";

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

/** Reports another chain of BRZ. */
export function brzOnPolygonOnly<Field extends string>(
  quote: { readonly [K in Field]?: FiatCryptoCurrency } & { readonly chainId?: FiatChainId },
  field: Field,
  report: ReportRule,
): void {
  if (quote[field] === "BRZ" && quote.chainId !== undefined && quote.chainId !== 137)
    report([field], "USDC, or BRZ with chainId 137: BRZ exists on Polygon only", "own");
}

const fiatAmountFields = () => ({
  /** The currency, such as `USD` or `USDC`. */
  currency: Text,
  /** In the currency: a decimal string. */
  amount: Decimal,
});
/** An amount in a currency. */
export interface FiatAmount extends FieldsOf<typeof fiatAmountFields> {}
export const FiatAmount: ObjectSchema<FiatAmount> = { kind: "record", fields: fiatAmountFields };

/** The type of a US bank account. */
export type BankAccountType = "CHECKING" | "SAVING";
