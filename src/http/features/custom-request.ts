import type { CallOptions } from "../config/options.js";
import type { StandardSchemaV1 } from "../validation/standard-schema.js";
import type { Call } from "./call.js";
import type { Transport } from "./client-transport.js";
import type { CustomRequest } from "./custom-endpoint.js";

/** The result of a custom call. */
export type CustomResult<Response> =
  Response extends StandardSchemaV1<unknown, infer Output> ? Output : unknown;

export function requestCustom(
  transport: Transport,
  request: CustomRequest,
  options?: CallOptions,
): Call<unknown, never> {
  const { params, query, body, response } = request ?? {};
  return transport.callCustom(request, { params, query, body }, options, response ?? anyResponse);
}

const anyResponse: StandardSchemaV1 = {
  "~standard": { version: 1, vendor: "bursar", validate: (value) => ({ value }) },
};
