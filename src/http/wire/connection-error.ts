import { BursarError } from "../../errors/base.js";
import { ConnectionError, type SystemCause } from "../../errors/connection.js";
import { nameOf } from "../../shared/thrown.js";
import { adviseOnIgnoredProxy } from "./ignored-proxy.js";
import { type Redactor, redactStart } from "./redact.js";

interface FailedRequest {
  readonly operation: string;
  readonly url: string;
  readonly isWrite: boolean;
  /** Whether the response headers had arrived. */
  readonly hasResponse: boolean;
  /** Whether a failed connect proves that nothing was sent. */
  readonly canProveUnsent: boolean;
  readonly redact: Redactor;
}

/** A custom `fetch` may throw an error with a text of any length. */
const maxTextLength = 2_000;

const messages = {
  connect: "could not connect",
  exchange: "the connection failed",
  body: "the connection failed while reading the response",
} as const;

/**
 * Creates an error from the value that `fetch` threw. It does not keep that value, because it may
 * contain the request with the API key.
 */
export function createConnectionError(thrown: unknown, request: FailedRequest): ConnectionError {
  const failure = describeFailure(thrown);
  const phase = request.hasResponse
    ? "body"
    : request.canProveUnsent && isProvablyUnsent(failure)
      ? "connect"
      : "exchange";
  const cause = redactFailure(failure, request.redact);
  const { origin } = new URL(request.url);
  const message = `${messages[phase]} (${origin}: ${cause.code ?? cause.message})`;
  const { operation } = request;
  const advice = adviseOn(failure, phase, request.url);
  const arrival = phase === "connect" ? "The request did not arrive. " : "";
  // A write may have arrived: its error names what to look up.
  const hint = advice ? arrival + advice : request.isWrite ? undefined : "Try again later.";
  const details = { operation, phase, code: cause.code, cause, hint } as const;
  return new ConnectionError(`${operation}: ${message}`, details);
}

function adviseOn(
  { code }: SystemCause,
  phase: keyof typeof messages,
  url: string,
): string | undefined {
  if (certificateCodes.has(code ?? ""))
    return "Check the host of baseUrl and the server's certificate. If your own authority issued it, set NODE_EXTRA_CA_CERTS to the authority's certificate file.";
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER")
    return "The server does not speak https on this port. Check the scheme and the port of baseUrl.";
  if (phase !== "connect") return undefined;
  return `Check baseUrl, the network and DNS.${adviseOnIgnoredProxy(url)}`;
}

const neverConnected = new Set(["ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
const refusedOrUnreachable = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
]);

/** The client rejected the server's certificate. It sends nothing before it has accepted one. */
const certificateCodes = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "INVALID_CA",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * Whether no connection was made, so the request cannot have arrived. An open connection can report
 * an unreachable host after the request was sent, so only a failure of `connect` is proof.
 */
function isProvablyUnsent({ code, syscall }: SystemFailure): boolean {
  if (code === undefined) return false;
  if (neverConnected.has(code) || certificateCodes.has(code)) return true;
  return refusedOrUnreachable.has(code) && syscall === "connect";
}

export interface SystemFailure {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
}

type ThrownField = "name" | "message" | "code" | "syscall" | "cause";
type Thrown = Partial<Record<ThrownField, unknown>> & { readonly errors?: readonly unknown[] };

/** Describes the innermost cause of a thrown value. */
export function describeFailure(thrown: unknown): SystemFailure {
  try {
    let deepest = thrown as Thrown;
    for (let depth = 0; depth < 5; depth++) {
      // Each address that was tried has its own failure. Use the first.
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
    // A getter throws, or the value cannot be converted to a string.
    return { name: "Error", message: "unreadable error" };
  }
}

function redactFailure({ name, message, code }: SystemFailure, redact: Redactor): SystemCause {
  const readStart = (text: string) => redactStart(redact, text, maxTextLength);
  const cause = { name: readStart(name), message: readStart(message) };
  return code === undefined ? cause : { ...cause, code: readStart(code) };
}

/** Any other error may quote the request with the key, so it is never passed on. */
export function toBursarError(thrown: unknown, operation: string): BursarError {
  if (thrown instanceof BursarError) return thrown;
  return new ConnectionError(`${operation}: the request failed (${nameOf(thrown)})`, {
    operation,
    phase: "exchange",
  });
}
