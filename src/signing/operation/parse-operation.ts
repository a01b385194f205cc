import type {
  FiatWithdrawalOrder,
  WithdrawalInstructions,
} from "../../contract/fiat/withdrawal-records.js";
import type { LendingQuote, LendingSignData } from "../../contract/lending/records.js";
import type {
  LiquidityEcho,
  LiquidityOperation,
} from "../../contract/liquidity/operation-records.js";
import type {
  Authorization,
  Chain,
  RevertReason,
  TypedData,
} from "../../contract/shared/records.js";
import { isNone, isObject } from "../../shared/guards.js";
import { integerPattern } from "../../shared/patterns.js";
import type { ExpiryRule } from "../shared/expiry.js";
import { toPlainText } from "../shared/plain-text.js";
import { isEqual, type ReportProblem } from "../shared/problems.js";

/**
 * Anything signed by its hash: a liquidity operation, a transfer, a batch, a custom user operation
 * or a withdrawal.
 */
export interface HashedOperation extends WithdrawalInstructions {
  revertReason?: RevertReason | null | undefined;
  expiresAt?: string | number | null | undefined;
  walletAddress?: string | null | undefined;
  /** A chain id or a chain record. */
  chain?: number | Chain | null | undefined;
  /** The wallet of a custom user operation. */
  sender?: { walletAddress?: string | null | undefined } | null | undefined;
  /** The chain of a custom user operation. */
  chainIn?: number | Chain | null | undefined;
  chainIdIn?: number | null | undefined;
}

/** Responses that may contain nothing to sign. */
export type MaybeOperation = LiquidityOperation | LiquidityEcho | LendingQuote;

/** An operation of several. */
interface HashedPart {
  userOperationHash?: unknown;
  authorization?: Authorization | null | undefined;
}

export interface ParsedOperation extends HashedPart {
  revertReason?: unknown;
  expiresAt?: unknown;
  expiryRule: ExpiryRule;
  /** The order of a lending quote, which is signed as typed data. */
  order?: TypedData | null | undefined;
  /** The operations of a lending quote after the first. */
  further?: readonly HashedPart[] | undefined;
  wallets: unknown[];
  /** Not yet parsed. */
  chains: unknown[];
}

export function parseOperation(
  operation: HashedOperation | FiatWithdrawalOrder | MaybeOperation,
  report: ReportProblem,
): ParsedOperation | undefined {
  if (isSwapQuote(operation)) {
    const expected = "an operation: sign a swap quote with signQuote, which compares it";
    return report("not_supported", "operation", expected, "a swap quote");
  }
  const signData = (operation as LendingQuote).signData as unknown;
  // A hash beside an empty `signData` is still signed.
  const isLending = Array.isArray(signData) && signData.length > 0;
  if (!isLending && !isNone(signData)) report("typed_data", "signData", "a list", signData);
  const parsed = isLending
    ? parseLendingQuote(operation as LendingQuote, signData, report)
    : parseHashedOperation(operation as HashedOperation);
  const { userOperationHash: outerHash } = operation as HashedOperation;
  // The caller could have shown the hash beside the one that is signed.
  if (!isNone(outerHash) && !isEqual(outerHash, parsed.userOperationHash))
    report("hash", "userOperationHash", "the hash that is signed, or none beside it", outerHash);
  const isEmpty = isNone(parsed.userOperationHash) && isNone(parsed.order);
  // An operation with a revert reason must be reported, even without a hash.
  if (!isEmpty || !isNone(parsed.revertReason)) return parsed;
  // In another value, what is to be signed could be in a field with another name.
  if (parsed.wallets.every(isNone))
    report(
      "request",
      "operation",
      "an operation of a wallet: pass what the call returned",
      operation,
    );
  return undefined;
}

/** Custom user operations have these chains too. Liquidity operations have inputs. */
function isSwapQuote(operation: object): boolean {
  const hasAny = (names: readonly string[]) => names.some((name) => name in operation);
  return hasAny(["chainIn", "chainOut"]) && hasAny(swapFields);
}

const swapFields = ["tokenIn", "tokenOut", "amountIn", "amountOut", "minAmountOut"];

type OtherFields = { chainId?: unknown; withdrawalInstructions?: HashedOperation | null };

/** The fields of an operation or a batch that are compared. */
export const parsedFields = [
  ...["userOperationHash", "authorization", "revertReason", "expiresAt"],
  ...["walletAddress", "sender", "chain", "chainId", "chainIn", "chainIdIn"],
  ...["withdrawalInstructions", "signData", "operations"],
];

/** Copies only named fields: a response must not set what only the caller may set. */
function parseHashedOperation(operation: HashedOperation & OtherFields): ParsedOperation {
  const { withdrawalInstructions, sender, revertReason } = operation;
  const isWithdrawal = !isNone(withdrawalInstructions);
  const inner: typeof operation = isWithdrawal ? withdrawalInstructions : operation;
  const { userOperationHash, authorization } = inner;
  const wallet: unknown = isObject(sender) ? sender.walletAddress : sender;
  // Not documented for withdrawals: what is stated in either place counts.
  const places = [...new Set([operation, inner])];
  return {
    userOperationHash,
    authorization,
    revertReason: isNone(revertReason) ? inner.revertReason : revertReason,
    wallets: [operation.walletAddress, isWithdrawal ? inner.walletAddress : wallet],
    chains: places.flatMap((each) => [each.chain, each.chainId, each.chainIn, each.chainIdIn]),
    expiresAt: operation.expiresAt ?? inner.expiresAt,
    expiryRule: "readable",
  };
}

/** Accepts at most one order, which is sent with the first operation. */
function parseLendingQuote(
  quote: LendingQuote,
  entries: LendingSignData[],
  report: ReportProblem,
): ParsedOperation {
  const { revertReason, expiresAt, walletAddress, supply, borrow, repay, withdraw } = quote;
  const [operation, ...more] = entries.filter((entry) => entry?.type === "USER_OPERATION");
  const [order] = entries.filter((entry) => entry?.type === "LIMIT_ORDER") as {
    typedData?: TypedData | null;
  }[];
  const knownEntries = (operation ? 1 : 0) + more.length + (order ? 1 : 0);
  if (entries.length !== knownEntries || (order && !operation)) {
    const types = entries.map((entry) => toPlainText(entry?.type ?? "")).join(", ");
    report("typed_data", "signData", "USER_OPERATION, and at most one LIMIT_ORDER", types);
  }
  if (order && isNone(order.typedData))
    report("typed_data", "signData.typedData", "typed data", order.typedData);
  const tokens = [
    ...[supply?.tokenIn, supply?.tokenOut, borrow?.token, repay?.token],
    ...[withdraw?.tokenIn, withdraw?.tokenOut],
  ];
  return {
    revertReason,
    expiresAt,
    expiryRule: "any",
    wallets: [walletAddress],
    chains: tokens.map((token) => token?.chainId),
    userOperationHash: operation?.hash,
    authorization: operation?.authorization,
    order: order?.typedData,
    further: more.map(({ hash, authorization }) => ({ userOperationHash: hash, authorization })),
  };
}

/** Accepts a number, a string of digits or a chain record. */
export function parseChainId(chain: unknown): number | undefined {
  const id = typeof chain === "object" && chain !== null ? (chain as { id?: unknown }).id : chain;
  const number = typeof id === "string" && integerPattern.test(id) ? Number(id) : id;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}
