import { sameAddress } from "../contract/shared/addresses/same-address.js";
import { digestRequest } from "../contract/shared/digest-request.js";
import { recallRequest } from "../contract/shared/remembered-requests.js";
import type { SwapQuote, SwapQuoteRequest } from "../contract/swap/records.js";
import { ConfigurationError } from "../errors/data.js";
import { isMissing, isObject } from "../shared/guards.js";
import type { Hex } from "../shared/patterns.js";
import type { AnyOperation, SignOperationOptions } from "../signing/operation/operation-options.js";
import { signOperation } from "../signing/operation/sign-operation.js";
import type { CheckQuoteOptions } from "../signing/quote/quote-options.js";
import { recallTerms } from "../signing/quote/read-quote.js";
import { signQuote } from "../signing/quote/sign-quote.js";
import type { Signer } from "../signing/signer/resolve-signer.js";
import { assertNoApproval } from "../tasks/run-swap.js";
import type { Target } from "./journal.js";
import { metadataKey } from "./look-up-entry.js";

/** A quote of a swap, the request that was quoted, and the limits of `signQuote` for this swap. */
export interface PreparedQuote
  extends Pick<CheckQuoteOptions, "expect" | "minReceived" | "maxGasFee" | "maxLossPercent"> {
  quote: SwapQuote;
}

/** An operation, its request or quote, and the limits of `signOperation` for this operation. */
export interface PreparedCall
  extends Pick<SignOperationOptions, "expect" | "maxGasFee" | "maxLossPercent"> {
  operation: AnyOperation;
  expect: NonNullable<SignOperationOptions["expect"]>;
}

/** What is signed and sent once: what the client returned, or that with its request. */
export type Prepared = AnyOperation | SwapQuote | PreparedQuote | PreparedCall;

interface SignSettings extends SignOperationOptions {
  walletAddress: string;
  chainId: number;
  intent: string;
  signer: Signer;
}

/** Signs what `prepare` returned. Its own limits win over those of the settings. */
export async function signPrepared(
  subject: string,
  given: Prepared,
  { intent, signer, policy: caller, ...others }: SignSettings,
): ReturnType<typeof signOperation> {
  const policy: typeof caller = caller && {
    reserve: (statement) => caller.reserve({ ...statement, intent }),
  };
  const options = { ...others, policy };
  const response = recallRequest(given);
  const isQuote = response?.operation === "swap.quote" && "tokenIn" in given;
  const prepared = isQuote ? ({ quote: given } as PreparedQuote) : given;
  // Not a response itself, which must not bring its own request.
  const isCall = !response && isPrepared<PreparedCall>("operation", prepared, options);
  if (isCall && "expect" in prepared) {
    const { operation, ...own } = prepared;
    return signOperation(operation, signer, { ...options, ...omitMissing(own) });
  }
  if (!isPrepared<PreparedQuote>("quote", prepared, options))
    return signOperation(prepared as AnyOperation, signer, options);
  const { quote, ...own } = prepared;
  const { expect } = recallTerms(quote, own);
  const { walletAddress, chainId, ...rest } = options;
  assertQuoteOf(subject, expect, { walletAddress, chainId, intent });
  assertNoApproval(subject, quote);
  return signQuote(quote, signer, { ...rest, ...omitMissing(own), expect });
}

/**
 * The digest of the request that `prepare` has made. Undefined if it is not known, or is that of a
 * withdrawal, which names a quote.
 */
export function digestPrepared(given: Prepared, expect: unknown): Hex | undefined {
  const { quote, expect: own = expect } = Object(given) as Partial<PreparedQuote>;
  const request = own ?? recallRequest(given)?.request ?? recallRequest(quote)?.request;
  return isObject(request) && !("quoteId" in request) ? digestRequest(request) : undefined;
}

/** A limit that is not given must not replace one of the settings. */
const omitMissing = <T extends object>(limits: T): T =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => !isMissing(value))) as T;

/** A response has other fields, too: it must not bring the request that it is compared with. */
const isPrepared = <T extends Prepared>(
  name: "quote" | "operation",
  prepared: Prepared,
  { expect }: { expect?: unknown },
): prepared is T =>
  isMissing(expect) &&
  isObject(prepared) &&
  isObject(Object(prepared)[name]) &&
  Object.keys(prepared).every((each) => each === name || preparedFields.has(each));
const preparedFields: ReadonlySet<string> = new Set<keyof PreparedQuote>([
  "expect",
  "minReceived",
  "maxGasFee",
  "maxLossPercent",
]);

/** The request must name the wallet and the chain of the entry, and carry the intent. */
function assertQuoteOf(
  subject: string,
  expect: SwapQuoteRequest,
  { walletAddress, chainId, intent }: Target & { intent: string },
): void {
  const reject = (path: string, expected: string): never => {
    throw new ConfigurationError(`${subject}: prepare: ${path}: expected ${expected}`);
  };
  if (!isObject(expect)) reject("expect", "the request that was quoted");
  if (!sameAddress(expect.walletAddress, walletAddress))
    reject("expect.walletAddress", walletAddress);
  if (expect.chainIdIn !== chainId) reject("expect.chainIdIn", String(chainId));
  if (expect.metadata?.[metadataKey] !== intent)
    reject("expect.metadata", "the metadata that prepare gets, in the request");
}
