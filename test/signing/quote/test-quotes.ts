import type { Hex } from "viem";
import { vi } from "vitest";
import type {
  LimitOrderRequest,
  MarketSwapRequest,
  SwapQuote,
  SwapQuoteRequest,
  UnsafeToSignError,
} from "../../../src/index.js";
import { type CheckQuoteOptions, checkQuote, signQuote } from "../../../src/signing/index.js";
import { openWallet, owner } from "../../sandbox/open-sandbox.js";
import { executableOf, orderOf, swapOf } from "../../sandbox/swap/swap-requests.js";

export const treasury = "0x7777777777777777777777777777777777777777";
export const partner = "0x5555555555555555555555555555555555555555";
export const stranger = "0x9999999999999999999999999999999999999999";

/** A signer that counts what it is asked. */
export function createCountingSigner() {
  const signMessage = vi.fn(owner.signMessage.bind(owner));
  const signTypedData = vi.fn(owner.signTypedData.bind(owner));
  const sign = vi.fn(owner.sign.bind(owner));
  const calls = () =>
    signMessage.mock.calls.length + signTypedData.mock.calls.length + sign.mock.calls.length;
  return { signer: { address: owner.address, signMessage, signTypedData, sign } as never, calls };
}

/** A good quote of a market swap with fees of every kind, and the request it answers. */
export async function createMarketQuote(changes: Partial<MarketSwapRequest> = {}) {
  const opened = await openWallet({ tick: 0 });
  opened.sandbox.configure({ treasury });
  const fees = {
    transactionFeePercent: 1,
    extraFee: { percentage: 0.5, toAddress: partner as Hex },
  };
  const expect = swapOf(opened.address, { ...fees, ...changes });
  const quote = executableOf((await opened.client.swap.quote(expect)).quotes) as SwapQuote;
  return {
    ...opened,
    quote,
    expect,
    options: { expect, owner: owner.address, now: opened.sandbox.now() },
  };
}

/** The same of a limit order. */
export async function createLimitOrderQuote(changes: Partial<LimitOrderRequest> = {}) {
  const opened = await openWallet({ tick: 0 });
  const expect = orderOf(opened.address, "0.05", changes);
  const quote = executableOf((await opened.client.swap.quote(expect)).quotes) as SwapQuote;
  return {
    ...opened,
    quote,
    expect,
    options: { expect, owner: owner.address, now: opened.sandbox.now() },
  };
}

/** Signs, and tells what came of it and how often the signer was asked. */
export async function trySigning(
  quote: SwapQuote,
  options: CheckQuoteOptions & { owner: Hex; expect: SwapQuoteRequest },
) {
  const { signer, calls } = createCountingSigner();
  const outcome = await signQuote(quote, signer, options).then(
    (signed) => ({ signed, error: undefined }),
    (error: unknown) => ({ signed: undefined, error: error as UnsafeToSignError }),
  );
  return { ...outcome, calls: calls(), problems: checkQuote(quote, options) };
}

export type Path = readonly (string | number)[];

/** A copy with one value replaced; undefined takes it out. */
export function replaceAt<T>(value: T, path: Path, to: unknown): T {
  const copy = structuredClone(value);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as typeof at;
  const last = path[path.length - 1] as string | number;
  if (to === undefined) delete at[last];
  else at[last] = to;
  return copy;
}

export function getAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

/** Where every value of a structure stands. */
export function listPaths(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, child]) => {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    return typeof child === "object" && child !== null ? [path, ...listPaths(child, path)] : [path];
  });
}
