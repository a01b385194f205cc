import { ConnectionError } from "../../errors/connection.js";
import { type Deadline, withDeadline } from "../wire/deadline.js";

/** Imports a chunk of this package within the deadline. The next call retries a failed import. */
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
      const message = `${operation}: loading a chunk of this package failed. Nothing was sent.`;
      throw new ConnectionError(message, {
        phase: "connect",
        cause: error,
        hint: "In a browser, reload the page: a new version may have been deployed.",
      });
    }
  });
}
