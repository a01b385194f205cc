import { decodeQuery } from "../../contract/routing/decode-query.js";
import { findRoute } from "../../contract/routing/find-route.js";
import type { Endpoint } from "../../contract/shared/endpoint.js";
import { assertProjectWallet } from "../shared/find-wallet.js";
import type {
  OperationHandlers,
  OperationRequest,
  OperationResponse,
} from "../shared/operation-handler.js";
import { BadRequestError, ServiceError } from "../shared/service-error.js";
import { createRandom, type Random } from "../world/random.js";
import { findEntry } from "../world/state.js";
import type { Project, World } from "../world/world.js";
import { validateInput } from "./validate-request.js";

/** The outcome of a request. */
export interface ServiceResponse {
  readonly status: number;
  readonly body?: unknown;
  /** The service sends some errors without a trace id. */
  readonly traced: boolean;
  readonly operation: string | undefined;
}

export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  readonly apiKey: string | null;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Checks in the service's order: key, route, wallet, compute units, schema. Invalid JSON counts as
 * a schema error.
 */
export async function serveRequest(
  world: World,
  handlers: OperationHandlers,
  asked: ServiceRequest,
  baseUrl: string,
): Promise<ServiceResponse> {
  const random = createRandom(world);
  const route = findRoute(asked.method, asked.url.pathname);
  const operation = route?.endpoint.name;
  try {
    const project = authenticate(world, asked.apiKey);
    if (!route) return createNotFound(asked);
    const { endpoint, params } = route;
    const body = parseBody(asked, endpoint);
    assertWalletRegistered(world, project, endpoint, params, body);
    spendComputeUnit(project, endpoint);
    const handler = handlers[endpoint.name as keyof OperationHandlers] as
      | ((incoming: OperationRequest) => OperationResponse | Promise<OperationResponse>)
      | undefined;
    if (!handler) return createNotFound(asked);
    const outgoing = await handler({
      world,
      random,
      project,
      params: validateInput(endpoint.params, params) as Record<string, string>,
      query: validateInput(
        endpoint.query,
        decodeQuery(endpoint.query, asked.url.searchParams, endpoint.arrays),
      ) as never,
      body: validateBody(endpoint, body) as never,
      endpoint,
      baseUrl,
    });
    return { status: getStatus(endpoint, outgoing), body: outgoing.body, traced: true, operation };
  } catch (thrown) {
    return toErrorResponse(thrown, random, operation);
  }
}

export function findOperation(asked: ServiceRequest): string | undefined {
  return findRoute(asked.method, asked.url.pathname)?.endpoint.name;
}

function authenticate(world: World, apiKey: string | null): Project {
  const project = findEntry(world.projects, apiKey);
  if (project) return project;
  // Like the service: no trace id.
  throw new ServiceError("HTTP_EXCEPTION", "Invalid Api key", 403);
}

function createNotFound(asked: ServiceRequest): ServiceResponse {
  const message = `Cannot ${asked.method} ${asked.url.pathname}${asked.url.search}`;
  return {
    status: 404,
    body: { message, id: "HTTP_EXCEPTION" },
    traced: false,
    operation: undefined,
  };
}

const invalidJson = Symbol("unreadable");

function parseBody(asked: ServiceRequest, endpoint: Endpoint): unknown {
  if (!endpoint.body) return undefined;
  if (asked.body === "") return {};
  try {
    return JSON.parse(asked.body);
  } catch {
    return invalidJson;
  }
}

/** Invalid metadata has its own error id on endpoints that document it. */
function validateBody(endpoint: Endpoint, body: unknown): unknown {
  if (body === invalidJson)
    throw new BadRequestError([{ code: "custom", path: [], message: "The body is not JSON" }]);
  try {
    return validateInput(endpoint.body, body);
  } catch (thrown) {
    const given = (body as { metadata?: unknown } | null)?.metadata !== undefined;
    if (
      !endpoint.errors.includes("invalid_metadata") ||
      !given ||
      !(thrown instanceof BadRequestError)
    )
      throw thrown;
    throw thrown.issues.every(({ path }) => path[0] === "metadata")
      ? new ServiceError("invalid_metadata")
      : thrown;
  }
}

function assertWalletRegistered(
  world: World,
  project: Project,
  endpoint: Endpoint,
  params: Record<string, string>,
  body: unknown,
): void {
  if (!endpoint.errors.includes("ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT")) return;
  const address =
    params.walletAddress ?? (body as { walletAddress?: unknown } | undefined)?.walletAddress;
  // Schema validation rejects a missing or malformed address later.
  if (
    typeof address !== "string" ||
    !/^(?:0x[0-9a-fA-F]{40}|[13b][a-zA-Z0-9]{24,90})$/.test(address)
  )
    return;
  assertProjectWallet(world, project, address);
}

function spendComputeUnit(project: Project, endpoint: Endpoint): void {
  if (!endpoint.errors.includes("UNAVAILABLE_COMPUTE_UNITS")) return;
  if (project.units <= 0) throw new ServiceError("UNAVAILABLE_COMPUTE_UNITS");
  project.units -= 1;
}

/** The service's status codes other than 200. */
const successStatuses: Readonly<Record<string, number>> = {
  "wallets.register": 201,
  "wallets.deposit": 201,
  "fiat.quoteDeposit": 201,
  "fiat.quoteWithdrawal": 201,
  "operations.execute": 202,
};

function getStatus(endpoint: Endpoint, outgoing: OperationResponse): number {
  return outgoing.status ?? (endpoint.response ? (successStatuses[endpoint.name] ?? 200) : 204);
}

function toErrorResponse(
  thrown: unknown,
  random: Random,
  operation: string | undefined,
): ServiceResponse {
  if (thrown instanceof BadRequestError) {
    const message = thrown.issues[0]?.message ?? "Bad request";
    return {
      status: 400,
      body: { message, id: "BAD_REQUEST", errors: thrown.issues },
      traced: true,
      operation,
    };
  }
  if (thrown instanceof ServiceError) {
    const { status, id, message } = thrown;
    if (id === "HTTP_EXCEPTION") return { status, body: { message, id }, traced: false, operation };
    // The trace id in the body differs from the one in the header.
    return { status, body: { message, id, traceId: random.hex(16) }, traced: true, operation };
  }
  throw thrown;
}
