import { readOptions } from "../errors/options.js";
import { runWithin, sleep } from "../shared/time/run-within.js";
import { trimEnd } from "../shared/trim-end.js";
import { createNode } from "./chain/create-node.js";
import { getCurrentWorld, type SandboxState, sandboxStates } from "./controls/control.js";
import { createControls } from "./controls/create-controls.js";
import type { Sandbox, SandboxOptions } from "./controls/types.js";
import { createWorld } from "./create-world.js";
import { sandboxOptions } from "./sandbox-options.js";
import { createFaultResponse, createFaults, type Fault } from "./server/faults.js";
import { operationHandlers, taskHandlers } from "./server/handlers.js";
import { createMswHandlers } from "./server/msw-handlers.js";
import {
  isStoragePath,
  readUpload,
  storeUpload,
  type UploadRequest,
} from "./server/object-storage.js";
import { createRequestLog } from "./server/request-log.js";
import { truncateBody } from "./server/response-faults.js";
import {
  findOperation,
  type ServiceRequest,
  serveRequest,
  toResponse,
} from "./server/serve-request.js";
import { createTurns } from "./server/turns.js";
import { createWebhookSender } from "./webhooks/webhook-sender.js";
import { createClock } from "./world/clock.js";
import { createRandom } from "./world/random.js";

interface FaultyResponse {
  readonly response: Response;
  readonly fault: Fault | undefined;
}

const sandboxKey = "sandbox-key";

/**
 * Creates a sandbox: the whole service in memory, with its validation, states and errors.
 *
 * @example
 * ```ts
 * import { createClient } from "bursar";
 * import { createSandbox } from "bursar/sandbox";
 *
 * const sandbox = createSandbox();
 * const { baseUrl, apiKey, fetch } = sandbox;
 * const client = createClient({ baseUrl, apiKey, fetch });
 * const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
 * console.log(items.length);
 * ```
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const read = readOptions("createSandbox", options, sandboxOptions);
  const { seed, latency, baseUrl, keyless } = read;
  const base = new URL(baseUrl);
  const prefix = trimEnd(base.pathname, "/");
  const clock = createClock(read, taskHandlers);
  const faults = createFaults();
  const log = createRequestLog();
  const createStart = () => createWorld(seed, clock.getStart(), sandboxKey);
  const webhooks = createWebhookSender(clock, () => state.world);
  const state: SandboxState = {
    clock,
    faults,
    log,
    webhooks,
    world: createStart(),
    createWorld: createStart,
  };
  const inTurn = createTurns();

  async function handle(original: Request): Promise<Response> {
    // A listener adds the CORS headers.
    if (original.method === "OPTIONS") return new Response(null, { status: 204 });
    const { origin, pathname, search, searchParams } = new URL(original.url);
    const removed = pathname.startsWith(`${prefix}/`) ? prefix : "";
    const path = pathname.slice(removed.length);
    const arrival = latency > 0 ? sleep(latency, original.signal) : Promise.resolve();
    const reading = readRequest(original, path);
    const { response, fault } = await inTurn(
      original,
      arrival,
      reading,
      async ({ upload, body }) => {
        const request: ServiceRequest = {
          method: original.method,
          path,
          search,
          searchParams,
          body,
          apiKey: original.headers.get("x-api-key") ?? (keyless ? sandboxKey : null),
        };
        clock.tick(state.world);
        const served = upload
          ? respondToUpload(request, upload)
          : await respond(request, origin + removed);
        webhooks.flush();
        return served;
      },
    );
    if (fault?.kind === "delay") await sleep(fault.latency, original.signal);
    if (fault?.kind === "hang")
      return runWithin({ signal: original.signal }, () => new Promise(() => {}));
    return fault?.kind === "cut" ? truncateBody(response) : response;
  }

  function respondToUpload(request: ServiceRequest, upload: UploadRequest): FaultyResponse {
    const response = storeUpload(state.world, upload);
    logRequest(request, undefined, response.status);
    return { response, fault: undefined };
  }

  async function respond(request: ServiceRequest, address: string): Promise<FaultyResponse> {
    const operation = findOperation(request);
    const time = clock.getTime(state.world);
    const fault = faults.take(operation, time);
    const result =
      createFaultResponse(fault) ??
      (await serveRequest(state.world, operationHandlers, request, address));
    logRequest(request, operation, result.status);
    const random = createRandom(state.world);
    const retryAfter = fault?.kind === "fail" ? fault.retryAfter : undefined;
    return { response: toResponse(result, random, retryAfter, time), fault };
  }

  function logRequest(
    { method, path, search, body }: ServiceRequest,
    operation: ReturnType<typeof findOperation>,
    status: number,
  ): void {
    log.add({ operation, method, path: path + search, body, status });
  }

  const sandbox: Sandbox = {
    baseUrl,
    apiKey: sandboxKey,
    fetch: handle,
    handlers: ({ http }) => createMswHandlers(http, baseUrl, handle),
    async listen(listenOptions) {
      const { serveSandbox } = await import("./controls/serve-sandbox.js");
      return serveSandbox(sandbox, listenOptions);
    },
    node: (chainId) => createNode(chainId, () => getCurrentWorld(state)),
    ...createControls(state),
  };
  sandboxStates.set(sandbox, state);
  return sandbox;
}

async function readRequest(request: Request, path: string) {
  const upload = isStoragePath(path) ? await readUpload(request, path) : undefined;
  return { upload, body: upload ? "" : await request.text() };
}
