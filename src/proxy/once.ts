import { onceHeader } from "../http/once.js";
import { Refusal } from "./refusal.js";

/** A second arrival follows the first within moments. */
const remembered = 10_000;
const idForm = /^[\w-]{8,64}$/;

/** Remembers the last ids in memory: true for one that is new. */
export function createOnce(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    // A set gives its members in the order in which they came.
    if (seen.size > remembered) for (const oldest of seen) return seen.delete(oldest);
    return true;
  };
}

/**
 * Refuses a write that a browser sent again by itself. Its first arrival may have been executed, and nobody reads the answer to that one any more:
 * so the outcome is unknown, also where it cannot be told whether this is the first.
 */
export async function refuseSentAgain({ headers }: Request, once: (id: string) => boolean | Promise<boolean>): Promise<void> {
  const id = headers.get(onceHeader);
  if (id === null || !idForm.test(id)) return;
  let first: unknown;
  try {
    first = await once(id);
  } catch (cause) {
    throw new Refusal("PROXY_ANSWER_LOST", { cause, unknownOutcome: true, message: "the proxy could not tell whether this came before" });
  }
  if (first !== true) {
    const message = "the browser sent this again by itself after a connection broke, and the answer to the first is lost";
    throw new Refusal("PROXY_ANSWER_LOST", { unknownOutcome: true, message });
  }
}
