import type { EndpointName, EndpointNamed } from "../../contract/endpoints.js";
import type { Given } from "../../contract/records/schema.js";
import type { Endpoint } from "../../contract/shared/endpoint.js";
import type { Random } from "../world/random.js";
import type { Project, World } from "../world/world.js";

/** The input of an operation, validated against the contract's schemas. */
export interface OperationRequest<Body = never, Query = never> {
  readonly world: World;
  readonly random: Random;
  readonly project: Project;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The sandbox's own address, for upload targets. */
  readonly baseUrl: string;
}

/**
 * Handles one operation. Returns the body of the response, or a promise of it. Throws a
 * {@link ServiceError} for the service's own errors.
 */
export type OperationHandler<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer Query, infer Body, infer _Response>
    ? (request: OperationRequest<Given<Body>, Given<Query>>) => unknown
    : never;

export type OperationHandlers = { readonly [Name in EndpointName]?: OperationHandler<Name> };
