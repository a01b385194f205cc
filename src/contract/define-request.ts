import type { EndpointName, EndpointNamed } from "./endpoints.js";
import type { Endpoint } from "./shared/endpoint.js";

/** The body of an operation, or the query of one without a body. */
export type RequestOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer Query, infer Body>
    ? undefined extends Body
      ? Query
      : Body
    : never;

/**
 * Returns a request unchanged, with the type of its operation. Without it, TypeScript widens `137`
 * to `number` in a request that is declared before its call, and the call does not compile.
 *
 * @example
 * ```ts
 * import { defineRequest } from "bursar";
 *
 * const request = defineRequest("wallets.portfolio", { includeTokens: true });
 * const { tokens } = await client.wallets.portfolio(walletAddress, request);
 * console.log(tokens?.length);
 * ```
 */
export function defineRequest<Name extends EndpointName>(
  _operation: Name,
  request: RequestOf<Name>,
): RequestOf<Name> {
  return request;
}
