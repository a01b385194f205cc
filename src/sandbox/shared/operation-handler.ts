import type { EndpointName, EndpointNamed } from "../../contract/endpoints.js";
import type { Endpoint } from "../../contract/shared/endpoint.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import type { Random } from "../world/random.js";
import type { Outage, Project, Wallet, World } from "../world/world.js";
import { ServiceError } from "./service-error.js";

/** The input of an operation, validated against the contract's schemas. */
export interface OperationRequest<Body = never, Query = never> {
  readonly world: World;
  readonly random: Random;
  readonly project: Project;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly endpoint: Endpoint;
  /** The sandbox's own address, for upload targets. */
  readonly baseUrl: string;
}

/** The result of an operation. */
export interface OperationResponse {
  readonly status?: number;
  readonly body?: unknown;
}

/** Handles one operation. Throws a {@link ServiceError} for the service's own errors. */
export type OperationHandler<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer Query, infer Body, infer _Response>
    ? (incoming: OperationRequest<Body, Query>) => OperationResponse | Promise<OperationResponse>
    : never;

export type OperationHandlers = { readonly [Name in EndpointName]?: OperationHandler<Name> };

/** Scheduled tasks, by name. */
export type TaskHandlers = Readonly<
  Record<string, (world: World, random: Random, data: Record<string, unknown>) => void>
>;

/** Looks up an own property, so that keys such as `constructor` find nothing. */
export function findEntry<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Finds the project's EVM wallet with that address. */
export function findWallet(world: World, project: Project, address: unknown): Wallet | undefined {
  const wallet =
    typeof address === "string" ? findEntry(world.wallets, address.toLowerCase()) : undefined;
  return wallet?.projectId === project.id ? wallet : undefined;
}

/** Whether the project has a wallet with that address, on an EVM chain or on Bitcoin. */
export function isProjectWallet(world: World, project: Project, address: unknown): boolean {
  return (
    findWallet(world, project, address) !== undefined ||
    findEntry(world.bitcoinWallets, address)?.projectId === project.id
  );
}

export function assertProjectWallet(world: World, project: Project, address: unknown): void {
  if (!isProjectWallet(world, project, address))
    throw new ServiceError("ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT");
}

export function getWallet(
  { world, project }: Pick<OperationRequest, "world" | "project">,
  address: string,
): Wallet {
  const wallet = findWallet(world, project, address);
  if (!wallet) throw new ServiceError("ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT");
  return wallet;
}

export function createId(world: World, prefix: string): string {
  world.made += 1;
  return `${prefix}_${String(world.made).padStart(6, "0")}`;
}

export function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Throws the documented error if that part of the service is down. */
export function assertAvailable(world: World, part: Outage, id: ErrorId): void {
  if (world.outages.includes(part)) throw new ServiceError(id);
}
