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

/** The fields of an operation that have a default. */
type Terms = Pick<
  Operation,
  "metadata" | "crossChain" | "completions" | "market" | "coverage" | "order" | "fate"
>;

const defaultTerms: Terms = {
  metadata: null,
  crossChain: false,
  completions: [],
  market: [],
  coverage: null,
  order: null,
  fate: null,
};

export interface Preparation
  extends Pick<Operation, "chainId" | "record" | "bookings">,
    Partial<Terms> {
  world: World;
  project: Project;
  wallet: Wallet;
  /** The data that the hash covers. */
  summary: CallSummary;
  /** In milliseconds. @defaultValue `60000` */
  lifetime?: number;
}

/** Creates an operation to sign and stores it for its execution. */
export function prepareOperation(preparation: Preparation): Operation {
  const { world, project, wallet, summary, lifetime = operationLifetime, ...terms } = preparation;
  const { chainId } = terms;
  world.made += 1;
  // A new nonce key makes each hash unique, and lets operations execute in any order.
  const nonce = BigInt(world.made) << 64n;
  const { typedData, hash } = createUserOperation(chainId, wallet.address, nonce, summary);
  const operation: Operation = {
    ...defaultTerms,
    ...terms,
    ...{ hash, typedData, projectId: project.id, wallet: wallet.address, owner: wallet.owner },
    // The wallet's first operation on each chain needs an authorization.
    authorization:
      wallet.eip7702 && !wallet.deployed.includes(chainId) ? createAuthorization(chainId, 0) : null,
    expiresAt: world.time + lifetime,
    state: "prepared",
  };
  world.operations[hash] = operation;
  scheduleDeadline(world, lifetime + expiredRetention, "operation.forget", { hash });
  return operation;
}

/** Otherwise a sandbox that runs for days would keep every quote. */
export const preparationTasks: TaskHandlers = {
  "operation.forget": (world, _random, { hash }) => {
    if (findEntry(world.operations, hash)?.state === "prepared") delete world.operations[hash];
  },
};
