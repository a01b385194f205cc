import { CreateLiquidityRequest } from "../../contract/liquidity/records.js";
import type {
  BatchOperation,
  BatchRequest,
  PreparedBatch,
  PreparedBatchOperation,
} from "../../contract/operations/prepared-records.js";
import { visit } from "../../contract/records/visit.js";
import { isExecutable } from "../../contract/swap/is-executable.js";
import type { SwapQuote } from "../../contract/swap/records.js";
import { createPosition } from "../liquidity/create-position.js";
import { prepareUnless, problems } from "../operations/prepare-operation.js";
import { prepareTransfer } from "../operations/prepare-transfer.js";
import { getWallet } from "../shared/find-wallet.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { createFieldError } from "../shared/service-error.js";
import { quoteSwap } from "../swap/quote-swap.js";
import { findShortfall } from "../world/ledger.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { Operation, World } from "../world/world.js";

type PreparedRecord = NonNullable<PreparedBatchOperation[keyof PreparedBatchOperation]>;
type Part = readonly [name: keyof PreparedBatchOperation, record: PreparedRecord];

function prepareRecord(request: OperationRequest<BatchRequest, undefined>, i: number): Part {
  const { walletAddress, chainId, operations } = request.body;
  const { type, params } = operations[i] as BatchOperation;
  // The batch decides whose money moves.
  const own = { ...params, walletAddress };
  if (type === "transfer")
    return ["transfer", prepareTransfer({ ...request, body: { ...own, chainId } as never })];
  if (type === "swap") {
    if (params.minAmountOut != null) throw createParamsError(i, "A batch takes no limit order");
    const { quotes } = quoteSwap({
      ...request,
      body: { ...own, chainIdIn: chainId } as never,
    }) as { quotes: [SwapQuote, ...SwapQuote[]] };
    return ["swap", quotes.find(isExecutable) ?? quotes[0]];
  }
  const { issues, data } = visit(
    CreateLiquidityRequest,
    { ...own, chainId },
    { limit: 1, isRequest: true },
  );
  if (issues.length > 0) throw createParamsError(i, "Expected the fields of a new position");
  const position = createPosition({ ...request, body: data as never }) as {
    operation: PreparedRecord;
  };
  return ["operation", position.operation];
}

function createParamsError(i: number, message: string) {
  return createFieldError(["operations", String(i), "params"], message);
}

/** The prepared operation of a record. It cannot be executed by itself any more. */
function takeOperation(world: World, { userOperationHash }: PreparedRecord): Operation | undefined {
  const operation = findEntry(world.operations, userOperationHash);
  if (userOperationHash) delete world.operations[userOperationHash];
  return operation;
}

/** Operations that can be executed one by one may still need more together than the wallet has. */
function findProblem(
  world: World,
  parts: readonly Part[],
  operations: readonly Operation[],
): string | undefined {
  for (const [, { revertReason }] of parts) if (revertReason) return revertReason.decoded ?? "";
  const bookings = operations.flatMap((operation) => operation.bookings);
  const missing = findShortfall(world, bookings);
  if (missing) return problems.insufficientBalance(missing.asset);
  // An echo of a liquidity call has nothing to sign.
  return operations.length < parts.length ? "Nothing to execute" : undefined;
}

function joinMetadata(operations: readonly Operation[]): Operation["metadata"] {
  const given = operations.map(({ metadata }) => metadata).filter((metadata) => metadata !== null);
  return given.length > 0 ? Object.assign({}, ...given) : null;
}

function withoutHash(record: PreparedRecord): PreparedRecord {
  const hidden = Object.keys(record).filter((name) => signedFields.includes(name));
  return { ...record, ...Object.fromEntries(hidden.map((name) => [name, null])) };
}

const signedFields = [
  ...["userOperationHash", "quoteId", "authorization", "typedData", "rwaApproveUserOperation"],
];

export const batchHandlers: OperationHandlers = {
  /** Prepares each operation by its own call, and joins what those prepared into one operation. */
  "operations.batch"(request): PreparedBatch {
    const { world, project, body } = request;
    const wallet = getWallet(request, body.walletAddress);
    const parts = body.operations.map((_, i) => prepareRecord(request, i));
    const operations = parts.flatMap(([, record]) => takeOperation(world, record) ?? []);
    const { expiresAt, ...outcome } = prepareUnless(findProblem(world, parts, operations), {
      world,
      project,
      wallet,
      chainId: body.chainId,
      record: { type: "BATCH" },
      bookings: operations.flatMap(({ bookings }) => bookings),
      metadata: joinMetadata(operations),
      crossChain: operations.some(({ crossChain }) => crossChain),
      completions: operations.flatMap(({ completions }) => completions),
      market: operations.flatMap(({ market }) => market),
      fate: operations.find(({ fate }) => fate !== null)?.fate ?? null,
      details: operations.map(({ hash }) => hash),
    });
    return {
      ...outcome,
      quoteId: outcome.userOperationHash,
      expiresAt: toIsoTime(expiresAt),
      operations: parts.map(([name, record]) => ({ [name]: withoutHash(record) })),
    };
  },
};
