import type { SplitInput } from "../../contract/routing/flat-input.js";
import type { Endpoint } from "../../contract/shared/endpoint.js";
import { type BuiltRequest, buildRequest, type CallInput } from "./build-request.js";
import { parsePath } from "./url.js";

/** The request that `callMethod` would send. Throws one error that lists all issues. */
export function buildFlatRequest(endpoint: Endpoint, split: SplitInput): BuiltRequest {
  const input = { ...split, body: endpoint.body && split.body } as CallInput;
  return buildRequest(endpoint, parsePath(endpoint.path), input);
}
