import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { repository } from "../package/consumer.js";

/** What the probe talks to over the wire. */
export interface Settings {
  readonly service: { readonly url: string; readonly apiKey: string };
  /** The first part of the path says what happens to a request. */
  readonly faults: string;
  /** Nobody listens there. */
  readonly closed: string;
  /** Whether a sandbox can be served in that runtime. */
  readonly listens: boolean;
}

export interface Services {
  readonly settings: Settings;
  close(): Promise<void>;
}

/** Services of its own for one run of the probe, so that no run sees another's requests. */
export async function serve(listens: boolean): Promise<Services> {
  const { createSandbox } = (await import(`${repository}dist/sandbox.js`)) as {
    createSandbox: (options: object) => Sandbox;
  };
  // It begins now, because what has expired is not signed.
  const sandbox = createSandbox({ now: new Date() });
  const service = await sandbox.listen();
  const arrived: Record<string, number> = {};
  const faults = await listen(
    createServer((request, response) => misbehave(arrived, request, response)),
  );
  const closed = await listen(createServer());
  await closed.close();
  const close = async () => {
    await service.close();
    await faults.close();
  };
  return {
    settings: {
      service: { url: service.url, apiKey: sandbox.apiKey },
      faults: faults.url,
      closed: closed.url,
      listens,
    },
    close,
  };
}

async function listen(server: Server): Promise<{ url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Counts a request, reads it to its end, and does what its path says. */
function misbehave(
  arrived: Record<string, number>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [, what = ""] = (request.url ?? "").split("/");
  arrived[what] = (arrived[what] ?? 0) + 1;
  request.resume();
  request.on("end", () => {
    if (what === "arrived")
      response.setHeader("content-type", "application/json").end(JSON.stringify(arrived));
    else if (what.startsWith("status-")) answerWith(what, response);
    else if (what.startsWith("close-in-headers"))
      request.socket.end("HTTP/1.1 200 OK\r\ncontent-t");
    else if (what.startsWith("reset")) request.socket.destroy();
    else if (what === "cut") {
      response
        .writeHead(200, { "content-type": "application/json", "content-length": "100" })
        .write("{");
      setTimeout(() => request.socket.destroy(), 50);
    } else if (what === "redirect") response.writeHead(307, { location: "/elsewhere" }).end();
    else if (!what.startsWith("hang")) response.end("{}");
  });
}

/** `status-421-empty` is a 421 without a body. */
function answerWith(what: string, response: ServerResponse): void {
  const [, status = "500", body] = what.split("-");
  const isRedirect = status.startsWith("3");
  response.writeHead(Number(status), {
    "content-type": "application/json",
    ...(isRedirect && { location: "/elsewhere" }),
  });
  response.end(body === "empty" ? "" : '{"id":"SOME_ID","message":"no"}');
}
