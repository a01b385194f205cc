import { inspect } from "node:util";
import type { Hex } from "viem";
import { expect, vi } from "vitest";
import type {
  LimitOrderRequest,
  MarketSwapRequest,
  SwapQuote,
  SwapQuoteRequest,
  UnsafeToSignError,
} from "../../../src/index.js";
import { type CheckQuoteOptions, signQuote } from "../../../src/signing/index.js";
import { openWallet, owner } from "../../sandbox/open-sandbox.js";
import {
  createOrderRequest,
  createSwapRequest,
  findExecutable,
} from "../../sandbox/swap/swap-requests.js";

export const treasury = "0x7777777777777777777777777777777777777777";
export const partner = "0x5555555555555555555555555555555555555555";
export const stranger = "0x9999999999999999999999999999999999999999";

/** A signer that counts its calls. */
export function createCountingSigner() {
  const signMessage = vi.fn(owner.signMessage.bind(owner));
  const signTypedData = vi.fn(owner.signTypedData.bind(owner));
  const sign = vi.fn(owner.sign.bind(owner));
  const countCalls = () =>
    signMessage.mock.calls.length + signTypedData.mock.calls.length + sign.mock.calls.length;
  const signer = { address: owner.address, signMessage, signTypedData, sign } as never;
  return { signer, countCalls };
}

/** A valid quote of a market swap with every kind of fee, and its request, in its own sandbox. */
export async function openMarketQuote(changes: Partial<MarketSwapRequest> = {}) {
  const opened = await openWallet({ tick: 0 });
  opened.sandbox.configure({ treasury });
  const fees = {
    transactionFeePercent: 1,
    extraFee: { percentage: 0.5, toAddress: partner as Hex },
  };
  return getQuote(opened, createSwapRequest(opened.address, { ...fees, ...changes }));
}

/** A valid quote of a limit order, and its request, in its own sandbox. */
export async function openLimitOrderQuote(changes: Partial<LimitOrderRequest> = {}) {
  const opened = await openWallet({ tick: 0 });
  return getQuote(opened, createOrderRequest(opened.address, "0.05", changes));
}

async function getQuote<Request extends SwapQuoteRequest>(
  opened: Awaited<ReturnType<typeof openWallet>>,
  request: Request,
) {
  const quote = findExecutable((await opened.client.swap.quote(request)).quotes) as SwapQuote;
  const options = { expect: request, owner: owner.address, now: opened.sandbox.now() };
  return { ...opened, quote, expect: request, options };
}

/** A copy of a valid quote of a market swap with every kind of fee, and its request. */
export const createMarketQuote = (changes: Partial<MarketSwapRequest> = {}) =>
  copyQuote("market", openMarketQuote, changes);

/** A copy of a valid quote of a limit order, and its request. */
export const createLimitOrderQuote = (changes: Partial<LimitOrderRequest> = {}) =>
  copyQuote("order", openLimitOrderQuote, changes);

interface QuoteToCopy {
  quote: SwapQuote;
  expect: object;
  options: object;
  address: Hex;
}
/** The quotes by their changes, per test file. A sandbox costs more than most tests. */
const created = new Map<string, Promise<QuoteToCopy>>();

async function copyQuote<Changes extends object, Created extends QuoteToCopy>(
  kind: string,
  open: (changes: Changes) => Promise<Created>,
  changes: Changes,
): Promise<Pick<Created, keyof QuoteToCopy>> {
  const key = `${kind} ${expect.getState().testPath} ${inspect(changes, { depth: null })}`;
  const opened = (created.get(key) as Promise<Created> | undefined) ?? open(changes);
  created.set(key, opened);
  const { quote, expect: request, options, address } = await opened;
  return structuredClone({ quote, expect: request, options, address });
}

/** Signs a quote and returns the result and the number of signer calls. */
export async function trySigning(
  quote: SwapQuote,
  options: CheckQuoteOptions & { owner: Hex; expect: SwapQuoteRequest },
) {
  const { signer, countCalls } = createCountingSigner();
  const outcome = await signQuote(quote, signer, options).then(
    (signed) => ({ signed, error: undefined }),
    (error: unknown) => ({ signed: undefined, error: error as UnsafeToSignError }),
  );
  return { ...outcome, calls: countCalls() };
}

export type Path = readonly (string | number)[];

/** Returns a copy with one value replaced, or removed if it is undefined. */
export function replaceAt<T>(value: T, path: Path, to: unknown): T {
  const copy = structuredClone(value);
  let parent = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
  const last = path[path.length - 1] as string | number;
  if (to === undefined) delete parent[last];
  else parent[last] = to;
  return copy;
}

export function getAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (current, key) => (current as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

/** Returns the path of every value in a nested structure. */
export function listPaths(value: unknown, parent: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [parent];
  return Object.entries(value).flatMap(([key, child]) => {
    const path = [...parent, Array.isArray(value) ? Number(key) : key];
    return typeof child === "object" && child !== null ? [path, ...listPaths(child, path)] : [path];
  });
}
