import { randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Arrival {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly body: Buffer;
}

export interface Server {
  readonly port: number;
  readonly openSockets: number;
  readonly busy: number;
  readonly abandoned: number;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly port?: number | undefined;
  /** Called for every complete request. */
  readonly arrived: (arrival: Arrival) => void;
  /** Called when a count changes. */
  readonly changed?: () => void;
  /** Handles a request outside of the tests. Returns whether it did. */
  readonly aside?: (incoming: IncomingMessage, response: ServerResponse) => boolean;
}

/** Starts a local server that counts its connections and requests. */
export async function openServer({
  port = 0,
  arrived,
  changed = () => {},
  aside,
}: ServerOptions): Promise<Server> {
  const sockets = new Set<Socket>();
  let busy = 0;
  let abandoned = 0;

  const server = createServer((incoming, response) => {
    if (aside?.(incoming, response)) return;
    busy++;
    changed();
    response.once("close", () => {
      busy--;
      if (!response.writableFinished) abandoned++;
      changed();
    });
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => {});
    incoming.on("end", () =>
      arrived({ incoming, response, socket: incoming.socket, body: Buffer.concat(chunks) }),
    );
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    changed();
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      changed();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    get openSockets() {
      return sockets.size;
    },
    get busy() {
      return busy;
    },
    get abandoned() {
      return abandoned;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/**
 * Finds a local port without a listener. It is below the ports that Linux, macOS and Windows assign
 * to the servers of other tests.
 */
export async function findClosedPort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const server = await openServer({ port, arrived: () => {} }).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
  });
  if (!server) return findClosedPort();
  await server.close();
  return port;
}
