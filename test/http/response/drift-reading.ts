import type { Drift, Logger } from "../../../src/http/config/options.js";
import type { Client, ClientOptions } from "../../../src/index.js";
import { json, type Reply, serve } from "../../support/loopback.js";
import { clientFor, hash, wallet, walletAnswer } from "../test-client.js";

/** A token without most of its fields. */
export const token = { address: wallet, chain: { id: 137 }, balance: 5 };

export const withMetadata = (metadata: object) => ({
  wallet: { ...walletAnswer(null).wallet, metadata },
});

export const quote = {
  tokenIn: wallet,
  tokenOut: wallet,
  amountIn: "1",
  minAmountOut: "1",
  chainIn: 137,
  chainOut: 137,
  estimatedExecutionTime: "2026-01-31T12:00:05.000Z",
  amountInUSD: "1",
  amountOutUSD: "1",
  tokenInPrice: "1",
  swapProvider: "A",
  expiresAt: 1_769_860_860_000,
  userOperationHash: hash,
  walletAddress: wallet,
};

interface Reading {
  readonly client: Client;
  readonly drifts: Drift[];
  readonly warnings: unknown[][];
}

/** A client of a server that sends the same body each time, or what a function replies. */
export async function reading(
  body: object | null | Reply,
  options: ClientOptions = {},
): Promise<Reading> {
  const drifts: Drift[] = [];
  const warnings: unknown[][] = [];
  const ignore = () => {};
  const warn = (...line: unknown[]) => warnings.push(line);
  const logger: Logger = { error: ignore, warn, info: ignore, debug: ignore };
  const onDrift = (drift: Drift) => drifts.push(drift);
  const server = await serve(typeof body === "function" ? (body as Reply) : json(body));
  return {
    client: clientFor(server, { logger, logLevel: "warn", onDrift, ...options }),
    drifts,
    warnings,
  };
}

export const pathsOf = (drift: Drift | undefined) => drift?.issues.map(({ path }) => path);
