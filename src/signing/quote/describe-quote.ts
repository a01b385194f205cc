import type { SigningDigests } from "../../contract/operations/types.js";
import type { Hex } from "../../contract/shared/primitives.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import { ConfigurationError } from "../../errors/data.js";
import { ignoreIndex } from "../../errors/ignore-index.js";
import { listDigests } from "../operation/sign-parts.js";
import { findProblems, isHash, isMissing, isNone, isObject } from "../shared/problems.js";
import { type Fields, readOptions } from "../shared/read-fields.js";
import { formatValue } from "../shared/text/plain-text.js";
import { copyData } from "../signer/take-snapshot.js";
import {
  checkOrder,
  checkUserOperation,
  isPackedUserOperation,
} from "../typed-data/check-typed-data.js";
import { type CheckQuoteOptions, checkQuoteFields, validateQuote } from "./check-quote.js";
import { isOrder, type QuoteSummary, summarizeQuote } from "./summarize-quote.js";

/** Options of `describeQuote`: those of `checkQuote`, of which `expect` can be missing. */
export interface DescribeQuoteOptions extends Partial<CheckQuoteOptions> {
  /**
   * Your name for a token. Do not use the service's names: every token can be named USDC.
   * @defaultValue its address
   */
  tokenName?: ((address: string, chainId: number) => string | undefined) | undefined;
}

/**
 * Describes a quote for the user before signing: what they give, the minimum they get, receiver,
 * chain, expiry, total cost, loss, permissions and the hashes that their wallet will show. With
 * `expect`, the problems that `checkQuote` finds are described, too. Without it, the description
 * only repeats what the quote states.
 *
 * @throws {ConfigurationError} if the quote is not an object, or an option is unknown or invalid.
 * @example
 * ```ts
 * import { describeQuote } from "bursar/signing";
 *
 * for (const quote of quotes) console.log(describeQuote(quote, { expect: request }).text);
 * ```
 */
export function describeQuote(quote: SwapQuote, options?: DescribeQuoteOptions): QuoteSummary {
  const given = readOptions("describeQuote", ignoreIndex(options), describeQuoteFields);
  if (!isObject(quote))
    throw new ConfigurationError(`describeQuote: expected a quote, got ${formatValue(quote)}`);
  const { expect } = given;
  // A getter could return one value to the checks and another to the description.
  const { value: snapshot, problems } = findProblems((report) => {
    const copy = copyData("quote", quote, report);
    if (!isMissing(expect)) validateQuote(copy, { ...given, expect }, report);
    return copy;
  });
  // What is not data cannot be signed, and is not repeated.
  const described = snapshot ?? ({} as SwapQuote);
  return summarizeQuote(described, problems, {
    ...given,
    digests: findDigests(described, expect),
  });
}

/** The hashes that `signQuote` signs, if the quote can be signed. */
function findDigests(quote: SwapQuote, expect: SwapQuoteRequest | undefined): SigningDigests {
  const { userOperationHash: hash, typedData, authorization, rwaApproveUserOperation } = quote;
  const any = { walletAddress: undefined, chainId: undefined };
  const ignore = () => undefined;
  const isLimit = isOrder(quote, expect);
  return listDigests({
    ...findHashes({ userOperationHash: hash, authorization }),
    typedData: isLimit && !isNone(typedData) ? checkOrder(typedData, any, ignore) : undefined,
    operationData:
      !isLimit && !isNone(typedData) && isPackedUserOperation(typedData)
        ? checkUserOperation(typedData, hash, any, ignore)
        : undefined,
    approval: isNone(rwaApproveUserOperation) ? undefined : findHashes(rwaApproveUserOperation),
  });
}

function findHashes(operation: { userOperationHash?: unknown; authorization?: unknown }) {
  const hash = (operation.authorization as { hash?: unknown } | null | undefined)?.hash;
  return {
    userOperationHash: toHash(operation.userOperationHash),
    authorization: isHash(hash) ? { hash } : undefined,
  };
}

const toHash = (value: unknown): Hex | undefined => (isHash(value) ? value : undefined);

const describeQuoteFields: Fields<DescribeQuoteOptions> = {
  ...checkQuoteFields,
  tokenName: "any",
};
