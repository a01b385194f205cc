import { decodeQuery } from "../../src/contract/routing/decode-query.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { type Drift, RequestValidationError } from "../../src/index.js";
import { clientOn, type Recorded, recorder } from "../support/recorder.js";
import type { Recording } from "./recording.js";

export interface Replay {
  /** The method of the client, or `request` if it has none or rejects the request. */
  readonly via: string;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly drifts: readonly Drift[];
  /** The request that the client sent. */
  readonly sent: Recorded | undefined;
}

/** Makes the recorded call with the recorded response, by the client's own method if it has one. */
export async function replay(recording: Recording): Promise<Replay> {
  const byMethod = await replayByMethod(recording);
  const isRejected = byMethod?.error instanceof RequestValidationError;
  return byMethod && !isRejected ? byMethod : replayByRequest(recording);
}

/** Makes the call through `client.request`, which validates neither request nor response. */
export function replayByRequest(recording: Recording): Promise<Replay> {
  const { method, request } = recording;
  const { pathname, searchParams } = urlOf(recording);
  const query: Record<string, string[]> = {};
  for (const [name, text] of searchParams) query[name] = [...(query[name] ?? []), text];
  return run(recording, "request", (client) =>
    client.request({
      method: method as "GET",
      path: pathname,
      query,
      // `fetch` cannot send a body with GET.
      ...(method !== "GET" && { body: request }),
    }),
  );
}

async function replayByMethod(recording: Recording): Promise<Replay | undefined> {
  const route = findRoute(recording.method, urlOf(recording).pathname);
  if (!route) return undefined;
  const { endpoint } = route;
  const args = argumentsOf(recording, endpoint, Object.values(route.params));
  return run(recording, endpoint.name, (client) => callMethod(client, endpoint.name, args));
}

/** The path parameters, then the body or the query. */
function argumentsOf(recording: Recording, endpoint: Endpoint, params: string[]): unknown[] {
  if (endpoint.name === "wallets.updateTransactionMetadata")
    return [...params, (recording.request as { metadata: unknown }).metadata];
  if (endpoint.body) return [...params, recording.request ?? {}];
  const { searchParams } = urlOf(recording);
  const query = decodeQuery(endpoint.query, searchParams, endpoint.arrays);
  return endpoint.query ? [...params, query] : params;
}

/** Finds a method by the name of its operation, such as `kyc.individual.standard.get`. */
function callMethod(client: object, name: string, args: unknown[]): PromiseLike<unknown> {
  const names = name.split(".");
  const method = names.pop() as string;
  const resource = names.reduce<object>((part, key) => part[key as never], client);
  return (resource as Record<string, (...args: unknown[]) => PromiseLike<unknown>>)[method]?.(
    ...args,
  ) as PromiseLike<unknown>;
}

async function run(
  { status, response }: Recording,
  via: string,
  call: (client: ReturnType<typeof clientOn>) => PromiseLike<unknown>,
): Promise<Replay> {
  const fetch = recorder(() => ({ status, json: response }));
  const drifts: Drift[] = [];
  const client = clientOn(fetch, { onDrift: (drift) => drifts.push(drift) });
  try {
    const result = await call(client);
    return { via, result, drifts, sent: fetch.requests[0] };
  } catch (error) {
    return { via, error, drifts, sent: fetch.requests[0] };
  }
}

export function urlOf({ path }: Recording): URL {
  return new URL(path, "https://service.example");
}
