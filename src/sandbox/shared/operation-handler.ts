import type { EndpointName, EndpointNamed } from "../../contract/endpoints.js";
import type { Endpoint } from "../../contract/shared/endpoint.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import type { Random } from "../world/random.js";
import type { Outage, Project, Wallet, World } from "../world/world.js";
import { Refusal } from "./service-error.js";

/** What an operation of the sandbox is given. Everything in it has passed the contract's checks. */
export interface Incoming<Body = never, Query = never> {
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
export interface Outgoing {
  readonly status?: number;
  readonly body?: unknown;
}

/** One operation of the service, typed by its endpoint value. It throws a {@link Refusal} where the service would refuse. */
export type Handler<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer Query, infer Body, infer _Response>
    ? (incoming: Incoming<Body, Query>) => Outgoing | Promise<Outgoing>
    : never;

/** The operations of one part of the service, by endpoint name. */
export type Handlers = { readonly [Name in EndpointName]?: Handler<Name> };

/** What happens when the clock has passed a step, by the step's name. */
export type StepHandlers = Readonly<
  Record<string, (world: World, random: Random, data: Record<string, unknown>) => void>
>;

/** The entry of that key, where there is one of its own. */
export function find<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The EVM wallet of that address, if it is registered with the project. */
export function findWallet(world: World, project: Project, address: unknown): Wallet | undefined {
  const wallet =
    typeof address === "string" ? find(world.wallets, address.toLowerCase()) : undefined;
  return wallet?.projectId === project.id ? wallet : undefined;
}

/** Whether that address is a wallet of the project, on an EVM chain or on Bitcoin. */
export function isWalletOf(world: World, project: Project, address: unknown): boolean {
  return (
    findWallet(world, project, address) !== undefined ||
    find(world.bitcoinWallets, address)?.projectId === project.id
  );
}

/** Refuses an address that is no wallet of the project. */
export function requireWalletOf(world: World, project: Project, address: unknown): void {
  if (!isWalletOf(world, project, address))
    throw new Refusal("ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT");
}

export function walletOf(
  { world, project }: Pick<Incoming, "world" | "project">,
  address: string,
): Wallet {
  const wallet = findWallet(world, project, address);
  if (!wallet) throw new Refusal("ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT");
  return wallet;
}

/** A new id, unlike any other of this sandbox. */
export function makeId(world: World, prefix: string): string {
  world.made += 1;
  return `${prefix}_${String(world.made).padStart(6, "0")}`;
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Fails with the documented error when that part of the service is down. */
export function requireUp(world: World, part: Outage, id: ErrorId): void {
  if (world.outages.includes(part)) throw new Refusal(id);
}
