import { ConnectionError } from "../../errors/transport.js";

/** Imports a chunk of this package. A failed import is tried again by the next call. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw new ConnectionError("a chunk of this package could not be loaded, so nothing was sent", {
      phase: "connect",
      cause: error,
      hint: "In a browser this happens after a new version of the page was deployed: reload the page.",
    });
  }
}
