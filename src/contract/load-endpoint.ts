import type { EndpointName } from "./endpoints.js";
import type { Endpoint } from "./shared/endpoint.js";

const loadHistory = () => import("./wallets/history-endpoints.js");
const loadTaxes = () => import("./wallets/tax-endpoints.js");

/**
 * The chunks by domain, or by the name of an operation that has its own: a page loads only the
 * schemas of what it calls.
 */
const chunks: Readonly<Record<string, () => Promise<{ default: readonly Endpoint[] }>>> = {
  wallets: () => import("./wallets/endpoints.js"),
  "wallets.deposit": () => import("./wallets/deposit-endpoint.js"),
  "wallets.portfolio": () => import("./wallets/portfolio-endpoint.js"),
  "wallets.history": loadHistory,
  "wallets.updateTransactionMetadata": loadHistory,
  "wallets.requestTaxExport": loadTaxes,
  "wallets.scheduleTaxExport": loadTaxes,
  swap: () => import("./swap/endpoints.js"),
  liquidity: () => import("./liquidity/endpoints.js"),
  lending: () => import("./lending/endpoints.js"),
  fiat: () => import("./fiat/endpoints.js"),
  tokens: () => import("./tokens/endpoints.js"),
  kyc: () => import("./kyc/endpoints.js"),
  operations: () => import("./operations/endpoints.js"),
  "operations.execute": () => import("./operations/execute-endpoint.js"),
} satisfies Partial<Record<EndpointName, unknown>> &
  Record<EndpointName extends `${infer Domain}.${string}` ? Domain : never, unknown>;

/** Loads the endpoint of an operation, with its schemas. Undefined if there is none. */
export async function loadEndpoint(name: string): Promise<Endpoint | undefined> {
  const key = [name, name.split(".")[0] as string].find((each) => Object.hasOwn(chunks, each));
  if (key === undefined) return undefined;
  const { default: endpoints } = await (chunks[key] as (typeof chunks)[string])();
  return endpoints.find((endpoint) => endpoint.name === name);
}
