import type { Endpoint } from "../contract/endpoint.js";
import { ConnectionError } from "../errors/transport.js";

let table: Map<string, Endpoint> | undefined;

/** The contract's endpoint values by name. Loaded by the first call, so that schemas cost nothing until then. */
export async function loadEndpoints(): Promise<Map<string, Endpoint>> {
  if (table) return table;
  try {
    const { endpoints } = await import("../contract/index.js");
    table = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
    return table;
  } catch (error) {
    throw new ConnectionError("a part of this package could not be loaded, so nothing was sent", {
      phase: "connect",
      cause: error,
      hint: "In a browser this happens when a new version of the page was deployed meanwhile: reload it.",
    });
  }
}

export async function findEndpoint(name: string): Promise<Endpoint> {
  return (table ?? (await loadEndpoints())).get(name) as Endpoint;
}
