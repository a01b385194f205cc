import type { EndpointName } from "./endpoints.js";
import type { Endpoint } from "./shared/endpoint.js";

/** One chunk per domain: a page loads only the schemas of the operations that it calls. */
const domains: Readonly<Record<string, () => Promise<{ default: readonly Endpoint[] }>>> = {
  wallets: () => import("./wallets/endpoints.js"),
  swap: () => import("./swap/endpoints.js"),
  liquidity: () => import("./liquidity/endpoints.js"),
  lending: () => import("./lending/endpoints.js"),
  fiat: () => import("./fiat/endpoints.js"),
  tokens: () => import("./tokens/endpoints.js"),
  kyc: () => import("./kyc/endpoints.js"),
  operations: () => import("./operations/endpoints.js"),
} satisfies Record<EndpointName extends `${infer Domain}.${string}` ? Domain : never, unknown>;

/** Loads the endpoint of an operation, with its schemas. Undefined if there is none. */
export async function loadEndpoint(name: string): Promise<Endpoint | undefined> {
  const domain = name.split(".")[0] as string;
  if (!Object.hasOwn(domains, domain)) return undefined;
  const { default: endpoints } = await (domains[domain] as (typeof domains)[string])();
  return endpoints.find((endpoint) => endpoint.name === name);
}
