import { inject } from "vitest";
import { type Client, type ClientOptions, createClient } from "../../src/client.js";
import { resolveConfig } from "../../src/http/config/resolve-config.js";
import type { Transport } from "../../src/http/features/client-transport.js";
import { createTransport } from "../../src/http/transport.js";
import type { Address, Hex } from "../../src/shared/patterns.js";
import { inBrowser } from "../support/in-browser.js";
import type { Loopback } from "../support/loopback.js";

/** Looks like a key, and holds characters that mean something in JSON and in patterns. */
export const secret =
  "eyJhbGciOiJIUzI1NiJ9.c2VjcmV0LXByb2plY3Qta2V5.sig$nature+0123456789-abcdefghijklmnopqrstuvwxyz";

export const wallet: Address = "0x1111111111111111111111111111111111111111";
export const token: Address = "0x2222222222222222222222222222222222222222";
export const hash: Hex = `0x${"ab".repeat(32)}`;
export const signature: Hex = `0x${"cd".repeat(65)}`;

/** Any class of errors. */
export type ErrorClass = abstract new (...args: never[]) => Error;

export const fast = { limit: 2, baseDelay: 1, maxDelay: 5 } as const;

export function clientFor(server: Pick<Loopback, "url">, options: ClientOptions = {}): Client {
  return createClient(optionsFor(server, options));
}

export function transportFor(
  server: Pick<Loopback, "url">,
  options: ClientOptions = {},
): Transport {
  return createTransport(resolveConfig(optionsFor(server, options)));
}

declare module "vitest" {
  interface ProvidedContext {
    /** What sends the requests of `clientFor`. Default: on Node, its dispatcher. */
    wire: "undici" | "fetch";
  }
}

/** `bursar/undici`, if the suites run with it. */
const undici = inject("wire") === "undici" ? await import("../../src/undici/index.js") : undefined;

/** What sends the requests of `clientFor`, unless a test passes something else. */
export const transport = undici ? "wire" : inBrowser ? "fetch" : (inject("wire") ?? "dispatcher");

const wire: ClientOptions["wire"] = inject("wire") === "fetch" ? "fetch" : undici?.undiciWire();

function optionsFor(server: Pick<Loopback, "url">, options: ClientOptions): ClientOptions {
  return {
    baseUrl: server.url,
    apiKey: secret,
    retry: fast,
    logLevel: "off",
    dangerouslyAllowBrowser: inBrowser,
    ...(wire && !options.fetch && { wire }),
    ...options,
  };
}

/** What the call rejected with. Fails when it did not. */
export async function failure(call: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await call;
  } catch (error) {
    return error;
  }
  throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
}

export const swapRequest = {
  amountIn: "1",
  chainIdIn: 137,
  chainIdOut: 137,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  payGasFeeToken: token,
  tokenIn: token,
  tokenOut: wallet,
  walletAddress: wallet,
  toAddress: wallet,
} as const;

export const depositRequest = { amount: "1", chainId: 137, token, fromAddress: wallet } as const;

export const depositAnswer = {
  transfer: {
    from: wallet,
    to: token,
    value: "0",
    data: `0xa9059cbb${wallet.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`,
    estimateGasCost: "0",
  },
};

export const noQuotes = { quotes: [] };

export const limits = {
  identityId: "",
  identityType: "INDIVIDUAL",
  projectId: "project_1",
  limits: [],
};

export function walletAnswer(registeredAt: string | null) {
  return {
    wallet: {
      walletAddress: wallet,
      externallyOwnedAccount: wallet,
      factory: token,
      implementation: token,
      eip7702: false,
      deployed: [],
      registeredAt,
    },
  };
}

const polygon = { id: 137, name: "POLYGON", logo: "" };

/** A token of a list. Its address may be a word on Bitcoin. */
export function listedToken(address: string) {
  return {
    id: address,
    address,
    name: "",
    symbol: "",
    marketDataId: "",
    decimals: 8,
    logo: "",
    marketCap: 0,
    chain: { id: 0, name: "BITCOIN", logo: "" },
    isWhitelistedInProject: true,
  };
}

export const balance = {
  address: wallet,
  name: "Token",
  symbol: "T",
  decimals: 6,
  logo: "",
  chain: polygon,
  balance: "1",
  balanceFormatted: "1",
  balanceUsd: "1",
  priceUsd: "1",
};

/** A pool with an id. */
export function listedPool(id: string) {
  return {
    id,
    provider: { name: "", logoUrl: "", explorerURL: "" },
    address: wallet,
    chain: polygon,
    fee: 1,
    totalValueLockedUSD: "0",
    tokens: [],
    stats: { rangeInDays: 30, feesInUSD: "0", volumeInUSD: "0", transactionsCount: 0 },
  };
}

export function transaction(id: string, more: Record<string, unknown> = {}) {
  const time = "2026-01-31T12:00:00.000Z";
  const when = { createdAt: time, updatedAt: time };
  return { id, status: "COMPLETED", type: "SWAP", chain: polygon, ...when, ...more };
}

export function envelope(id: string, message = "", more: Record<string, unknown> = {}) {
  return { id, message, traceId: "body-trace", ...more };
}
