import { withDeadline } from "../http/wire/deadline.js";
import { writeIdHeader } from "../http/wire/write-id.js";
import { ProxyError } from "./proxy-error.js";

/** A browser repeats a write within moments, so only the most recent ids matter. */
const maxIds = 10_000;
const idPattern = /^[\w-]{8,64}$/;

/** The ids of the writes that were forwarded, or are being checked. */
export interface WriteIds {
  /** Whether the id is new. */
  readonly claim: (id: string) => boolean;
  /** Called when the write was forwarded or refused. The id of a refused one is new again. */
  readonly endClaim: (id: string, isForwarded: boolean) => void;
}

/** Keeps the most recent ids in memory. */
export function createWriteIdCache(): WriteIds {
  // Apart, so that requests of strangers displace no id of a forwarded write.
  const checked = new Set<string>();
  const forwarded = new Set<string>();
  return {
    claim(id) {
      if (checked.has(id) || forwarded.has(id)) return false;
      checked.add(id);
      return true;
    },
    endClaim(id, isForwarded) {
      checked.delete(id);
      if (!isForwarded) return;
      forwarded.add(id);
      // A set iterates in insertion order.
      const [oldest] = forwarded;
      if (forwarded.size > maxIds) forwarded.delete(oldest as string);
    },
  };
}

/**
 * Rejects a write that a browser sent again by itself. The first one may have been executed, and
 * its response is lost. Call the returned function when the write was forwarded or refused.
 */
export function claimWriteId(
  request: Request,
  { claim, endClaim }: WriteIds,
): (isForwarded: boolean) => void {
  const id = readWriteId(request);
  if (id === undefined) return () => {};
  assertFirst(claim(id));
  return (isForwarded) => endClaim(id, isForwarded);
}

/** The same for all instances. The outcome is also unknown if the ids cannot be read in time. */
export async function claimShared(
  request: Request,
  once: ((id: string) => boolean | Promise<boolean>) | undefined,
  timeout: number,
): Promise<void> {
  const { signal } = request;
  const id = readWriteId(request);
  if (!once || id === undefined) return;
  let isFirst: unknown;
  try {
    const deadline = { signal, timeout, scope: "attempt" } as const;
    isFirst = await withDeadline("proxy", deadline, () => once(id));
  } catch (cause) {
    if (signal.aborted) throw new ProxyError("PROXY_ABORTED", { cause });
    const message = "the proxy could not check whether this request is a duplicate";
    throw new ProxyError("PROXY_RESPONSE_LOST", { cause, unknownOutcome: true, message });
  }
  assertFirst(isFirst);
}

function readWriteId({ headers }: Request): string | undefined {
  const id = headers.get(writeIdHeader);
  return id !== null && idPattern.test(id) ? id : undefined;
}

function assertFirst(isFirst: unknown): void {
  if (isFirst === true) return;
  const message =
    "the browser repeated this request after a connection broke, and the response to the first one is lost";
  throw new ProxyError("PROXY_RESPONSE_LOST", { unknownOutcome: true, message });
}
