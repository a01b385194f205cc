import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";

/** `Date.now` of the process of the tests is never moved. */
const realNow = Date.now;
const faults = ["cut before", "cut after", "status 503", "status 429", "slow"] as const;

/**
 * A sandbox over HTTP that loses requests and responses, fails, restarts, and shows its history
 * late. `calm` ends all faults.
 */
export async function openChaosService(random: (limit: number) => number, clock: string) {
  let ahead = 0;
  const advance = (milliseconds: number) => {
    ahead += milliseconds;
    // Renamed, so that a process never reads an empty file.
    writeFileSync(`${clock}.tmp`, String(ahead));
    renameSync(`${clock}.tmp`, clock);
  };
  advance(0);
  const start = (): Sandbox => createSandbox({ now: () => realNow() + ahead });
  let sandbox = start();
  let isCalm = false;
  const counts = new Map<string, number>();
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  /** When the history may show an operation, by its hash. */
  const shownAt = new Map<string, number>();

  const hideLate = (body: string): string => {
    const hidden = (value: unknown) => {
      const { userOperationHash } = Object(value);
      return (shownAt.get(userOperationHash) ?? 0) > sandbox.now();
    };
    let isHidden = false;
    const shown = JSON.parse(body, (_, value) => {
      if (!Array.isArray(value)) return value;
      const left = value.filter((each) => !hidden(each));
      isHidden ||= left.length < value.length;
      return left;
    });
    if (!isHidden) return body;
    count("history late");
    return JSON.stringify(shown);
  };

  const askNode = async (body: string, response: ServerResponse) => {
    const { id, method, params } = JSON.parse(body);
    const reply = await sandbox
      .node(137)
      .request({ method, params })
      .then(
        (result) => ({ result }),
        ({ message }) => ({ error: { code: -32_000, message } }),
      );
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    if (request.url === "/chaos/node") return askNode(String(body), response);
    // So that a wait ends after some requests.
    advance(1_000);
    const fault = isCalm || random(10) > 1 ? undefined : faults[random(faults.length)];
    if (fault) count(fault);
    if (fault === "cut before") return void request.socket.destroy();
    if (fault === "status 503" || fault === "status 429") {
      response.writeHead(Number(fault.slice(-3)), { "content-type": "application/json" });
      return response.end(JSON.stringify({ message: fault, id: "HTTP_EXCEPTION" }));
    }
    const headers = Object.entries(request.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    const isRead = request.method === "GET";
    const served = await sandbox.fetch(
      new Request(`${sandbox.baseUrl}${request.url}`, {
        method: request.method as string,
        headers,
        ...(!isRead && { body }),
      }),
    );
    if (request.url?.endsWith("/execute-user-op") && served.ok && !isCalm)
      shownAt.set(JSON.parse(String(body)).userOperationHash, sandbox.now() + random(20) * 1_000);
    const text = await served.text();
    if (fault === "cut after") return void request.socket.destroy();
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, random(40)));
    response.writeHead(served.status, [...served.headers].flat());
    response.end(isRead && served.ok ? hideLate(text) : text);
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => request.socket.destroy());
  });
  const listen = async (port = 0) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen();
  const stop = async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(stop);

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    advance,
    counts,
    get sandbox() {
      return sandbox;
    },
    /**
     * All that the process had in memory is lost, except for its state and what `save` saves.
     * `begin` runs before the first request: an event without a receiver would be lost.
     */
    async restart(save: () => Promise<void>, begin: () => void) {
      count("service restarted");
      await stop();
      // First, because it sends the events of what has become due.
      const snapshot = sandbox.snapshot();
      await save();
      sandbox = start();
      sandbox.restore(snapshot);
      begin();
      await listen(port);
    },
    calm() {
      isCalm = true;
      shownAt.clear();
    },
  };
}
