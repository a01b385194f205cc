import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { repository } from "../package/consumer.js";

/** The servers that the probe calls. */
export interface Settings {
  readonly service: { readonly url: string; readonly apiKey: string };
  /** The first segment of the path selects the fault. */
  readonly faults: string;
  /** A closed port. */
  readonly closed: string;
  /** Whether the runtime can serve a sandbox on a port. */
  readonly listens: boolean;
}

export interface Services {
  readonly settings: Settings;
  close(): Promise<void>;
}

/** Starts new servers for one run of the probe, so that runs do not see each other's requests. */
export async function serve(listens: boolean): Promise<Services> {
  const { createSandbox } = (await import(`${repository}dist/sandbox.js`)) as {
    createSandbox: () => Sandbox;
  };
  const sandbox = createSandbox();
  const service = await sandbox.listen();
  const received: Record<string, number> = {};
  const faults = await listen(
    createServer((request, response) => respondWithFault(received, request, response)),
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

/** Counts a request, reads it to its end, and produces the fault that its path selects. */
function respondWithFault(
  received: Record<string, number>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [, fault = ""] = (request.url ?? "").split("/");
  received[fault] = (received[fault] ?? 0) + 1;
  request.resume();
  request.on("end", () => {
    if (fault === "received")
      response.setHeader("content-type", "application/json").end(JSON.stringify(received));
    else if (fault.startsWith("status-")) respondWithStatus(fault, response);
    else if (fault.startsWith("close-in-headers"))
      request.socket.end("HTTP/1.1 200 OK\r\ncontent-t");
    else if (fault.startsWith("reset")) request.socket.destroy();
    else if (fault === "cut") {
      response
        .writeHead(200, { "content-type": "application/json", "content-length": "100" })
        .write("{");
      setTimeout(() => request.socket.destroy(), 50);
    } else if (fault === "redirect") response.writeHead(307, { location: "/elsewhere" }).end();
    else if (!fault.startsWith("hang")) response.end("{}");
  });
}

/** Responds with a status. `status-421-empty` is a 421 without a body. */
function respondWithStatus(fault: string, response: ServerResponse): void {
  const [, status = "500", body] = fault.split("-");
  const isRedirect = status.startsWith("3");
  response.writeHead(Number(status), {
    "content-type": "application/json",
    ...(isRedirect && { location: "/elsewhere" }),
  });
  response.end(body === "empty" ? "" : '{"id":"SOME_ID","message":"no"}');
}
