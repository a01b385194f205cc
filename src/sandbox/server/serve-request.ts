import type { EndpointName } from "../../contract/endpoints.js";
import { decodeQuery } from "../../contract/routing/decode-query.js";
import { findRoute } from "../../contract/routing/find-route.js";
import type { Endpoint } from "../../contract/shared/endpoint.js";
import { assertProjectWallet } from "../shared/find-wallet.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { BadRequestError, createFieldError, ServiceError } from "../shared/service-error.js";
import { createRandom, type Random } from "../world/random.js";
import { findEntry } from "../world/state.js";
import type { Project, World } from "../world/world.js";
import { findBodyIssues, findQueryIssues, validateRequest } from "./validate-request.js";

export interface ServiceResponse {
  readonly status: number;
  readonly body?: unknown;
  /** The service sends some errors without a trace id. */
  readonly traced: boolean;
}

export interface ServiceRequest {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** The query with its question mark, or an empty string. */
  readonly search: string;
  readonly searchParams: URLSearchParams;
  readonly apiKey: string | null;
  readonly body: string;
}

/**
 * Checks in the service's order: key, route, wallet, compute units, schema. Invalid JSON counts as
 * a schema error.
 */
export async function serveRequest(
  world: World,
  handlers: OperationHandlers,
  request: ServiceRequest,
  baseUrl: string,
): Promise<ServiceResponse> {
  const random = createRandom(world);
  const route = findRoute(request.method, request.path);
  try {
    const project = authenticate(world, request.apiKey, route);
    if (!route) return createNotFound(request);
    const { endpoint, params } = route;
    const body = parseBody(request, endpoint);
    assertWalletRegistered(world, project, endpoint, params, body);
    spendComputeUnit(project, endpoint);
    const handler = handlers[endpoint.name as keyof OperationHandlers] as
      | ((request: OperationRequest) => unknown)
      | undefined;
    if (!handler) return createNotFound(request);
    const query = decodeQuery(endpoint.query, request.searchParams, endpoint.arrays);
    const responseBody = await handler({
      world,
      random,
      project,
      params: validateRequest(endpoint.params, params) as Record<string, string>,
      query: validateQuery(endpoint, query) as never,
      body: validateBody(endpoint, body) as never,
      baseUrl,
    });
    return { status: getSuccessStatus(endpoint), body: responseBody, traced: true };
  } catch (thrown) {
    return toErrorResponse(thrown, random);
  }
}

export function findOperation({ method, path }: ServiceRequest): EndpointName | undefined {
  return findRoute(method, path)?.endpoint.name as EndpointName | undefined;
}

function authenticate(
  world: World,
  apiKey: string | null,
  route: ReturnType<typeof findRoute>,
): Project {
  const project = findEntry(world.projects, apiKey) ?? findSessionProject(world, route);
  if (project) return project;
  // Like the service: no trace id.
  throw new ServiceError("HTTP_EXCEPTION", "Invalid Api key.", 403);
}

/** The service processes a session without an API key: the session names the project. */
function findSessionProject(
  world: World,
  route: ReturnType<typeof findRoute>,
): Project | undefined {
  if (route?.endpoint.name !== ("kyc.individual.standard.process" satisfies EndpointName))
    return undefined;
  const session = findEntry(world.sessions, route.params.sessionId);
  const projects = Object.values(world.projects);
  return projects.find(({ id }) => id === session?.projectId) ?? projects[0];
}

function createNotFound({ method, path, search }: ServiceRequest): ServiceResponse {
  const body = { message: `Cannot ${method} ${path}${search}`, id: "HTTP_EXCEPTION" };
  return { status: 404, body, traced: false };
}

const invalidJson = Symbol("invalid JSON");

function parseBody({ body }: ServiceRequest, endpoint: Endpoint): unknown {
  if (!endpoint.body) return undefined;
  if (body === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return invalidJson;
  }
}

function validateQuery(endpoint: Endpoint, query: Record<string, unknown>): unknown {
  return validateRequest(endpoint.query, query, findQueryIssues(endpoint.name, query));
}

/** Invalid metadata has its own error id on endpoints that document it. */
function validateBody(endpoint: Endpoint, body: unknown): unknown {
  if (body === invalidJson) throw createFieldError([], "The body is not JSON");
  try {
    return validateRequest(endpoint.body, body, findBodyIssues(endpoint.name, body));
  } catch (thrown) {
    const hasMetadata = (body as { metadata?: unknown } | null)?.metadata !== undefined;
    const isInvalidMetadata =
      hasMetadata &&
      endpoint.errors.includes("invalid_metadata") &&
      thrown instanceof BadRequestError;
    throw isInvalidMetadata ? new ServiceError("invalid_metadata") : thrown;
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
  const isAddress =
    typeof address === "string" && /^(?:0x[0-9a-fA-F]{40}|[13b][a-zA-Z0-9]{24,90})$/.test(address);
  if (isAddress) assertProjectWallet(world, project, address);
}

function spendComputeUnit(project: Project, endpoint: Endpoint): void {
  if (!endpoint.errors.includes("UNAVAILABLE_COMPUTE_UNITS")) return;
  if (project.units <= 0) throw new ServiceError("UNAVAILABLE_COMPUTE_UNITS");
  project.units -= 1;
}

function getSuccessStatus({ status, response }: Endpoint): number {
  return status ?? (response ? 200 : 204);
}

function toErrorResponse(thrown: unknown, random: Random): ServiceResponse {
  if (thrown instanceof BadRequestError) {
    const body = { message: "Bad Request", id: "BAD_REQUEST", errors: thrown.issues };
    return { status: 400, body, traced: true };
  }
  if (!(thrown instanceof ServiceError)) throw thrown;
  const { status, id, message } = thrown;
  if (id === "HTTP_EXCEPTION") return { status, body: { message, id }, traced: false };
  // The trace id in the body differs from the one in the header.
  return { status, body: { message, id, traceId: random.hex(16) }, traced: true };
}

export function toResponse(
  { status, body, traced }: ServiceResponse,
  random: Random,
  retryAfter: number | undefined,
  time: number,
): Response {
  const headers = new Headers({ date: new Date(time).toUTCString() });
  if (traced) headers.set("trace-id", random.hex(16));
  if (retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(retryAfter / 1_000)));
  if (body === undefined) return new Response(null, { status, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
}
