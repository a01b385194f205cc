import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runBlock } from "../../scripts/run-block.mjs";
import { endpoints } from "../../src/contract/endpoints.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import * as bursar from "../../src/index.js";
import {
  createAuthorization,
  wrapForAccount,
} from "../../src/sandbox/operations/user-operation.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { bursarModules } from "./bursar-modules.js";
import { findExamples } from "./examples.js";

const hash = `0x${"ab".repeat(32)}`;
const baseUrl = "https://service.test";

/**
 * Responds to an operation with its full fixture, to an upload with 204, and to every other path
 * with an empty list.
 */
async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.startsWith("/upload")) return new Response(null, { status: 204 });
  const endpoint: (Endpoint & { name: bursar.EndpointName }) | undefined = endpoints.find(
    ({ method, path }) => method === request.method && matches(path, pathname),
  );
  if (!endpoint) return Response.json({ chains: [] });
  const { full } = fixtureOf(endpoint.name);
  if (full === undefined) return new Response(null, { status: 204 });
  const response = completed(full, searchParams.get("userOperationHash"));
  const params = findRoute(request.method, pathname)?.params;
  const text = await request.text();
  const query = Object.fromEntries(searchParams);
  repeat(endpoint, { params, query, body: text && JSON.parse(text) }, response);
  return Response.json(response);
}

/** Sets the fields that repeat the request. */
function repeat(
  endpoint: Endpoint,
  request: { params: unknown; query: unknown; body: unknown },
  response: unknown,
): void {
  const { walletAddress = "" } = request.params as { walletAddress?: string };
  const transfer = `0xa9059cbb${walletAddress.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`;
  for (const [path, value] of Object.entries(endpoint.same?.(request) ?? {})) {
    const [record = "", field = ""] = path.includes(".") ? path.split(".") : ["", path];
    const target = (record ? (response as Record<string, object>)[record] : response) as object;
    const repeated = path === "transfer.data" ? transfer : value?.expected;
    if (value) Object.assign(target, { [field]: repeated });
  }
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
}

/** The fixture as a last page, a completed transaction or a completed session. */
function completed(full: unknown, userOperationHash: string | null): unknown {
  const body = structuredClone(full) as {
    nextLastId?: unknown;
    transactions?: Record<string, unknown>[];
    session?: { status?: string };
  };
  if ("nextLastId" in body) body.nextLastId = null;
  for (const transaction of body.transactions ?? [])
    Object.assign(transaction, { userOperationHash, status: "COMPLETED" });
  if (body.session?.status) body.session.status = "COMPLETED";
  return body;
}

const client = bursar.createClient({ baseUrl, apiKey: "key", fetch: respond });
const target = { url: `${baseUrl}/upload`, fields: { key: "k" } };

/** The variables of the examples. `ambient` in examples.ts declares their types. */
const ambient = {
  client,
  walletAddress: "0x1111111111111111111111111111111111111111",
  quotes: [],
  created: { session: { id: "session_1", status: "PENDING" }, frontDocumentUpload: target },
  bytes: new Uint8Array([1, 2, 3]),
  userOperationHash: hash,
  transactionHash: hash,
  // It has no receipt yet.
  node: { getChainId: async () => 137, getTransactionReceipt: async () => null },
  signature: `0x${"cd".repeat(65)}`,
  transactionId: "tx_1",
  tokenId: "81234",
  quoteId: "quote_1",
  sessionId: "session_1",
  request: fixtureOf("swap.quote").args[0],
  position: fixtureOf("liquidity.create").args[0],
  signer: privateKeyToAccount(hash as `0x${string}`),
  typedData: wrapForAccount(137, "0x1111111111111111111111111111111111111111", "an order"),
  authorization: createAuthorization(137, 0),
};

beforeEach(() => vi.stubEnv("BURSAR_API_KEY", "key"));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("a code example runs", () => {
  // A client that an example creates must not use the network. Examples of wires send nothing.
  const offline = {
    ...bursar,
    createClient: (options: bursar.ClientOptions) =>
      bursar.createClient({ ...options, baseUrl, ...(!options.wire && { fetch: respond }) }),
  };

  const modules = { ...bursarModules, bursar: offline };

  test.each(findExamples().map(({ where, code }) => [where, code]))("%s", async (_, code) => {
    for (const level of ["log", "error"] as const)
      vi.spyOn(console, level).mockImplementation(() => {});
    await expect(runBlock(code, modules, ambient)).resolves.toBeUndefined();
  });
});
