import type { Hex } from "viem";
import { expect } from "vitest";
import type {
  LimitOrderRequest,
  MarketSwapRequest,
  SwapQuote,
  SwapRequestBase,
} from "../../../src/index.js";
import { isApiError, isExecutable } from "../../../src/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { World } from "../../../src/sandbox/world/world.js";
import { inWorld, usdc, weth } from "../open.js";

export const bitcoinAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
export const baseUsdc = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

type Changes = Partial<Omit<MarketSwapRequest, "minAmountOut">>;

/** 100 USDC into WETH on Polygon. */
export function swapOf(walletAddress: Hex, changes: Changes = {}): MarketSwapRequest {
  return {
    walletAddress,
    toAddress: walletAddress,
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    ...changes,
  };
}

export function orderOf(
  walletAddress: Hex,
  minAmountOut: string,
  changes: Partial<LimitOrderRequest> = {},
): LimitOrderRequest {
  return { ...(swapOf(walletAddress) as SwapRequestBase), ...changes, minAmountOut };
}

export function executableOf(quotes: readonly SwapQuote[]) {
  const best = quotes.find(isExecutable);
  if (!best)
    throw new TypeError(
      `nothing to sign: ${quotes.map((quote) => quote.revertReason?.decoded).join("; ")}`,
    );
  return best;
}

/** What a call was refused with. */
export async function refusalOf(
  call: PromiseLike<unknown>,
): Promise<{ status: number; id: string | undefined; message: string }> {
  const thrown = await Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isApiError(thrown)) throw new TypeError(`not refused by the service: ${String(thrown)}`);
  return { status: thrown.status, id: thrown.id, message: thrown.message };
}

export function balance(sandbox: Sandbox, account: string, token: string, chain = 137): bigint {
  return inWorld(
    sandbox,
    (world) => world.ledger[account.toLowerCase()]?.[`${chain}:${token}`] ?? 0n,
  );
}

/** The sum over all accounts is zero for every token, and no wallet owes anything. */
export function expectConserved(sandbox: Sandbox): void {
  const sums = new Map<string, bigint>();
  for (const [account, held] of Object.entries(inWorld(sandbox, (world: World) => world.ledger))) {
    for (const [asset, units] of Object.entries(held)) {
      sums.set(asset, (sums.get(asset) ?? 0n) + units);
      if (account.startsWith("0x")) expect(units, `${account} ${asset}`).toBeGreaterThanOrEqual(0n);
    }
  }
  for (const [asset, sum] of sums) expect(sum, asset).toBe(0n);
}
