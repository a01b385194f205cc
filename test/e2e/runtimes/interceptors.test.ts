// The client sends on the dispatcher of Node's `fetch`. So everything that changes where `fetch`
// sends its requests, by the real packages that people use, must do the same to the client.
import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchNode } from "../../../scripts/fetch-runtime.mjs";
import { inSoak } from "../../support/random-runs.js";
import { certificate, serveSelfSigned } from "../../support/self-signed.js";
import { type Consumer, createConsumer, repository } from "../package/consumer.js";

const run = promisify(execFile);

/** Several versions of one package. */
const packages = [
  "msw2@npm:msw@2.15.0",
  "msw3@npm:msw@3.0.5",
  "nock14@npm:nock@14.0.9",
  "nock15@npm:nock@15.0.6",
  "undici7@npm:undici@7.30.2",
  "undici8@npm:undici@8.13.1",
  "@opentelemetry/api@1.9.1",
  "@opentelemetry/instrumentation@0.220.0",
  "@opentelemetry/instrumentation-fetch@0.220.0",
  "@opentelemetry/instrumentation-undici@0.29.0",
  "@opentelemetry/sdk-trace-node@2.12.0",
  "jest@30.5.2",
];

/**
 * What stands between, by the version of Node. msw 3, nock 15 and undici 8 need Node 22. The gate
 * has the oldest and the newest Node, and each interceptor on at least one.
 */
const interceptors: Readonly<Record<string, readonly string[]>> = {
  "20.20.2": [
    "none",
    "msw2",
    "nock14",
    "mockAgent7",
    "proxyAgent7",
    "compose7",
    "tracing",
    "fetchTracing",
  ],
  "22.23.3": [
    "mockAgent8",
    "compose8",
    ...inSoak("environmentProxy", "msw2", "msw3", "nock15", "mockAgent7"),
  ],
  "24.21.0": inSoak("environmentProxy", "msw3", "nock15", "mockAgent8", "proxyAgent8", "tracing"),
  "26.10.0": ["environmentProxy", "msw3", "nock15", "mockAgent7", "proxyAgent8", "tracing"],
};

/** Who responds, and how the client sends. Default: the server, by the dispatcher. */
const expected: Readonly<Record<string, object>> = {
  msw: { traceId: "interceptor", transport: "fetch" },
  nock: { traceId: "interceptor", transport: "fetch" },
  mockAgent: { traceId: "interceptor" },
  compose: { traceId: "composed" },
  fetchTracing: { transport: "fetch" },
};

const respond: RequestListener = ({ headers }, response) => {
  const traceId = headers["x-composed"] ? "composed" : "server";
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ title: "NOT_FOUND", status: 404, traceId }));
};

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy, both by tunnels and by requests that it forwards, as undici 8 sends them. */
function createProxyServer(count: () => void): Server {
  const proxy = createServer((request, response) => {
    count();
    respond(request, response);
  });
  proxy.on("connect", ({ url = "" }, socket) => {
    count();
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on("error", () => end.destroy());
  });
  return proxy;
}

describe("interceptors of fetch", () => {
  let proxied = 0;
  const server = createServer(respond);
  const proxy = createProxyServer(() => proxied++);
  let consumer: Consumer;
  let urls: { readonly server: string; readonly proxy: string };

  beforeAll(async () => {
    urls = { server: await listen(server), proxy: await listen(proxy) };
    consumer = await createConsumer(packages);
    await cp(
      join(repository, "test/e2e/runtimes/interceptors.mjs"),
      join(consumer.folder, "interceptors.mjs"),
    );
  });
  afterAll(() => {
    for (const each of [server, proxy]) {
      each.close();
      each.closeAllConnections();
    }
  });

  async function runProgram(
    node: string,
    name: string,
    { url = urls.server, env = {} }: { url?: string; env?: Readonly<Record<string, string>> } = {},
  ) {
    proxied = 0;
    const { stdout } = await run(node, ["interceptors.mjs", name, url, urls.proxy], {
      cwd: consumer.folder,
      env: { PATH: process.env.PATH, ...env },
    });
    return JSON.parse(stdout);
  }

  for (const [version, names] of Object.entries(interceptors)) {
    const { path: node, reason } =
      version === process.versions.node ? { path: process.execPath } : fetchNode(version);
    test.for(names)(
      `Node ${version}: with %s, the client does as fetch does`,
      async (name, { skip }) => {
        if (!node) return skip(reason);
        const usesProxy = /proxy/i.test(name);
        const result =
          name === "environmentProxy"
            ? await runProgram(node, "none", {
                env: { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: urls.proxy, NO_PROXY: "none.invalid" },
              })
            : await runProgram(node, name);
        const { traceId, transport } = {
          traceId: "server",
          transport: "dispatcher",
          ...expected[name.replace(/\d+$/, "")],
        };
        expect(result).toEqual({
          fetched: usesProxy ? expect.any(String) : traceId,
          read: result.fetched,
          written: result.fetched,
          transports: [transport],
          spansOfFetch: name === "tracing" ? 1 : 0,
          spansOfClient: name === "tracing" ? 1 : 0,
        });
        // A tunnel of `fetch`, and one of the client: or each request.
        if (usesProxy) expect(proxied).toBeGreaterThanOrEqual(2);
        else expect(proxied).toBe(0);
      },
    );
  }

  test("NODE_EXTRA_CA_CERTS is trusted, and without it nothing is sent", async () => {
    const { url, requests } = await serveSelfSigned(respond);
    const untrusted = await runProgram(process.execPath, "none", { url });
    const code = "DEPTH_ZERO_SELF_SIGNED_CERT";
    expect(untrusted).toMatchObject({
      fetched: code,
      read: `${code}, outcome none`,
      written: `${code}, outcome none`,
    });
    expect(requests).toEqual([]);
    const path = join(consumer.folder, "certificate.pem");
    await writeFile(path, certificate);
    const env = { NODE_EXTRA_CA_CERTS: path };
    const trusted = await runProgram(process.execPath, "none", { url, env });
    expect(trusted).toMatchObject({ fetched: "server", read: "server", written: "server" });
    expect(requests).toHaveLength(3);
  });

  test("Jest's realm has the fetch of Node without its dispatcher, and the client uses fetch", async () => {
    const { write, node, folder } = consumer;
    await write(
      "jest/client.test.js",
      `const { createClient } = require("bursar");
test("uses fetch", async () => {
  const transports = [];
  const hooks = { onRequest: ({ transport }) => transports.push(transport) };
  const options = { baseUrl: "${urls.server}", apiKey: "key", allowInsecureHttp: true, hooks };
  const call = createClient(options).kyc.financialLimits("a");
  await expect(call).rejects.toMatchObject({ status: 404, traceId: "server" });
  expect(transports).toEqual(["fetch"]);
});`,
    );
    await write("jest/package.json", JSON.stringify({ type: "commonjs", jest: {} }));
    const jest = join(folder, "node_modules/jest/bin/jest.js");
    await expect(node([jest, "--rootDir", join(folder, "jest")])).resolves.toBeDefined();
  });
});
