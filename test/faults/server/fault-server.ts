import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createRequestParser, type WireRequest } from "./request-parser.js";

/** One request on a connection, whose response is any bytes. */
export interface WireExchange {
  readonly socket: Socket;
  readonly request: WireRequest;
}

/** What the server does with a request. */
export interface WireFault {
  /** `head`: do not wait for the body of the request. */
  readonly after?: "head" | "body";
  readonly act: (exchange: WireExchange) => void | Promise<void>;
  /** Whether it writes more bytes until the connection is closed. */
  readonly continues?: boolean;
  /** Whether it writes the complete head of a response, and no complete body. */
  readonly sendsHead?: boolean;
}

export interface FaultServer {
  readonly url: string;
  readonly port: number;
  /** Every request whose head has arrived, on any connection. */
  readonly requests: readonly WireRequest[];
  /** Open connections that have carried a request. The runtime may open others in advance. */
  readonly usedSockets: number;
  close(): Promise<void>;
}

interface FaultServerOptions {
  readonly port?: number;
  /** Whether to reset a new connection, before it has sent anything. */
  readonly resetsConnection?: () => boolean;
  /** Called once per request, when its head has arrived. */
  readonly pick: (request: WireRequest) => WireFault;
}

/** Starts an HTTP server on plain TCP. A response is what its fault writes, valid or not. */
export async function openFaultServer({
  port = 0,
  resetsConnection = () => false,
  pick,
}: FaultServerOptions): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const used = new Set<Socket>();
  const requests: WireRequest[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    // Otherwise the second write of a response waits 40 ms for the acknowledgement of the first.
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      used.delete(socket);
    });
    if (resetsConnection()) {
      socket.resetAndDestroy();
      return;
    }
    const faults = new Map<WireRequest, WireFault>();
    const act = (request: WireRequest) => void faults.get(request)?.act({ socket, request });
    const parse = createRequestParser({
      onHead(request) {
        requests.push(request);
        used.add(socket);
        const fault = pick(request);
        faults.set(request, fault);
        if (fault.after === "head") act(request);
      },
      onBody(request) {
        if (faults.get(request)?.after !== "head") act(request);
      },
    });
    socket.on("data", parse);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  onTestFinished(close);
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    get usedSockets() {
      return used.size;
    },
    close,
  };
}
