import type { Endpoint } from "../../contract/endpoint.js";
import { ConnectionError } from "../../errors/transport.js";

let table: ReadonlyMap<string, Endpoint> | undefined;

/** The endpoints by name, once a call has loaded them. */
export function loadedEndpoints(): ReadonlyMap<string, Endpoint> | undefined {
  return table;
}

/**
 * Loads the endpoints and their schemas, which are a chunk of their own: a page only needs them
 * when it makes its first call. After a failure the next call tries again.
 */
export async function loadEndpoints(): Promise<ReadonlyMap<string, Endpoint>> {
  if (table) return table;
  try {
    const { endpoints } = await import("../../contract/index.js");
    table = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
    return table;
  } catch (error) {
    throw new ConnectionError("a chunk of this package could not be loaded, so nothing was sent", {
      phase: "connect",
      cause: error,
      hint: "In a browser this happens after a new version of the page was deployed: reload the page.",
    });
  }
}
