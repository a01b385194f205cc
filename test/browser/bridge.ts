import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { findClosedPort, openServer, type Server } from "../support/server.js";
import { probePath } from "./probe-path.js";

/** A chunk of a body that the page and this server exchange. */
export type Chunk = string | { readonly base64: string };

/** A command that the page sends. */
export type BridgeCommand =
  | { readonly do: "serve"; readonly server: number; readonly port?: number | undefined }
  | { readonly do: "close"; readonly server: number }
  | { readonly do: "closedPort" }
  | {
      readonly do: "head";
      readonly exchange: number;
      readonly status: number;
      readonly headers: Record<string, string>;
    }
  | {
      readonly do: "write" | "end" | "socketEnd";
      readonly exchange: number;
      readonly chunk?: Chunk | undefined;
    }
  | { readonly do: "destroy" | "reset"; readonly exchange: number };

/** The result of the command with this number. */
export type BridgeResult =
  | { readonly command: number; readonly result: unknown }
  | { readonly command: number; readonly error: string };

/** An event that the page receives. */
export type BridgeEvent =
  | { readonly server: number; readonly state: Pick<Server, "openSockets" | "busy" | "abandoned"> }
  | {
      readonly server: number;
      readonly exchange: number;
      readonly method: string;
      readonly url: string;
      readonly headers: IncomingMessage["headers"];
      readonly rawHeaders: readonly string[];
      readonly body: string;
    };

interface Page {
  send(event: BridgeEvent): void;
  readonly servers: Map<number, Server>;
  readonly exchanges: Map<number, { response: ServerResponse; socket: Socket }>;
}

let exchanges = 0;

/** Allows the page's cross-origin requests and handles their preflight requests. */
function shareWithPage(incoming: IncomingMessage, response: ServerResponse): boolean {
  // Chromium repeats a request by itself if a reused connection breaks.
  response.setHeader("connection", "close");
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "*");
  if (incoming.url === probePath) {
    response.end();
    return true;
  }
  if (incoming.method !== "OPTIONS") return false;
  response.writeHead(204, {
    "access-control-allow-methods": incoming.headers["access-control-request-method"] ?? "*",
    "access-control-allow-headers": incoming.headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": "600",
  });
  response.end();
  return true;
}

async function serve(page: Page, id: number, port: number | undefined): Promise<number> {
  const server = await openServer({
    port,
    aside: shareWithPage,
    changed: () => {
      const { openSockets, busy, abandoned } = page.servers.get(id) ?? {
        openSockets: 0,
        busy: 0,
        abandoned: 0,
      };
      page.send({ server: id, state: { openSockets, busy, abandoned } });
    },
    arrived: ({
      incoming: { method = "", url = "", headers, rawHeaders },
      response,
      socket,
      body,
    }) => {
      const exchange = ++exchanges;
      page.exchanges.set(exchange, { response, socket });
      socket.once("close", () => page.exchanges.delete(exchange));
      page.send({
        server: id,
        exchange,
        method,
        url,
        headers,
        rawHeaders,
        body: body.toString("base64"),
      });
    },
  });
  page.servers.set(id, server);
  return server.port;
}

const bytesOf = (chunk: Chunk = "") =>
  typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk.base64, "base64");

async function execute(page: Page, command: BridgeCommand): Promise<unknown> {
  if (command.do === "closedPort") return findClosedPort();
  if (command.do === "serve") return serve(page, command.server, command.port);
  if (command.do === "close") {
    await page.servers.get(command.server)?.close();
    return page.servers.delete(command.server);
  }
  const { response, socket } = page.exchanges.get(command.exchange) ?? {};
  if (!response || !socket) return undefined;
  switch (command.do) {
    case "head":
      response.writeHead(command.status, command.headers);
      break;
    case "write":
      await new Promise<void>((resolve) => response.write(bytesOf(command.chunk), () => resolve()));
      break;
    case "end":
      response.end(bytesOf(command.chunk));
      break;
    case "socketEnd":
      socket.end(bytesOf(command.chunk));
      break;
    case "destroy":
      socket.destroy();
      break;
    case "reset":
      socket.resetAndDestroy();
  }
  return undefined;
}

function attachPage(channel: WebSocket): void {
  const send = (message: BridgeResult | BridgeEvent) => channel.send(JSON.stringify(message));
  const page: Page = { send, servers: new Map(), exchanges: new Map() };
  let commands = 0;
  channel.on("message", (data) => {
    const command = ++commands;
    execute(page, JSON.parse(String(data))).then(
      (result) => send({ command, result }),
      (error: Error) => send({ command, error: error.message }),
    );
  });
  channel.once("close", () => {
    for (const server of page.servers.values()) void server.close();
  });
}

/**
 * Runs servers for the tests in a page, which sends commands over a WebSocket to `/bridge` and
 * receives results and events. Commands start in the order of arrival. None waits for the result
 * of another.
 */
export function serveBridge(httpServer: Pick<HttpServer, "on">): void {
  // A `write` must reach its socket before a `destroy` that arrives with it.
  const channels = new WebSocketServer({ noServer: true, allowSynchronousEvents: false });
  httpServer.on("upgrade", (request, socket, head) => {
    if (request.url === "/bridge")
      channels.handleUpgrade(request, socket as Socket, head, attachPage);
  });
}
