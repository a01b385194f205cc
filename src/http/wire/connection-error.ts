import { ConnectionError, type SystemCause } from "../../errors/connection.js";
import type { Redactor } from "./redact.js";

/** What is known of a failed request. */
interface FailedRequest {
  readonly operation: string;
  readonly url: string;
  /** Whether the response had begun. */
  readonly hasResponse: boolean;
  readonly isCustomFetch: boolean;
  readonly redact: Redactor;
}

const messages = {
  connect: "could not connect",
  exchange: "the connection failed",
  body: "the connection failed while the response was read",
} as const;

/** Describes what `fetch` threw, without keeping it: it may hold the request and with it the key. */
export function createConnectionError(thrown: unknown, request: FailedRequest): ConnectionError {
  const failure = describeFailure(thrown);
  const phase = request.hasResponse
    ? "body"
    : isProvablyUnsent(failure, request.isCustomFetch)
      ? "connect"
      : "exchange";
  const cause = redactFailure(failure, request.redact);
  const { origin } = new URL(request.url);
  const what = `${messages[phase]} (${origin}: ${cause.code ?? cause.message})`;
  return new ConnectionError(`${request.operation}: ${what}`, {
    operation: request.operation,
    phase,
    code: cause.code,
    cause,
    hint:
      phase === "connect"
        ? "Check baseUrl, the network and DNS. The request did not arrive."
        : "Try again later.",
  });
}

const neverConnected = new Set(["ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
const refusedOrUnreachable = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
]);

/**
 * Whether no connection was made, so that nothing can have arrived. An open connection can report an
 * unreachable host after the request went out, so only the `connect` call is proof. A custom `fetch`
 * proves nothing: it may fail after its request was answered.
 */
function isProvablyUnsent({ code, syscall }: SystemFailure, isCustomFetch: boolean): boolean {
  if (isCustomFetch || code === undefined) return false;
  return neverConnected.has(code) || (refusedOrUnreachable.has(code) && syscall === "connect");
}

export interface SystemFailure {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
}

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** The deepest cause of what was thrown. */
export function describeFailure(thrown: unknown): SystemFailure {
  try {
    let deepest = thrown as Thrown;
    for (let depth = 0; depth < 5; depth++) {
      // When several addresses were tried, each has a failure. The first one stands for all.
      const first = deepest?.syscall === undefined ? deepest?.errors?.[0] : undefined;
      const next = deepest?.cause ?? first;
      if (typeof next !== "object" || next === null) break;
      deepest = next;
    }
    const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
    return {
      name: textOf(deepest?.name) ?? "Error",
      message: textOf(deepest?.message) ?? String(deepest),
      code: textOf(deepest?.code),
      syscall: textOf(deepest?.syscall),
    };
  } catch {
    // A getter that throws, or an object without a text form.
    return { name: "Error", message: "the failure cannot be printed" };
  }
}

function redactFailure({ name, message, code }: SystemFailure, redact: Redactor): SystemCause {
  const cause = { name: redact.text(name), message: redact.text(message) };
  return code === undefined ? cause : { ...cause, code: redact.text(code) };
}
