import { ConnectionError } from "../../errors/connection.js";
import { type Deadline, withDeadline } from "../wire/deadline.js";

/** Imports a chunk of this package in time. A failed import is tried again by the next call. */
export function loadChunk<Module>(
  operation: string,
  deadline: Deadline,
  load: () => Promise<Module>,
): Promise<Module> {
  const missing = "a chunk of this package was not loaded";
  return withDeadline(operation, { ...deadline, missing }, async () => {
    try {
      return await load();
    } catch (error) {
      throw new ConnectionError(
        "a chunk of this package could not be loaded, so nothing was sent",
        {
          phase: "connect",
          cause: error,
          hint: "In a browser this happens after a new version of the page was deployed: reload the page.",
        },
      );
    }
  });
}
