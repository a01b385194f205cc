import { toUnits } from "../../shared/decimal.js";
import { fiatRates } from "../kyc/identity-limits.js";
import { ServiceError } from "../shared/service-error.js";
import { findWhitelistedToken } from "../shared/whitelist.js";
import { parsePrice, takePercent } from "../world/amounts.js";
import { findTokenBySymbol, type KnownToken } from "../world/catalogue.js";
import type { Identity } from "../world/people.js";
import { getPrice } from "../world/prices.js";
import { findEntry } from "../world/state.js";
import type { Project, World } from "../world/world.js";

const fiatChains = [137, 8453, 42161, 1];

const currenciesByMethod: Readonly<Record<string, string>> = {
  PIX: "BRL",
  ACH: "USD",
  WIRE: "USD",
  SPEI: "MXN",
  ACH_COP: "COP",
  TRANSFERS: "ARS",
};

const depositFeePercent = 1;
const withdrawalGasUsd = "0.05";

export function assertFiatEnabled(project: Project): void {
  // The message was reported by users. The error id is unknown.
  if (!project.fiat)
    throw new ServiceError("HTTP_EXCEPTION", "This feature is not allowed for the project", 403);
}

export function getCurrency(method: string): string {
  return findEntry(currenciesByMethod, method) ?? "USD";
}

function findBySymbol(project: Project, symbol: string, chainId: number): KnownToken | undefined {
  const token = findTokenBySymbol(chainId, symbol);
  return token && findWhitelistedToken(project, chainId, token.address);
}

/** The whitelisted token with that symbol. BRZ requires a Brazilian document. */
export function getFiatToken(
  project: Project,
  identity: Identity,
  symbol: string,
  chainId: number,
): KnownToken {
  const open = symbol !== "BRZ" || identity.country === "BRAZIL";
  const token = open ? findBySymbol(project, symbol, chainId) : undefined;
  if (token) return token;
  const others = ["USDC", ...(identity.country === "BRAZIL" ? ["BRZ"] : [])].flatMap((other) =>
    fiatChains
      .filter((chain) => findBySymbol(project, other, chain))
      .map((chain) => `${other} on chain ${chain}`),
  );
  throw new ServiceError(
    "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES",
    `${symbol} is not supported on chain ${chainId}${open ? "" : " without a Brazilian document"}. Alternatives: ${others.join(", ") || "none"}`,
  );
}

export function convertDeposit(
  world: World,
  token: KnownToken,
  currency: string,
  cents: bigint,
): { net: bigint; fee: bigint } {
  const price = getTokenPrice(world, token);
  const units =
    (cents * 10n ** BigInt(token.decimals + 12)) / (100n * getFiatRate(currency) * price);
  const fee = takePercent(units, depositFeePercent);
  return { net: units - fee, fee };
}

/** Converts a withdrawal to fiat cents. Zero or negative if the fees exceed the amount. */
export function convertWithdrawal(
  world: World,
  token: KnownToken,
  currency: string,
  units: bigint,
  feePercent: number,
) {
  const price = getTokenPrice(world, token);
  const fee = takePercent(units, feePercent);
  const gas = (toUnits(withdrawalGasUsd, token.decimals) * 10n ** 12n) / price;
  const paid = units - fee - gas;
  const cents = (paid * price * getFiatRate(currency) * 100n) / 10n ** BigInt(token.decimals + 12);
  return { fee, gas, cents };
}

function getTokenPrice(world: World, token: KnownToken): bigint {
  const price = parsePrice(getPrice(world, token));
  if (price <= 0n)
    throw new ServiceError("FAILED_TO_GET_FIAT_QUOTE", `${token.symbol} has no price`);
  return price;
}

function getFiatRate(currency: string): bigint {
  return findEntry(fiatRates, currency) ?? 1n;
}
