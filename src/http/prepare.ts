import type { Endpoint } from "../contract/endpoint.js";
import type { Schema } from "../contract/schema.js";
import { deriveCheck } from "./check.js";
import { type PathTemplate, parsePath } from "./url.js";

/** What is worked out once for an endpoint, on its first call. */
export interface Prepared {
  readonly template: PathTemplate;
  /** Undefined where only Zod can read the answer. */
  readonly check: ((value: unknown) => boolean) | undefined;
}

const prepared = new WeakMap<Endpoint, Prepared>();

export function prepare(endpoint: Endpoint): Prepared {
  let entry = prepared.get(endpoint);
  if (!entry) {
    entry = { template: parsePath(endpoint.path), check: endpoint.response && deriveCheck(endpoint.response as Schema<unknown>) };
    prepared.set(endpoint, entry);
  }
  return entry;
}
