import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { BursarError } from "../../src/errors/base.js";
import { readResponse } from "../../src/http/response/read-response.js";
import { createRedactor } from "../../src/http/wire/redact.js";
import type { ReceivedResponse } from "../../src/http/wire/wire.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { type Path, pathsOf, valueAt, withValue } from "./walk.js";

/** Fills a list or an open object of a record with as many items as fit into a size. */
function fill(json: unknown, path: Path, item: string, size: number): string {
  const isList = Array.isArray(valueAt(json, path));
  const marker = "FILL";
  const text = JSON.stringify(withValue(json, path, marker));
  const count = Math.floor(size / (item.length + (isList ? 1 : 9)));
  const items = Array.from({ length: count }, (_, i) => (isList ? item : `"k${i}":${item}`));
  const filled = items.join(",");
  return text.replace(`"${marker}"`, () => (isList ? `[${filled}]` : `{${filled}}`));
}

interface Bodies {
  readonly endpoint: Endpoint;
  /** Of the same size as the invalid ones. */
  readonly valid: string;
  /** By what is invalid. Created one by one, because they are large. */
  readonly invalid: readonly (readonly [title: string, create: () => string])[];
}

export const operations = endpoints
  .filter((endpoint) => "response" in endpoint)
  .map(({ name }) => name);

/** A valid response of an operation, and invalid ones, of this size. */
export function createBodies(name: string, size: number): Bodies {
  const endpoint = endpoints.find((each) => each.name === name) as unknown as Endpoint;
  const full: unknown = fixtureOf(name as never).full;
  const paths = [[], ...pathsOf(full)].filter(
    (path) => Object(valueAt(full, path)) === valueAt(full, path),
  );
  const invalid = paths.flatMap((path) => {
    const [first] = Object.values(valueAt(full, path) as object) as unknown[];
    const drifting = { ...Object(first), [firstText(first)]: 5 };
    return ["{}", "5", JSON.stringify(drifting)].map(
      (item) =>
        [`${path.join(".")} of ${item.slice(0, 40)}`, () => fill(full, path, item, size)] as const,
    );
  });
  const list = paths.find((path) => {
    const value = valueAt(full, path);
    return Array.isArray(value) && value.length > 0;
  });
  const addedLater = Array.from({ length: size / 7 }, () => "text");
  const valid = list
    ? fill(full, list, JSON.stringify((valueAt(full, list) as unknown[])[0]), size)
    : JSON.stringify({ ...Object(full), addedLater });
  return { endpoint, valid, invalid };
}

/** A field of an item that is a text, so that a number there is wrong. */
function firstText(item: unknown): string {
  return Object.entries(Object(item)).find(([, value]) => typeof value === "string")?.[0] ?? "";
}

const redact = createRedactor("sk_live_0123456789abcdef");

/** Reads a body as a call does. Returns the error if it is rejected. */
export function readBody(endpoint: Endpoint, text: string): unknown {
  const received: ReceivedResponse = {
    status: 200,
    text,
    isRedirected: false,
    url: undefined,
    getHeader: () => null,
    toResponse: () => new Response(),
    traceId: undefined,
    hasKey: true,
    redact,
  };
  try {
    return readResponse(endpoint, received, { validation: "essential", onDrift: () => {} });
  } catch (error) {
    if (error instanceof BursarError) return error;
    throw error;
  }
}
