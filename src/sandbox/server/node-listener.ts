import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigurationError } from "../../errors/data.js";
import { toRequest } from "../../node/to-request.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { assertOrigins, createCorsHeaders } from "./origins.js";

/** Where to serve a sandbox. */
export interface ListenOptions {
  /** 0 selects a free port. @defaultValue `0` */
  port?: number | undefined;
  /** Any other value opens the sandbox to the network. @defaultValue `"127.0.0.1"` */
  host?: string | undefined;
  /**
   * Further origins whose pages may call the sandbox, such as `https://app.example`. Pages on this
   * machine always may. `"*"` allows all.
   */
  origins?: readonly string[] | undefined;
}

/** A running sandbox server. */
export interface SandboxServer {
  /** For `createClient({ baseUrl })`. */
  readonly url: string;
  readonly port: number;
  /** Stops the server and the webhooks that were added over HTTP, and aborts all open requests. */
  close(): Promise<void>;
}

export interface Caller {
  readonly loopback: boolean;
}

/** The largest body that the server reads, in bytes. Documents have at most 10 MB. */
const maxBodyBytes = 16_000_000;

type Fetch = (request: Request, caller: Caller) => Promise<Response>;

export async function listen(fetch: Fetch, options: ListenOptions = {}): Promise<SandboxServer> {
  const { port = 0, host = "127.0.0.1", origins = [] } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigurationError(
      `listen: expected a port from 0 to 65535, got ${quoteValue(port)}`,
    );
  assertOrigins(origins);
  // A static import would break browser bundles. The port of Cloudflare's node:http is unreachable.
  const isWorker = globalThis.navigator?.userAgent === "Cloudflare-Workers";
  const http = isWorker ? undefined : globalThis.process?.getBuiltinModule?.("node:http");
  if (!http)
    throw new ConfigurationError("a sandbox can listen in Node only", {
      hint: "Elsewhere pass its fetch to createClient.",
    });
  const server = http.createServer(
    (incoming, outgoing) =>
      void handleConnection(fetch, getOrigin(server, host), origins, incoming, outgoing),
  );
  await startServer(server, port, host);
  return {
    url: getOrigin(server, host),
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function startServer(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(toListenError(error, port, host)),
    );
    server.listen(port, host, resolve);
  });
}

const problems: Partial<Record<string, [problem: string, hint: string]>> = {
  EADDRINUSE: ["is taken", "Choose another port, or stop the program that uses it."],
  EACCES: ["may not be opened", "Choose a port above 1023."],
};

function toListenError(cause: NodeJS.ErrnoException, port: number, host: string) {
  const { code = "", message } = cause;
  const [problem, hint] = problems[code] ?? [`cannot be opened (${code || message})`];
  return new ConfigurationError(`port ${port} on ${host} ${problem}`, { hint, cause });
}

function getOrigin(server: Server, host: string): string {
  const address = server.address() as AddressInfo | null;
  return `http://${host.includes(":") ? `[${host}]` : host}:${address?.port ?? 0}`;
}

async function handleConnection(
  fetch: Fetch,
  ownOrigin: string,
  origins: readonly string[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const corsHeaders = createCorsHeaders(incoming.headers.origin, origins);
  const disconnected = new AbortController();
  outgoing.once("close", () => disconnected.abort());
  const { host, "content-length": length } = incoming.headers;
  let isTooLarge = Number(length) > maxBodyBytes;
  let request: Request;
  try {
    request = toRequest(incoming, disconnected.signal, {
      // Upload targets must use the host name that the caller used.
      origin: host ? `http://${host}` : ownOrigin,
      maxBytes: maxBodyBytes,
      onTooLarge() {
        isTooLarge = true;
      },
    });
  } catch {
    return void outgoing.writeHead(400, { ...corsHeaders, connection: "close" }).end();
  }
  if (isTooLarge) return sendTooLarge(corsHeaders, outgoing);
  try {
    const response = await fetch(request, getCaller(incoming));
    await sendResponse(response, corsHeaders, outgoing);
  } catch {
    if (isTooLarge && !outgoing.headersSent) return sendTooLarge(corsHeaders, outgoing);
    // Destroy the connection, so that a truncated response does not look complete.
    if (outgoing.headersSent || disconnected.signal.aborted) outgoing.destroy();
    else
      outgoing
        .writeHead(500, { ...corsHeaders, "content-type": "application/json" })
        .end('{"id":"INTERNAL_SERVER_ERROR","message":""}');
  }
}

function getCaller({ socket }: IncomingMessage): Caller {
  return { loopback: /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "") };
}

function sendTooLarge(corsHeaders: Record<string, string>, outgoing: ServerResponse): void {
  const type = { "content-type": "application/json", connection: "close" };
  const message = `the sandbox reads at most ${maxBodyBytes} bytes of a body`;
  outgoing
    .writeHead(413, { ...corsHeaders, ...type })
    .end(JSON.stringify({ id: "HTTP_EXCEPTION", message }));
}

async function sendResponse(
  response: Response,
  corsHeaders: Record<string, string>,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(response.status, {
    ...corsHeaders,
    ...Object.fromEntries(response.headers),
  });
  if (!response.body) return void outgoing.end();
  // Send the headers first, so that the client can detect a truncated body.
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await waitForDrain(outgoing);
    if (outgoing.destroyed) return void (await reader.cancel());
  }
  outgoing.end();
}

function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done).off("close", done);
      resolve();
    };
    outgoing.once("drain", done).once("close", done);
    if (outgoing.destroyed) done();
  });
}
