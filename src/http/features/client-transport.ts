import type { EndpointName, EndpointNamed } from "../../contract/endpoints.js";
import type { Endpoint, Paging } from "../../contract/shared/endpoint.js";
import type { Config } from "../config/config.js";
import type { CallOptions } from "../config/options.js";
import type { CallInput } from "../request/build-request.js";
import type { StandardSchemaV1 } from "../validation/standard-schema.js";
import type { Call } from "./call.js";
import type { CustomRequest } from "./custom-endpoint.js";
import type { Progress, WaitOptions, WaitTarget } from "./wait.js";

export type ResponseOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer _Query, infer _Body, infer Response>
    ? undefined extends Response
      ? undefined
      : Response
    : never;

/** The interface that the resources use. */
export interface Transport {
  readonly config: Config;
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput,
    options?: CallOptions,
  ): Call<ResponseOf<Name>, Name>;
  /** Calls an endpoint that is not in the contract. */
  callCustom(
    request: CustomRequest,
    input: CallInput,
    options: CallOptions | undefined,
    schema: StandardSchemaV1,
  ): Call<unknown, never>;
  /** Polls until a record has a final status. */
  wait<T>(target: WaitTarget<T>, options: WaitOptions<Progress<T>> | undefined): Promise<T>;
  /** How a listing is paginated. */
  getPaging(name: EndpointName): Paging;
}
