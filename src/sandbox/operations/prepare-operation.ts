import type { Metadata } from "../../contract/shared/primitives.js";
import { scheduleDeadline, type TaskHandlers } from "../world/schedule.js";
import { findEntry } from "../world/state.js";
import type { Operation, Project, Wallet, World } from "../world/world.js";
import { type CallSummary, createAuthorization, createUserOperation } from "./user-operation.js";

/** How long a prepared operation can be executed, in milliseconds. */
export const operationLifetime = 60_000;

/**
 * How long an expired operation or fiat quote is remembered, in milliseconds. Until then, using it
 * responds that it has expired, and later that it is not found. Tests like to advance by an hour.
 */
export const expiredRetention = 7_200_000;

export interface Preparation {
  world: World;
  project: Project;
  wallet: Wallet;
  chainId: number;
  /** The data that the hash covers. */
  summary: CallSummary;
  record: Operation["record"];
  bookings: Operation["bookings"];
  metadata?: Metadata | null | undefined;
  /** @defaultValue `false` */
  crossChain?: boolean | undefined;
  completion?: Operation["completion"] | undefined;
  /** In milliseconds. @defaultValue `60000` */
  lifetime?: number | undefined;
  /** Prices that must still hold at execution. */
  market?: Operation["market"] | undefined;
  /** A further condition that must hold at execution. */
  condition?: Operation["condition"] | undefined;
  /** Terms of the limit order that the operation opens. */
  order?: Operation["order"] | undefined;
  /** The effect of a reserved input. */
  fate?: Operation["fate"] | undefined;
}

/** Creates an operation to sign and stores it for its execution. */
export function prepareOperation(preparation: Preparation): Operation {
  const { world, project, wallet, chainId, summary } = preparation;
  world.made += 1;
  // A new nonce key makes each hash unique, and lets operations execute in any order.
  const { typedData, hash } = createUserOperation(
    chainId,
    wallet.address,
    BigInt(world.made) << 64n,
    summary,
  );
  const operation: Operation = {
    hash,
    typedData,
    projectId: project.id,
    wallet: wallet.address,
    owner: wallet.owner,
    // The wallet's first operation on each chain needs an authorization.
    authorization:
      wallet.eip7702 && !wallet.deployed.includes(chainId) ? createAuthorization(chainId, 0) : null,
    expiresAt: world.time + (preparation.lifetime ?? operationLifetime),
    state: "prepared",
    chainId,
    record: preparation.record,
    metadata: preparation.metadata ?? null,
    bookings: preparation.bookings,
    crossChain: preparation.crossChain ?? false,
    completion: preparation.completion ?? null,
    market: preparation.market ?? [],
    condition: preparation.condition ?? null,
    order: preparation.order ?? null,
    fate: preparation.fate ?? null,
  };
  world.operations[hash] = operation;
  const delay = operation.expiresAt - world.time + expiredRetention;
  scheduleDeadline(world, delay, "operation.forget", { hash });
  return operation;
}

/** Otherwise a sandbox that runs for days would keep every quote. */
export const preparationTasks: TaskHandlers = {
  "operation.forget": (world, _random, { hash }) => {
    if (findEntry(world.operations, hash)?.state === "prepared")
      delete world.operations[hash as string];
  },
};
