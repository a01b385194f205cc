import type { Metadata } from "../../contract/shared/primitives.js";
import type { Operation, Project, Wallet, World } from "../world/world.js";
import { type CallSummary, createAuthorization, createUserOperation } from "./user-operation.js";

/** How long a prepared operation can be executed, in milliseconds. */
export const operationLifetime = 60_000;

/** What is prepared for signing. */
export interface Preparation {
  world: World;
  project: Project;
  wallet: Wallet;
  chainId: number;
  /** What the hash covers. */
  summary: CallSummary;
  record: Operation["record"];
  bookings: Operation["bookings"];
  metadata?: Metadata | null | undefined;
  /** @defaultValue `false` */
  crossChain?: boolean | undefined;
  completion?: Operation["completion"] | undefined;
  /** In milliseconds. @defaultValue `60000` */
  lifetime?: number | undefined;
  /** What the market must still give at execution. */
  market?: Operation["market"] | undefined;
  /** What else must hold at execution. */
  condition?: Operation["condition"] | undefined;
  /** Terms of the limit order that the operation opens. */
  order?: Operation["order"] | undefined;
}

/** Makes an operation that can be signed, and keeps it until it is executed. */
export function prepareOperation(preparation: Preparation): Operation {
  const { world, project, wallet, chainId, summary } = preparation;
  world.made += 1;
  // A fresh nonce key each time: operations that are alike still differ in their hash, and can be executed in any order.
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
    // A delegation holds on one chain, from the wallet's first operation there.
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
  };
  world.operations[hash] = operation;
  return operation;
}
