import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { OpenApiDocument } from "../../../src/openapi/index.js";
import type { createSandbox } from "../../../src/sandbox/index.js";
import type { Fixture } from "../../support/fixtures/fixture.js";
import { fixtures } from "../../support/fixtures/index.js";
import { findOrInstall } from "../stores/install-server.js";
import { repository } from "./consumer.js";

const run = promisify(execFile);
const program = fileURLToPath(new URL("openapi-client.pl", import.meta.url));
const found = findOrInstall(
  "OpenAPI::Client",
  `perl -MOpenAPI::Client -e 'print $INC{"OpenAPI/Client.pm"}' 2>/dev/null`,
  "libopenapi-client-perl",
);
/** The client loads this schema to validate the document, and there is no network. */
const metaSchema = "https://spec.openapis.org/oas/3.1/schema/2021-05-20";

interface Call {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
interface Result {
  readonly operation: string;
  readonly status: number;
  readonly body: unknown;
}

describe("a client in Perl, made of the OpenAPI document by OpenAPI::Client of Debian", () => {
  let folder: string;
  let document: OpenApiDocument;

  beforeAll(async () => {
    // `.ci/run` sets it: the gate must not pass without the client.
    if (found.reason && process.env["BURSAR_FAILURES_FILE"]) throw new TypeError(found.reason);
    folder = await mkdtemp(join(tmpdir(), "bursar-openapi-"));
    const name = createHash("md5").update(metaSchema).digest("hex");
    await writeFile(join(folder, name), JSON.stringify({ $id: metaSchema, type: "object" }));
    const command = [join(repository, "dist/cli.js"), "openapi", "--out", "openapi.json"];
    await run(process.execPath, command, { cwd: folder });
    document = JSON.parse(await readFile(join(folder, "openapi.json"), "utf8"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(({ skip }) => {
    if (found.reason) skip(found.reason);
  });

  async function callAll(calls: readonly Call[], url: string, key: string): Promise<Result[]> {
    await writeFile(join(folder, "calls.json"), JSON.stringify(calls));
    const args = [program, join(folder, "openapi.json"), join(folder, "calls.json"), url, key];
    const env = { ...process.env, JSON_VALIDATOR_CACHE_PATH: folder };
    const { stdout } = await run("perl", args, { env, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  }

  /** The arguments of a call, as a reader of the document would write them. */
  function toCall({ name, method, path, sent }: Fixture): Call {
    const operationId = name.replaceAll(".", "_");
    const [template = "", operations] = Object.entries(document.paths).find(([, each]) =>
      Object.values(each).some((operation) => operation.operationId === operationId),
    ) as [string, OpenApiDocument["paths"][string]];
    const values = sent.path.split("/");
    const query = new URLSearchParams(sent.query);
    const parameters: Record<string, unknown> = { ...sent.headers };
    for (const [i, part] of template.split("/").entries())
      if (part.startsWith("{"))
        parameters[part.slice(1, -1)] = decodeURIComponent(values[i] ?? path);
    for (const { name: key, explode } of operations[method.toLowerCase()]?.parameters ?? []) {
      const given = query.getAll(key);
      // OpenAPI::Client validates `explode: false`, but leaves the join to its caller.
      if (given.length > 0) parameters[key] = explode ? given : given[0];
    }
    return {
      operation: operationId,
      parameters,
      ...(sent.body !== undefined && { body: sent.body }),
    };
  }

  it("sends the documented request of every operation", async () => {
    const received: unknown[] = [];
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const body = await text(request);
      received.push({
        route: `${request.method} ${pathname}`,
        query: [...searchParams].sort(),
        body: body === "" ? undefined : JSON.parse(body),
        key: request.headers["x-api-key"],
      });
      response.setHeader("content-type", "application/json").end("{}");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const results = await callAll(fixtures.map(toCall), `http://127.0.0.1:${port}`, "key-1");
    // The client refuses a request that does not match the document, and sends nothing.
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
    expect(received).toEqual(
      fixtures.map(({ method, sent }) => ({
        route: `${method} ${sent.path}`,
        query: [...new URLSearchParams(sent.query)].sort(),
        body: sent.body,
        key: "key-1",
      })),
    );
  });

  it("refuses a request that does not match the document", async () => {
    const quote = { operation: "swap_quote", parameters: {}, body: { amountIn: 5 } };
    const [result] = await callAll([quote], "http://127.0.0.1:9", "key-1");
    expect(result?.status).toBe(400);
    expect(JSON.stringify(result?.body)).toContain("/body/tokenIn");
  });

  it("registers a wallet on the sandbox, quotes a swap for it, and reads its history", async () => {
    const module = await import(new URL("../../../dist/sandbox.js", import.meta.url).href);
    const sandbox = (module.createSandbox as typeof createSandbox)();
    const server = await sandbox.listen();
    onTestFinished(() => server.close());
    const [owner, factory] = [
      "0x1111111111111111111111111111111111111111",
      "0x0000000000400cdfef5e2714e63d8040b700bc24",
    ];
    const register: Call = {
      operation: "wallets_register",
      parameters: {},
      body: { externallyOwnedAccount: owner, factory },
    };
    const [created, again] = await callAll([register, register], server.url, sandbox.apiKey);
    expect(created).toMatchObject({
      status: 201,
      body: { wallet: { externallyOwnedAccount: owner } },
    });
    expect(again).toMatchObject({ status: 400, body: { id: "WALLET_ALREADY_REGISTERED" } });
    const { walletAddress } = (created as { body: { wallet: { walletAddress: string } } }).body
      .wallet;
    const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
    const body = {
      amountIn: "1",
      chainIdIn: 137,
      chainIdOut: 137,
      tokenIn: usdc,
      payGasFeeToken: usdc,
      tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      walletAddress,
      toAddress: walletAddress,
    };
    const [quoted, listed] = await callAll(
      [
        { operation: "swap_quote", parameters: {}, body },
        { operation: "wallets_history", parameters: { walletAddress, take: 5, chains: [137, 1] } },
      ],
      server.url,
      sandbox.apiKey,
    );
    expect(quoted).toMatchObject({ status: 200, body: { quotes: [{ walletAddress }, {}, {}] } });
    expect(listed).toMatchObject({ status: 200, body: { transactions: [] } });
  });
});
