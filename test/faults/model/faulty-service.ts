import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FaultServer } from "../server/fault-server.js";
import type { WireRequest } from "../server/request-parser.js";
import { formatHead } from "../server/wire-faults.js";
import type { Fault, Plan } from "./plan.js";

/** A request on any wire. */
export type Arrived = Pick<WireRequest, "method" | "path" | "body" | "headers">;

interface RealResponse {
  readonly status: number;
  readonly body: string;
}

/** A service behind an intermediary that applies the faults of a plan. */
export interface FaultyService {
  readonly requests: readonly Arrived[];
  /** The reply to a request on a socket. */
  readonly reply: (socket: Socket, request: Arrived) => Promise<void>;
  /** A `fetch` with the same faults. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Resolves when every request that was sent has been handled. */
  quiet(): Promise<void>;
}

const page = "<!doctype html><title>gateway</title>";
const html = { "content-type": "text/html" };
const jsonType = { "content-type": "application/json" };

/** Complete replies of an intermediary or of the service. */
function completeReply(reply: Fault["reply"], { headers }: Arrived) {
  switch (reply) {
    case "page":
      return { status: 200, headers: html, body: page };
    case "gateway":
      return { status: 502, headers: html, body: page };
    case "gatewayTimeout":
      return { status: 408, headers: html, body: "" };
    case "echo":
      return { status: 503, headers: html, body: `<p>${headers["x-api-key"]}</p>` };
    case "redirect":
      return { status: 307, headers: { location: "https://elsewhere.example/" }, body: "" };
    case "invalidJson":
      return { status: 200, headers: jsonType, body: '{"half":' };
    case "refusal":
      return { status: 403, headers: jsonType, body: '{"id":"NOT_ALLOWED"}' };
    case "serviceError":
      return { status: 500, headers: jsonType, body: '{"id":"INTERNAL_SERVER_ERROR"}' };
    default:
      return undefined;
  }
}

export function createFaultyService(
  forward: (request: Arrived) => Promise<RealResponse>,
  { faults }: Plan,
  probe: () => Promise<unknown>,
): FaultyService {
  const requests: Arrived[] = [];
  const pending = new Set<Promise<unknown>>();

  /** The client may give up before the service has handled the request. */
  function track<T>(handled: Promise<T>): Promise<T> {
    pending.add(handled);
    return handled.finally(() => pending.delete(handled));
  }

  /** Delivers the request as its fault says. Returns the fault, and the response if it is known. */
  async function deliver(request: Arrived): Promise<{ fault: Fault; real?: RealResponse }> {
    const fault = faults[requests.push(request) - 1] ?? { delivery: "now", reply: "real" };
    if (fault.delivery === "now") return { fault, real: await track(forward(request)) };
    if (fault.delivery === "late") {
      const delayed = new Promise((resolve) => setTimeout(resolve, fault.delay));
      void track(delayed.then(() => forward(request)));
    }
    return { fault };
  }

  async function reply(socket: Socket, request: Arrived): Promise<void> {
    const { fault, real } = await deliver(request);
    if (socket.destroyed) return;
    const write = (status: number, headers: Record<string, string>, body: string) => {
      const length = String(Buffer.byteLength(body));
      const hasLength = status !== 204;
      socket.write(
        formatHead(status, { ...headers, ...(hasLength && { "content-length": length }) }) + body,
      );
    };
    const complete = completeReply(fault.reply, request);
    if (complete) return write(complete.status, complete.headers, complete.body);
    if (real && ["real", "interim"].includes(fault.reply)) {
      if (fault.reply === "interim") socket.write(formatHead(103, { link: "</x>" }));
      return write(real.status, jsonType, real.body);
    }
    const start = `${formatHead(200, { ...jsonType, "content-length": "999" })}{"half":`;
    if (fault.reply === "reset") socket.resetAndDestroy();
    if (fault.reply === "close") socket.end();
    if (fault.reply === "half") socket.end(start);
    if (fault.reply === "stallInBody") socket.write(start);
    if (fault.reply === "garbage") socket.end("\u0001\u0002 not HTTP\r\n\r\n");
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const { fault, real } = await deliver({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    });
    const complete = completeReply(fault.reply, {
      method: request.method,
      path: "",
      headers: Object.fromEntries(request.headers),
      body: "",
    });
    if (complete) return new Response(complete.body, complete);
    if (real && ["real", "interim"].includes(fault.reply))
      return new Response(real.status === 204 ? null : real.body, {
        status: real.status,
        headers: jsonType,
      });
    const start = new TextEncoder().encode('{"half":');
    switch (fault.reply) {
      case "close":
        return Response.error();
      case "half":
        return new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(start),
            pull: (controller) => controller.error(new TypeError("terminated")),
          }),
        );
      case "stall":
        // It ignores the signal.
        return new Promise(() => {});
      case "stallInBody":
        return new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(start) }),
        );
      case "garbage":
        throw undefined;
      default:
        // A custom `fetch` proves nothing by the code of its error.
        throw new TypeError("fetch failed", {
          cause: Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" }),
        });
    }
  }

  return {
    requests,
    reply,
    fetch,
    async quiet() {
      // The bytes of a request may have been sent, but not been read yet.
      await probe();
      while (pending.size > 0) await Promise.allSettled([...pending]);
    },
  };
}

/** Sends the requests of many plans to their services, by the first segment of the path. */
export interface Router {
  readonly url: string;
  readonly services: Map<string, FaultyService>;
  /** Resolves when the server has read what was sent before. */
  readonly probe: () => Promise<unknown>;
}

export async function openRouter(
  open: (options: {
    pick: (request: WireRequest) => {
      act: (exchange: { socket: Socket; request: WireRequest }) => Promise<void>;
    };
  }) => Promise<FaultServer>,
): Promise<Router> {
  const services = new Map<string, FaultyService>();
  const server = await open({
    pick: () => ({
      async act({ socket, request }) {
        const [, name = "", ...rest] = request.path.split("/");
        const path = `/${rest.join("/")}`;
        const service = services.get(name);
        if (service) await service.reply(socket, { ...request, path });
        else socket.end(formatHead(204));
      },
    }),
  });
  const probe = async () => {
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => setTimeout(resolve));
      // A connection of its own, because `fetch` might reuse one that a fault has closed.
      const socket = connect(server.port, "127.0.0.1");
      socket.end("GET /probe HTTP/1.1\r\n\r\n").resume();
      await once(socket, "close");
    }
  };
  return { url: server.url, services, probe };
}
