import type { Authorization, Chain, RevertReason, TypedData } from "../contract/types/common.js";
import type { FiatWithdrawalOrder, WithdrawalInstructions } from "../contract/types/fiat.js";
import type { LendingQuote } from "../contract/types/lending.js";
import type { LiquidityOperation } from "../contract/types/liquidity.js";
import { isNone, type Report } from "./report.js";

/** Whatever is signed by its hash: an operation of liquidity, a transfer, a batch, a withdrawal's instructions. */
export interface HashedOperation extends WithdrawalInstructions {
  revertReason?: RevertReason | null | undefined;
  expiresAt?: string | number | null | undefined;
  walletAddress?: string | null | undefined;
  /** Chain id, or the chain's record. */
  chain?: number | Chain | null | undefined;
  typedData?: TypedData | null | undefined;
}

/** What may hold something to sign, or nothing. */
export type MaybeOperation = LiquidityOperation | LendingQuote;

/** Everything that is signed as an operation, in one form. */
export interface ReadOperation {
  userOperationHash?: unknown;
  revertReason?: unknown;
  expiresAt?: unknown;
  authorization?: Authorization | null | undefined;
  typedData?: TypedData | null | undefined;
  /** An order of a lending quote, which is signed as typed data. */
  order?: TypedData | null | undefined;
  walletAddress?: string | null | undefined;
  /** Where it says on which chain it is. */
  chainId?: number | undefined;
}

/** Brings what is to be signed into one form. Undefined where there is nothing to sign. */
export function readOperation(
  operation: HashedOperation | FiatWithdrawalOrder | MaybeOperation,
  report: Report,
): ReadOperation | undefined {
  if (typeof operation !== "object" || operation === null) return report("nothing_to_sign", "operation", "an operation", operation);
  const read = "signData" in operation ? readLending(operation as LendingQuote, report) : readHashed(operation as HashedOperation);
  const nothing = isNone(read.userOperationHash) && isNone(read.order);
  // What has a reason to revert has not simply nothing to sign.
  return nothing && isNone(read.revertReason) ? undefined : read;
}

function readHashed(operation: HashedOperation | FiatWithdrawalOrder): ReadOperation {
  if ("withdrawalInstructions" in operation) {
    const { withdrawalInstructions, expiresAt } = operation;
    return { ...withdrawalInstructions, expiresAt };
  }
  const { userOperationHash, revertReason, expiresAt, authorization, typedData, walletAddress, chain } = operation;
  const chainId = typeof chain === "number" ? chain : (chain?.id ?? undefined);
  return { userOperationHash, revertReason, expiresAt, authorization, typedData, walletAddress, chainId };
}

/** Two kinds of things to sign are known, and one signature each can be handed in. Whatever else comes, nothing at all is signed. */
function readLending(quote: LendingQuote, report: Report): ReadOperation {
  const { revertReason, expiresAt, walletAddress } = quote;
  const entries = Array.isArray(quote.signData) ? quote.signData : [];
  const [operation] = entries.filter((entry) => entry?.type === "USER_OPERATION");
  const [order] = entries.filter((entry) => entry?.type === "LIMIT_ORDER") as { typedData?: TypedData | null }[];
  const known = (operation ? 1 : 0) + (order ? 1 : 0);
  if (entries.length !== known || (order && !operation)) {
    report("sign_data", "signData", "one USER_OPERATION, and at most one LIMIT_ORDER", entries.map((entry) => entry?.type).join(", "));
  }
  if (order && isNone(order.typedData)) report("sign_data", "signData.typedData", "typed data", order.typedData);
  const base = { revertReason, expiresAt, walletAddress, chainId: lendingChain(quote) };
  return { ...base, userOperationHash: operation?.hash, authorization: operation?.authorization, order: order?.typedData };
}

/** All parts of a quote are on one chain; where they are not, it is not known which one is meant. */
function lendingChain({ supply, borrow, repay, withdraw }: LendingQuote): number | undefined {
  const tokens = [supply?.tokenIn, supply?.tokenOut, borrow?.token, repay?.token, withdraw?.tokenIn, withdraw?.tokenOut];
  const chains = new Set(tokens.map((token) => token?.chainId).filter((chainId) => typeof chainId === "number"));
  return chains.size === 1 ? [...chains][0] : undefined;
}
