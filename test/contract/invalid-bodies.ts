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
  /** By the list or object that fills them. Created one by one, because they are large. */
  readonly bodies: readonly {
    readonly path: string;
    readonly valid: () => string;
    readonly invalid: readonly (() => string)[];
  }[];
}

export const operations = endpoints
  .filter((endpoint) => "response" in endpoint)
  .map(({ name }) => name);

/** Valid and invalid responses of an operation with this size, each filled in one place. */
export function createBodies(name: string, size: number): Bodies {
  const endpoint = endpoints.find((each) => each.name === name) as unknown as Endpoint;
  const full: unknown = fixtureOf(name as never).full;
  const paths = [[], ...pathsOf(full)].filter((path) => {
    const value = valueAt(full, path);
    return Object(value) === value;
  });
  const bodies = paths.map((path) => {
    const container = valueAt(full, path) as object;
    const [first] = Object.values(container) as unknown[];
    const drifting = { ...Object(first), [firstText(first)]: 5 };
    const isList = Array.isArray(container);
    const added = { 0: "text" };
    return {
      path: path.join("."),
      valid: () =>
        isList && first !== undefined
          ? fill(full, path, JSON.stringify(first), size)
          : fill(
              withValue(full, [...path, isList ? 0 : "addedLater"], added),
              [...path, isList ? 0 : "addedLater"],
              '"text"',
              size,
            ),
      invalid: ["{}", "5", JSON.stringify(drifting)].map(
        (item) => () => fill(full, path, item, size),
      ),
    };
  });
  return { endpoint, bodies };
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
