import { encodeAbiParameters, hexToBytes } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Authorization, RevertReason } from "../../contract/shared/records.js";
import type { Hex } from "../../shared/patterns.js";
import { getChargedToken } from "../shared/charges.js";
import { maxUint256 } from "../world/amounts.js";
import { findShortfall } from "../world/ledger.js";
import { scheduleDeadline, type TaskHandlers } from "../world/schedule.js";
import { findEntry } from "../world/state.js";
import type { Booking, Charge, Operation, Project, Wallet, World } from "../world/world.js";
import { createAuthorization, createUserOperation } from "./user-operation.js";

/** How long a prepared operation can be executed, in milliseconds. */
export const operationLifetime = 60_000;

/**
 * How long an expired operation or fiat quote is remembered, in milliseconds. Until then, using it
 * responds that it has expired, and later that it is not found. Tests like to advance by an hour.
 */
export const expiredRetention = 7_200_000;

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
  /** What the hash covers besides the record, the bookings and the market. */
  details?: unknown;
  /** In milliseconds. @defaultValue `60000` */
  lifetime?: number;
}

export function prepareOperation(preparation: Preparation): Operation {
  const { world, project, wallet, details, lifetime = operationLifetime, ...given } = preparation;
  const terms = { ...defaultTerms, ...given };
  const { chainId, record, bookings, market } = terms;
  world.made += 1;
  // A new nonce key makes each hash unique, and lets operations execute in any order.
  const nonce = BigInt(world.made) << 64n;
  const effects = [record, bookings, market, details];
  const { typedData, hash } = createUserOperation(chainId, wallet.address, nonce, effects);
  const operation: Operation = {
    ...terms,
    hash,
    typedData,
    projectId: project.id,
    wallet: wallet.address,
    owner: wallet.owner,
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

export interface Outcome {
  userOperationHash: Hex | null;
  authorization: Authorization | null;
  revertReason: RevertReason | null;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

export function prepareUnless(
  problem: string | undefined,
  { wallet, ...rest }: Omit<Preparation, "wallet"> & { wallet: Wallet | undefined },
): Outcome {
  const operation =
    problem === undefined && wallet ? prepareOperation({ wallet, ...rest }) : undefined;
  return {
    userOperationHash: operation?.hash ?? null,
    authorization: operation?.authorization ?? null,
    revertReason: problem === undefined ? null : createRevertReason(problem),
    expiresAt: operation?.expiresAt ?? rest.world.time + operationLifetime,
  };
}

/** Encodes `Error(string)`. Like the service, `utf8` is the raw text with its NUL characters. */
function createRevertReason(decoded: string): RevertReason {
  const raw = `0x08c379a0${encodeAbiParameters([{ type: "string" }], [decoded]).slice(2)}` as const;
  // React Native has no TextDecoder. The text is ASCII; any other byte is part of no character.
  const characters = Array.from(hexToBytes(raw), (byte) =>
    byte < 128 ? String.fromCharCode(byte) : "\ufffd",
  );
  return { decoded, raw, utf8: characters.join("") };
}

export const problems = {
  nativeGas: (gasToken: string) => `Gas cannot be paid in ${gasToken}: name an ERC-20`,
  tooLarge: "The amount does not fit into 256 bits",
  notCovered: "The amount does not cover fees and gas",
  insufficientBalance: (asset: string) =>
    `ERC-20 insufficient balance of ${asset.split(":")[1]}: transfer amount exceeds balance`,
};

export function findBookingProblem(
  world: World,
  wallet: Wallet,
  gas: Charge,
  bookings: readonly Booking[],
): string | undefined {
  const gasToken = getChargedToken(gas).address;
  if (gas.from === wallet.address && gasToken === nativeToken) return problems.nativeGas(gasToken);
  if (bookings.some(({ units }) => units > maxUint256)) return problems.tooLarge;
  const missing = findShortfall(world, bookings);
  if (!missing) return undefined;
  if (missing.account !== wallet.address) return "The position holds less than is to be taken out";
  return problems.insufficientBalance(missing.asset);
}
