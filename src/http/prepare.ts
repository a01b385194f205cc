import type { Endpoint } from "../contract/endpoint.js";
import type { Schema } from "../contract/schema.js";
import { type Check, deriveCheck } from "./check.js";
import { compileCheck } from "./compile.js";
import { isServer } from "./runtime.js";
import { type PathTemplate, parsePath } from "./url.js";

/** What is worked out once for an endpoint, on its first call. */
export interface Prepared {
  readonly template: PathTemplate;
  /** Undefined where only Zod can read the answer. */
  readonly check: Check | undefined;
  /** The same for what goes into the address. Bodies are left to Zod, which copies them: what was checked is what is sent. */
  readonly params: Check | undefined;
  readonly query: Check | undefined;
}

const prepared = new WeakMap<Endpoint, Prepared>();

export function prepare(endpoint: Endpoint): Prepared {
  let entry = prepared.get(endpoint);
  if (!entry) {
    const { path, response, params, query } = endpoint;
    entry = {
      template: parsePath(path),
      check: response && fastestCheck(response as Schema<unknown>),
      params: params && deriveCheck(params as Schema<unknown>),
      query: query && deriveCheck(query as Schema<unknown>),
    };
    prepared.set(endpoint, entry);
  }
  return entry;
}

/** Generated code on servers, where it is allowed. Browsers are not even asked: a page's policy would report the attempt. */
function fastestCheck(schema: Schema<unknown>): Check | undefined {
  if (isServer()) {
    try {
      return compileCheck(schema);
    } catch {
      // Started with code generation off.
    }
  }
  return deriveCheck(schema);
}
