import type { LiquidityAmount } from "../../contract/liquidity/operation-records.js";
import {
  type Currency,
  type CurrencyAmounts,
  currencies,
} from "../../contract/shared/currencies.js";
import type { ReceivedAmount } from "../../contract/wallets/history-records.js";
import { fromUnits, toUnits } from "../../shared/decimal.js";
import { parsePrice } from "./amounts.js";
import { describeToken, type KnownToken } from "./catalogue.js";
import { findEntry } from "./state.js";
import type { MarketTerms, World } from "./world.js";

export function getPrice(world: World, token: KnownToken): string {
  return findEntry(world.prices, token.asset) ?? token.price;
}

/** The value of an amount, in units of 10^-12 US dollars. */
export function getUsdValue(world: World, token: KnownToken, units: bigint): bigint {
  return (units * parsePrice(getPrice(world, token))) / 10n ** BigInt(token.decimals);
}

/** The units of a token that are worth an amount in 10^-12 US dollars, rounded up. */
export function getUnitsForUsd(world: World, token: KnownToken, usd: bigint): bigint {
  const price = parsePrice(getPrice(world, token));
  return price === 0n ? 0n : (usd * 10n ** BigInt(token.decimals) + price - 1n) / price;
}

/** Spreads are in parts per million. */
export const million = 1_000_000n;

/** The market's output for an amount after the spread, rounded down. */
export function quoteMarket(
  world: World,
  { tokenIn, tokenOut, netIn, spread }: Omit<MarketTerms, "minOut">,
): bigint {
  const priceOut = parsePrice(getPrice(world, tokenOut));
  if (priceOut === 0n || netIn <= 0n) return 0n;
  const worth =
    netIn *
    parsePrice(getPrice(world, tokenIn)) *
    10n ** BigInt(tokenOut.decimals) *
    (million - spread);
  return worth / (priceOut * 10n ** BigInt(tokenIn.decimals) * million);
}

export function areMarketTermsMet(world: World, terms: MarketTerms): boolean {
  return quoteMarket(world, terms) >= terms.minOut;
}

/** The exchange rates of the sandbox, which never change. */
// biome-ignore format: a compact table
const unitsPerDollar: Readonly<Record<Currency, string>> = {
  btc: "0.000016666667", eth: "0.0004", ltc: "0.0125", bch: "0.0025", bnb: "0.002", eos: "1.6",
  xrp: "0.5", xlm: "4", link: "0.066666666667", dot: "0.2", yfi: "0.00018", usd: "1",
  aed: "3.6725", ars: "1000", aud: "1.5", bdt: "122", bhd: "0.376", bmd: "1", brl: "5",
  cad: "1.4", chf: "0.8", clp: "950", cny: "7.1", czk: "21", dkk: "6.4", eur: "0.86", gbp: "0.75",
  gel: "2.7", hkd: "7.8", huf: "335", idr: "16500", ils: "3.3", inr: "88", jpy: "150",
  krw: "1400", kwd: "0.306", lkr: "303", mmk: "2100", mxn: "20", myr: "4.2", ngn: "1450",
  nok: "10", nzd: "1.75", php: "58", pkr: "282", pln: "3.65", rub: "80", sar: "3.75", sek: "9.4",
  sgd: "1.3", thb: "32.5", try: "42", twd: "31", uah: "42", vef: "248520.887", vnd: "26300",
  zar: "17.3", xdr: "0.73", xag: "0.02", xau: "0.00025", bits: "16.666666667",
  sats: "1666.666666667",
};

const rateDecimals = 12;
const rates = currencies.map(
  (currency) => [currency, toUnits(unitsPerDollar[currency], rateDecimals)] as const,
);

export function convertToCurrencies(
  units: bigint,
  decimals: number,
  price: string,
): CurrencyAmounts {
  const dollars = (units * parsePrice(price)) / 10n ** BigInt(decimals);
  return Object.fromEntries(
    rates.map(([currency, rate]) => [
      currency,
      fromUnits((dollars * rate) / 10n ** BigInt(rateDecimals), rateDecimals),
    ]),
  );
}

/** An amount with its token and value, as records and operations show it. */
export function describeAmount(
  units: bigint,
  token: KnownToken,
  price: string,
): ReceivedAmount & LiquidityAmount {
  const record = describeToken(token);
  const { decimals } = token;
  return {
    token: record,
    amount: fromUnits(units, decimals),
    amountIn: convertToCurrencies(units, decimals, price),
    cryptoCurrency: record,
  };
}
