import { joinBytes } from "../shared/join-bytes.js";
import { type Limits, runWithin } from "../shared/time/run-within.js";

/** The limits of a body. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Why a body was not read to its end. */
export interface RejectedBody {
  readonly status: 400 | 408 | 413;
  readonly reason: string;
}

/** Reads the body. Stops at the limits, and when the client disconnects. */
export async function readBody(
  { headers, body, signal }: Request,
  { maxBytes, timeout }: BodyLimits,
): Promise<Uint8Array | RejectedBody> {
  if (Number(headers.get("content-length")) > maxBytes) return createTooLarge(maxBytes);
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const limits: Limits<Uint8Array | RejectedBody> = {
    // Polyfills of `Request` may have no signal.
    signal,
    onAbort: () => ({ status: 400, reason: "the client disconnected during the body" }),
    timeout,
    onTimeout: () => ({ status: 408, reason: `the body did not arrive within ${timeout} ms` }),
  };
  try {
    return await runWithin(limits, () => readAll(reader, maxBytes));
  } finally {
    // Not awaited: the `cancel` of a stalled body may never resolve. No effect after the end.
    reader.cancel().catch(() => {});
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | RejectedBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.length;
    if (length > maxBytes) return createTooLarge(maxBytes);
    chunks.push(chunk.value);
  }
  return joinBytes(chunks);
}

function createTooLarge(maxBytes: number): RejectedBody {
  return { status: 413, reason: `the body exceeds ${maxBytes} bytes` };
}
