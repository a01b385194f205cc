import type { EndpointName, EndpointNamed } from "../../contract/endpoints.js";
import type { Endpoint } from "../../contract/shared/endpoint.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import type { Random } from "../world/random.js";
import type { Outage, Project, Wallet, World } from "../world/world.js";
import { ServiceError } from "./service-error.js";

/** What an operation of the sandbox is given. Everything in it has passed the contract's checks. */
export interface OperationRequest<Body = never, Query = never> {
  readonly world: World;
  readonly random: Random;
  readonly project: Project;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly endpoint: Endpoint;
  /** The address of the sandbox itself, for upload targets. */
  readonly baseUrl: string;
}

/** What an operation answers with. `status` defaults to 200, or 201 where the service is known to say so. */
export interface OperationResponse {
  readonly status?: number;
  readonly body?: unknown;
}

/** One operation of the service, typed by its endpoint value. It throws a {@link ServiceError} where the service would refuse. */
export type OperationHandler<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer Query, infer Body, infer _Response>
    ? (incoming: OperationRequest<Body, Query>) => OperationResponse | Promise<OperationResponse>
    : never;

/** The operations of one part of the service, by endpoint name. */
export type OperationHandlers = { readonly [Name in EndpointName]?: OperationHandler<Name> };

/** What happens when the clock has passed a step, by the step's name. */
export type TaskHandlers = Readonly<
  Record<string, (world: World, random: Random, data: Record<string, unknown>) => void>
>;

/** The entry of that key, where there is one of its own. */
export function findEntry<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The EVM wallet of that address, if it is registered with the project. */
export function findWallet(world: World, project: Project, address: unknown): Wallet | undefined {
  const wallet =
    typeof address === "string" ? findEntry(world.wallets, address.toLowerCase()) : undefined;
  return wallet?.projectId === project.id ? wallet : undefined;
}

/** Whether that address is a wallet of the project, on an EVM chain or on Bitcoin. */
export function isProjectWallet(world: World, project: Project, address: unknown): boolean {
  return (
    findWallet(world, project, address) !== undefined ||
    findEntry(world.bitcoinWallets, address)?.projectId === project.id
  );
}

/** Refuses an address that is no wallet of the project. */
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

/** A new id, unlike any other of this sandbox. */
export function createId(world: World, prefix: string): string {
  world.made += 1;
  return `${prefix}_${String(world.made).padStart(6, "0")}`;
}

export function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Fails with the documented error when that part of the service is down. */
export function assertAvailable(world: World, part: Outage, id: ErrorId): void {
  if (world.outages.includes(part)) throw new ServiceError(id);
}
