import { fiatRates } from "../kyc/identities.js";
import { find } from "../shared/operation-handler.js";
import { Refusal } from "../shared/service-error.js";
import { percentOf, priceUnits, toUnits } from "../world/amounts.js";
import { type KnownToken, tokens } from "../world/catalogue.js";
import { priceOf } from "../world/prices.js";
import type { Identity, Project, World } from "../world/world.js";

const fiatChains = [137, 8453, 42161, 1];

const currencies: Readonly<Record<string, string>> = {
  PIX: "BRL",
  ACH: "USD",
  WIRE: "USD",
  SPEI: "MXN",
  ACH_COP: "COP",
  TRANSFERS: "ARS",
};

/** What the service takes of a deposit, in percent. */
const depositFeePercent = 1;
/** The gas of a withdrawal, in US dollars. */
const withdrawalGas = "0.05";

export function requireFiat(project: Project): void {
  // The message was reported; with which id it comes is not known.
  if (!project.fiat)
    throw new Refusal("HTTP_EXCEPTION", "This feature is not allowed for the project", 403);
}

export function requireIndividual(world: World, project: Project, id: string): Identity {
  const identity = find(world.identities, id);
  if (identity?.projectId !== project.id || identity.type !== "INDIVIDUAL")
    throw new Refusal("INDIVIDUAL_NOT_FOUND");
  return identity;
}

export function currencyOf(method: string): string {
  return find(currencies, method) ?? "USD";
}

function tokenOn(project: Project, symbol: string, chainId: number): KnownToken | undefined {
  const token = [...tokens().values()].find(
    (known) => known.symbol === symbol && known.chainId === chainId,
  );
  return token && project.whitelist.includes(`${chainId}:${token.address}`) ? token : undefined;
}

/**
 * The token of that currency on that chain. It is not supported where the project has not whitelisted it, nor BRZ for individuals without
 * a Brazilian document.
 */
export function fiatToken(
  project: Project,
  identity: Identity,
  symbol: string,
  chainId: number,
): KnownToken {
  const open = symbol !== "BRZ" || identity.country === "BRAZIL";
  const token = open ? tokenOn(project, symbol, chainId) : undefined;
  if (token) return token;
  const others = ["USDC", ...(identity.country === "BRAZIL" ? ["BRZ"] : [])].flatMap((other) =>
    fiatChains
      .filter((chain) => tokenOn(project, other, chain))
      .map((chain) => `${other} on chain ${chain}`),
  );
  throw new Refusal(
    "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES",
    `${symbol} is not supported on chain ${chainId}${open ? "" : " without a Brazilian document"}. Alternatives: ${others.join(", ") || "none"}`,
  );
}

/** What a fiat amount, in hundredths, buys: what arrives, and what the service keeps. */
export function payIn(
  world: World,
  token: KnownToken,
  currency: string,
  cents: bigint,
): { net: bigint; fee: bigint } {
  const price = priceInUnits(world, token);
  const units = (cents * 10n ** BigInt(token.decimals + 12)) / (100n * rateOf(currency) * price);
  const fee = percentOf(units, depositFeePercent);
  return { net: units - fee, fee };
}

/** What a withdrawal of that many units comes to. `cents` is not above zero when the fees eat it up. */
export function payOut(
  world: World,
  token: KnownToken,
  currency: string,
  units: bigint,
  feePercent: number,
) {
  const price = priceInUnits(world, token);
  const fee = percentOf(units, feePercent);
  const gas = (toUnits(withdrawalGas, token.decimals) * 10n ** 12n) / price;
  const paid = units - fee - gas;
  const cents = (paid * price * rateOf(currency) * 100n) / 10n ** BigInt(token.decimals + 12);
  return { fee, gas, cents };
}

function priceInUnits(world: World, token: KnownToken): bigint {
  const price = priceUnits(priceOf(world, token));
  if (price <= 0n) throw new Refusal("FAILED_TO_GET_FIAT_QUOTE", `${token.symbol} has no price`);
  return price;
}

function rateOf(currency: string): bigint {
  return find(fiatRates, currency) ?? 1n;
}
