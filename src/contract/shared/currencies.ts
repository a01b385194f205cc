/** The 62 currencies in which the service converts amounts. */
// biome-ignore format: one word per line would take too many lines
export const currencies = [
  "btc", "eth", "ltc", "bch", "bnb", "eos", "xrp", "xlm", "link", "dot", "yfi", "usd", "aed",
  "ars", "aud", "bdt", "bhd", "bmd", "brl", "cad", "chf", "clp", "cny", "czk", "dkk", "eur", "gbp",
  "gel", "hkd", "huf", "idr", "ils", "inr", "jpy", "krw", "kwd", "lkr", "mmk", "mxn", "myr", "ngn",
  "nok", "nzd", "php", "pkr", "pln", "rub", "sar", "sek", "sgd", "thb", "try", "twd", "uah", "vef",
  "vnd", "zar", "xdr", "xag", "xau", "bits", "sats",
] as const;

/** A currency in which the service converts amounts. */
export type Currency = (typeof currencies)[number];

/** The value of an amount in other currencies, as decimal strings. Currencies may be missing. */
export type CurrencyAmounts = { [C in Currency]?: string | null | undefined };
