import { parseArgs } from "node:util";
import { findRoute } from "../contract/routing/find-route.js";
import { isControlPath, withControlRoutes } from "../sandbox/controls/control-routes.js";
import { controls } from "../sandbox/controls/create-controls.js";
import { openApiPath } from "../sandbox/controls/openapi-route.js";
import { listen } from "../sandbox/server/node-listener.js";
import { isStoragePath } from "../sandbox/server/object-storage.js";
import { messageOf } from "../shared/thrown.js";
import type { CommandEnvironment } from "./command-environment.js";
import { createStateWriter, restoreSnapshot } from "./state-file.js";
import { parseWholeNumber } from "./whole-number.js";

export const help = `Usage: bursar sandbox [options]

Serves an in-memory sandbox of the whole service. Without --state, all data is lost when it stops.

Options:
  --port <number>     the port; 0 selects a free one (default: 4010)
  --host <name>       the address; other values open it to the network (default: 127.0.0.1)
  --origin <url>      a further origin whose pages may call it, may be repeated; "*" allows all
                      (default: pages on this machine)
  --seed <text>       the source of ids, hashes and routes (default: bursar)
  --latency <ms>      the delay of every response in milliseconds (default: 0)
  --state <file>      start with the snapshot in this file, if it exists, and write it after each
                      change; webhook endpoints and faults are not part of it
  --from <file>       start with the snapshot in this file, and never write it; it is what
                      GET /__sandbox/snapshot responds with
  --help              show this help

Control routes for the same machine (no key, content-type: application/json):
${controls.map(({ name, method, example = "" }) => `  ${`${method.padEnd(5)}/__sandbox/${name}`.padEnd(40)}${example}`.trimEnd()).join("\n")}

Examples:
  npx bursar sandbox --port 4010
  curl -H "content-type: application/json" -d '{"milliseconds":60000}' http://127.0.0.1:4010/__sandbox/advance
`;

const text = { type: "string" } as const;
const options = {
  port: { ...text, default: "4010" },
  host: { ...text, default: "127.0.0.1" },
  origin: { ...text, multiple: true, default: [] as string[] },
  seed: { ...text, default: "bursar" },
  latency: { ...text, default: "0" },
  state: text,
  from: text,
} as const;

interface Settings {
  latency: number;
  origins: string[];
  seed: string;
  state: string | undefined;
}

function formatBanner(url: string, apiKey: string, settings: Settings): string {
  return `
bursar sandbox: the whole service in memory

  base URL   ${url}
  API key    ${apiKey}
  control    POST ${url}/__sandbox/fund and more, from this machine only: bursar sandbox --help
  seed       ${settings.seed}${settings.latency ? `\n  latency    ${settings.latency} ms` : ""}${settings.state ? `\n  state      ${settings.state}` : ""}
  OpenAPI    ${url}${openApiPath}
  pages      of this machine${settings.origins.map((origin) => `, ${origin}`).join("")}

Try:
  curl -H "x-api-key: ${apiKey}" "${url}/api/v1/crypto/tokens?search=USDC"

  import { createClient } from "bursar";
  const client = createClient({ baseUrl: "${url}", apiKey: "${apiKey}" });

Ctrl-C ends it.

`;
}

type Print = (text: string) => void;
type FetchHandler = ReturnType<typeof withControlRoutes>;

/** Saves the state before each response is sent. If that fails, the response is a 500. */
function withSave(fetch: FetchHandler, save: () => void, print: Print): FetchHandler {
  return async (request, caller) => {
    const response = fetch(request, caller);
    await Promise.allSettled([response]);
    try {
      save();
    } catch (error) {
      const message = messageOf(error);
      print(`bursar sandbox: ${message}\n`);
      return Response.json({ id: "INTERNAL_SERVER_ERROR", message }, { status: 500 });
    }
    return response;
  };
}

/** Logs one line per request: time, status, method, path, operation, milliseconds. */
function withRequestLog(fetch: FetchHandler, print: Print): FetchHandler {
  return async (request, caller) => {
    const start = performance.now();
    let status = "gone";
    try {
      const response = await fetch(request, caller);
      status = String(response.status);
      return response;
    } finally {
      const { pathname, search } = new URL(request.url);
      const time = new Date().toTimeString().slice(0, 8);
      const operation = describeOperation(request.method, pathname);
      const duration = `${Math.round(performance.now() - start)} ms`;
      // Remove control characters, which could manipulate the terminal.
      const path = (pathname + search).replace(/[^\x21-\x7e]/g, "?");
      print(
        `${time}  ${status.padEnd(4)} ${request.method.padEnd(7)} ${path}  ${operation}  ${duration}\n`,
      );
    }
  };
}

function describeOperation(method: string, path: string): string {
  if (isControlPath(path)) return "(control)";
  if (path === openApiPath) return "(OpenAPI)";
  return findRoute(method, path)?.endpoint.name ?? (isStoragePath(path) ? "(upload)" : "-");
}

/** Serves a sandbox until the process is stopped. */
export async function run(args: string[], { print }: CommandEnvironment): Promise<undefined> {
  const { values } = parseArgs({ args, options });
  const { host, origin: origins, seed, state, from } = values;
  const port = parseWholeNumber("--port", values.port, 65_535);
  const latency = parseWholeNumber("--latency", values.latency, 600_000);
  // Loaded here, so that the help and wrong arguments need no viem.
  const { createSandbox } = await import("../sandbox/create-sandbox.js");
  const sandbox = createSandbox({ seed, latency });
  restoreSnapshot(sandbox, state, from);
  const save = state === undefined ? () => {} : createStateWriter(sandbox, state);
  save();
  const fetch = withSave(withControlRoutes(sandbox), save, print);
  const server = await listen(withRequestLog(fetch, print), { port, host, origins });
  const stop = () => {
    print("\nEnded.\n");
    server.close().then(() => process.exit(0));
  };
  // Before the banner: a reader may stop the process at once.
  process.once("SIGINT", stop).once("SIGTERM", stop);
  print(formatBanner(server.url, sandbox.apiKey, { latency, origins, seed, state }));
}
