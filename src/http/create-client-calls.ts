import { type EndpointName, endpoints } from "../contract/endpoints.js";
import type { Endpoint, Paging } from "../contract/shared/endpoint.js";
import { withUnknownOutcome } from "../errors/outcome.js";
import { getSteadyTime } from "../shared/steady-time.js";
import type { Config } from "./config/config.js";
import { traceCall } from "./config/trace-call.js";
import { toCall, type WithResponse } from "./features/call.js";
import type { ClientCalls } from "./features/client-calls.js";
import { pollUntilFinal } from "./features/wait.js";
import { type CallRequest, createTransport } from "./transport.js";

const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);
const endpointOf = (name: EndpointName) => endpointsByName.get(name) as Endpoint;

/** Creates the interface that the resources use. */
export function createClientCalls(config: Config): ClientCalls {
  const layer = createTransport(config);

  const run = (name: string, call: Omit<CallRequest, "startedAt">) =>
    toCall(() => {
      const startedAt = getSteadyTime();
      return traceCall(
        config,
        name,
        (trace) => layer.run({ ...call, startedAt, trace }) as Promise<WithResponse<never>>,
      );
    });

  return {
    config,
    call: (name, input, options) => run(name, { endpoint: endpointOf(name), input, options }),
    callCustom: (request, input, options, schema) =>
      run("request", { endpoint: { request }, input, options, schema }),
    async wait(target, options) {
      try {
        return await pollUntilFinal(config, target, options);
      } catch (error) {
        throw withUnknownOutcome(error);
      }
    },
    getPaging: (name) => endpointOf(name).paging as Paging,
  };
}
