import type { EndpointName } from "../../contract/endpoints.js";

/** A received request, without its API key. */
export interface SandboxRequest {
  /** Undefined if no operation has that path. */
  operation: EndpointName | undefined;
  method: string;
  path: string;
  /** Parsed if it is JSON. A long body is its first 65,536 characters and a note, as text. */
  readonly body: unknown;
  status: number;
}

/** The limits of the log. Sizes count characters. */
export const logLimits = { requests: 10_000, total: 16 * 1_048_576, text: 65_536 } as const;

export interface LoggedRequest extends Omit<SandboxRequest, "body"> {
  body: string;
}

export interface RequestLog {
  /** Oldest first. */
  readonly requests: readonly SandboxRequest[];
  add(request: LoggedRequest): void;
  clear(): void;
}

export function createRequestLog(): RequestLog {
  const requests: SandboxRequest[] = [];
  const sizes: number[] = [];
  let total = 0;
  return {
    requests,
    add({ operation, method, path, body, status }) {
      const [shortPath, text] = [limitText(path), limitText(body)];
      const size = shortPath.length + text.length;
      sizes.push(size);
      total += size;
      requests.push({
        operation,
        method,
        path: shortPath,
        // Parsed on use: a parsed body can need a multiple of its text's memory.
        get body() {
          return parseBody(text);
        },
        status,
      });
      while (requests.length > logLimits.requests || total > logLimits.total) {
        requests.shift();
        total -= sizes.shift() ?? 0;
      }
    },
    clear() {
      requests.length = 0;
      sizes.length = 0;
      total = 0;
    },
  };
}

function limitText(text: string): string {
  if (text.length <= logLimits.text) return text;
  // A slice would keep the whole text in memory. Joined characters are a copy.
  const start = Array.from(text.slice(0, logLimits.text)).join("");
  return `${start}… (the first ${logLimits.text} of ${text.length} characters)`;
}

function parseBody(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
