import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** A strict policy header. The policy in the head of the page applies too. */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** A local server. */
export interface Served {
  readonly origin: string;
  close(): void;
}

/** Serves the files of a folder with the policy, and passes paths under `prefix` to a handler. */
export async function serve(
  folder: string,
  prefix = "",
  handler?: RequestListener,
): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page.test");
    if (handler && pathname.startsWith(`${prefix}/`)) return handler(request, response);
    const file = join(folder, normalize(pathname === "/" ? "/index.html" : pathname));
    let body: Buffer;
    try {
      body = readFileSync(file);
    } catch {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(file)] ?? "application/octet-stream";
    response
      .writeHead(200, {
        "content-type": type,
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
