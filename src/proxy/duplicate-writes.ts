import { withDeadline } from "../http/wire/deadline.js";
import { writeIdHeader } from "../http/wire/write-id.js";
import { ProxyError } from "./proxy-error.js";

/** A second arrival follows the first within moments. */
const remembered = 10_000;
const idForm = /^[\w-]{8,64}$/;

/** Remembers the last ids in memory: true for one that is new. */
export function createWriteIdCache(): (id: string) => boolean {
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
 * Rejects a write that a browser sent again by itself. The first one may have been executed, and its
 * response is lost. The outcome is also unknown if `once` fails or does not answer in time.
 */
export async function rejectDuplicateWrite(
  { headers, signal }: Request,
  once: (id: string) => boolean | Promise<boolean>,
  timeout: number,
): Promise<void> {
  const id = headers.get(writeIdHeader);
  if (id === null || !idForm.test(id)) return;
  let isFirst: unknown;
  try {
    const deadline = { signal, timeout, scope: "attempt" } as const;
    isFirst = await withDeadline("proxy", deadline, () => once(id));
  } catch (cause) {
    const message = "the proxy could not tell whether this request came before";
    throw new ProxyError("PROXY_ANSWER_LOST", { cause, unknownOutcome: true, message });
  }
  if (isFirst !== true) {
    const message =
      "the browser repeated this request after a connection broke, and the response to the first one is lost";
    throw new ProxyError("PROXY_ANSWER_LOST", { unknownOutcome: true, message });
  }
}
