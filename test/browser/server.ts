import type { IncomingMessage, ServerResponse } from "node:http";

type Behaviour = (exchange: {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  body: Buffer;
}) => void;

const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

const behaviours: Readonly<Record<string, Behaviour>> = {
  echo: ({ request, response, path, body }) =>
    json(response, 200, {
      method: request.method,
      path,
      headers: request.headers,
      body: body.toString(),
    }),
  limits: ({ response }) => json(response, 200, { limits: [] }),
  reject: ({ response }) => json(response, 400, { id: "FIAT_QUOTE_EXPIRED", message: "late" }),
  redirect: ({ response }) => json(response, 302, {}, { location: "/behave-limits/elsewhere" }),
  stall: () => {},
  half: ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"half":');
  },
  storage: ({ response, body }) => {
    response.writeHead(body.includes('name="file"') ? 204 : 400);
    response.end();
  },
};

/** The test server. The start of the path selects the response, for example `/behave-echo`. */
export function behave(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const [, name = "", path = ""] = /^\/behave-([a-z]+)(\/.*)?$/.exec(request.url ?? "") ?? [];
  const behaviour = behaviours[name];
  if (!behaviour) {
    next();
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => behaviour({ request, response, path, body: Buffer.concat(chunks) }));
}
