import type { FiatWithdrawalOrder, WithdrawalInstructions } from "../../contract/fiat/types.js";
import type { LendingQuote, LendingSignData } from "../../contract/lending/types.js";
import type { LiquidityOperation } from "../../contract/liquidity/types.js";
import type { Authorization, Chain, RevertReason, TypedData } from "../../contract/shared/types.js";
import { toPlainText } from "../shared/plain-text.js";
import { isNone, type ReportProblem } from "../shared/problems.js";

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
export interface ParsedOperation {
  userOperationHash?: unknown;
  revertReason?: unknown;
  expiresAt?: unknown;
  authorization?: Authorization | null | undefined;
  typedData?: TypedData | null | undefined;
  /** An order of a lending quote, which is signed as typed data. */
  order?: TypedData | null | undefined;
  walletAddress?: string | null | undefined;
  /** Wherever it says on which chain it is, as it says so. */
  chains?: unknown[] | undefined;
}

/** Brings what is to be signed into one form. Undefined where there is nothing to sign. */
export function parseOperation(
  operation: HashedOperation | FiatWithdrawalOrder | MaybeOperation,
  report: ReportProblem,
): ParsedOperation | undefined {
  if (typeof operation !== "object" || operation === null)
    return report("nothing_to_sign", "operation", "an operation", operation);
  const signData = (operation as LendingQuote).signData as unknown;
  // An empty list beside a hash must not hide the hash.
  const isLending = Array.isArray(signData) && signData.length > 0;
  if (!isLending && !isNone(signData)) report("sign_data", "signData", "a list", signData);
  const read = isLending
    ? parseLendingQuote(operation as LendingQuote, signData, report)
    : parseHashedOperation(operation as HashedOperation);
  const nothing = isNone(read.userOperationHash) && isNone(read.order);
  // What has a reason to revert has not simply nothing to sign.
  return nothing && isNone(read.revertReason) ? undefined : read;
}

/** Fields are picked by name: what else an answer holds must not be taken for what only the caller may say. */
function parseHashedOperation(operation: HashedOperation | FiatWithdrawalOrder): ParsedOperation {
  if ("withdrawalInstructions" in operation && !isNone(operation.withdrawalInstructions))
    return parseWithdrawal(operation);
  const {
    userOperationHash,
    revertReason,
    expiresAt,
    authorization,
    typedData,
    walletAddress,
    chain,
  } = operation as HashedOperation;
  return {
    userOperationHash,
    revertReason,
    expiresAt,
    authorization,
    typedData,
    walletAddress,
    chains: [chain],
  };
}

type UndocumentedFields = Pick<HashedOperation, "revertReason" | "walletAddress">;

/** A reason to revert and a wallet have not been published for it, and count wherever they stand. */
function parseWithdrawal(order: FiatWithdrawalOrder & UndocumentedFields): ParsedOperation {
  const inner: WithdrawalInstructions & UndocumentedFields = order.withdrawalInstructions;
  const { userOperationHash, authorization } = inner;
  const revertReason = isNone(order.revertReason) ? inner.revertReason : order.revertReason;
  const walletAddress = order.walletAddress ?? inner.walletAddress;
  return {
    userOperationHash,
    authorization,
    revertReason,
    walletAddress,
    expiresAt: order.expiresAt,
  };
}

/** Two kinds of things to sign are known, and one signature each can be handed in. Whatever else comes, nothing at all is signed. */
function parseLendingQuote(
  quote: LendingQuote,
  entries: LendingSignData[],
  report: ReportProblem,
): ParsedOperation {
  const { revertReason, expiresAt, walletAddress, supply, borrow, repay, withdraw } = quote;
  const [operation] = entries.filter((entry) => entry?.type === "USER_OPERATION");
  const [order] = entries.filter((entry) => entry?.type === "LIMIT_ORDER") as {
    typedData?: TypedData | null;
  }[];
  const known = (operation ? 1 : 0) + (order ? 1 : 0);
  if (entries.length !== known || (order && !operation)) {
    report(
      "sign_data",
      "signData",
      "one USER_OPERATION, and at most one LIMIT_ORDER",
      entries.map((entry) => toPlainText(entry?.type ?? "")).join(", "),
    );
  }
  if (order && isNone(order.typedData))
    report("sign_data", "signData.typedData", "typed data", order.typedData);
  const tokens = [
    supply?.tokenIn,
    supply?.tokenOut,
    borrow?.token,
    repay?.token,
    withdraw?.tokenIn,
    withdraw?.tokenOut,
  ];
  const base = {
    revertReason,
    expiresAt,
    walletAddress,
    chains: tokens.map((token) => token?.chainId),
  };
  return {
    ...base,
    userOperationHash: operation?.hash,
    authorization: operation?.authorization,
    order: order?.typedData,
  };
}

/** A chain id, as a number, in digits, or in a chain's record. */
export function parseChainId(chain: unknown): number | undefined {
  const id = typeof chain === "object" && chain !== null ? (chain as { id?: unknown }).id : chain;
  const number = typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}
