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
  /** A request has arrived in full. */
  readonly arrived: (arrival: Arrival) => void;
  /** One of the counts is another one now. */
  readonly changed?: () => void;
  /** Whether this request is no matter of the tests and has been answered. */
  readonly aside?: (incoming: IncomingMessage, response: ServerResponse) => boolean;
}

/** A real server on this machine that counts what is under way. */
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
        server.closeAllConnections();
      }),
  };
}

/** A port of this machine on which nobody listens. */
export async function findClosedPort(): Promise<number> {
  const server = await openServer({ arrived: () => {} });
  await server.close();
  return server.port;
}
