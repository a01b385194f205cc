import type { EndpointName } from "../contract/endpoints.js";
import { errorFacts } from "../contract/shared/error-catalogue.js";
import { ConfigurationError } from "../errors/data.js";
import { quoteValue } from "../errors/hide-secrets.js";
import { operationHandlers, taskHandlers } from "./server/handlers.js";
import { createMswHandlers } from "./server/msw-handlers.js";
import {
  isStoragePath,
  readUpload,
  storeUpload,
  type UploadRequest,
} from "./server/object-storage.js";
import { delay, hangUntilAborted, truncateBody } from "./server/response-faults.js";
import { findOperation, type ServiceRequest, serveRequest } from "./server/serve-request.js";
import { corsHeaders, toResponse } from "./server/to-response.js";
import { setMarketPrice } from "./swap/settle-limit-orders.js";
import type { Failure, Sandbox, SandboxOptions, SandboxRequest, SandboxSnapshot } from "./types.js";
import { fundAccount } from "./wallets/fund-account.js";
import { registerBitcoinWallet } from "./wallets/register-bitcoin-wallet.js";
import { toAccountKey } from "./world/account-key.js";
import { createWorld } from "./world/create-world.js";
import { createRandom } from "./world/random.js";
import { advanceClock } from "./world/schedule.js";
import { findEntry } from "./world/state.js";
import type { Project, World } from "./world/world.js";

type Fault =
  | { kind: "fail"; failure: Failure; left: number }
  | { kind: "hang" | "cut"; left: number };

interface FaultyResponse {
  readonly response: Response;
  readonly fault: Fault | undefined;
}

const defaultStart = Date.UTC(2026, 0, 1);
const sandboxKey = "sandbox-key";
/** Limits the memory of a long-running sandbox. */
const maxRequests = 10_000;

/**
 * Creates a sandbox: the whole service in memory, with its validation, states and errors.
 *
 * @example
 * ```ts
 * import { createClient } from "bursar";
 * import { createSandbox } from "bursar/sandbox";
 *
 * const sandbox = createSandbox({ seed: "demo" });
 * const { baseUrl, apiKey, fetch } = sandbox;
 * const client = createClient({ baseUrl, apiKey, fetch });
 * const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
 * console.log(items.length);
 * ```
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { seed = "bursar", tick = 1_000, latency = 0, baseUrl = "https://sandbox.test" } = options;
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new ConfigurationError(
      `createSandbox: expected an http(s) URL as baseUrl, got ${quoteValue(baseUrl)}`,
    );
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, "");
  const clock = typeof options.now === "function" ? options.now : undefined;
  const start = clock ? clock() : Number(options.now ?? defaultStart);
  let world = createWorld(seed, start, sandboxKey);
  let faults = new Map<string, Fault[]>();
  const requests: SandboxRequest[] = [];
  // Handle one request at a time, so that responses depend only on their order.
  let queue: Promise<unknown> = Promise.resolve();

  /** How far the sandbox's time is ahead of the `now` option. */
  let ahead = 0;
  const updateAhead = () => {
    ahead = clock ? Math.max(0, world.time - clock()) : 0;
  };
  const advance = (milliseconds: number) => advanceClock(world, milliseconds, taskHandlers);
  const catchUp = () => clock && advance(Math.max(0, clock() + ahead - world.time));
  const getProject = () => Object.values(world.projects)[0] as Project;

  async function handle(original: Request): Promise<Response> {
    if (original.method === "OPTIONS")
      return new Response(null, { status: 204, headers: corsHeaders });
    const url = new URL(original.url);
    const base = url.pathname.startsWith(`${prefix}/`) ? prefix : "";
    url.pathname = url.pathname.slice(base.length);
    const upload = isStoragePath(url.pathname)
      ? await readUpload(original, url.pathname)
      : undefined;
    const request: ServiceRequest = {
      method: original.method,
      url,
      apiKey: original.headers.get("x-api-key") ?? (options.keyless ? sandboxKey : null),
      body: upload ? "" : await original.text(),
    };
    if (latency > 0) await delay(latency, original.signal);
    const pending = queue.then(() =>
      upload ? respondToUpload(request, upload) : respond(request, url.origin + base),
    );
    queue = pending.catch(() => {});
    const { response, fault } = await pending;
    if (fault?.kind === "hang") return hangUntilAborted(original.signal);
    return fault?.kind === "cut" ? truncateBody(response) : response;
  }

  function respondToUpload(request: ServiceRequest, upload: UploadRequest): FaultyResponse {
    passTime();
    const response = storeUpload(world, upload);
    recordRequest(request, undefined, response.status);
    return { response, fault: undefined };
  }

  async function respond(request: ServiceRequest, address: string): Promise<FaultyResponse> {
    passTime();
    const operation = findOperation(request);
    const fault = takeFault(operation);
    const failure = fault?.kind === "fail" ? fault.failure : undefined;
    const result = failure
      ? createFailure(failure, operation)
      : await serveRequest(world, operationHandlers, request, address);
    recordRequest(request, operation, result.status);
    return { response: toResponse(result, createRandom(world), failure?.retryAfter), fault };
  }

  function passTime(): void {
    if (clock) catchUp();
    else advance(tick);
  }

  function recordRequest(
    { method, url, body }: ServiceRequest,
    operation: string | undefined,
    status: number,
  ): void {
    requests.push({
      operation: operation as EndpointName | undefined,
      method,
      path: url.pathname + url.search,
      body: parseLoggedBody(body),
      status,
    });
    if (requests.length > maxRequests) requests.shift();
  }

  function takeFault(operation: string | undefined): Fault | undefined {
    const pending = operation === undefined ? undefined : faults.get(operation);
    const first = pending?.[0];
    if (!pending || !first) return undefined;
    if (--first.left <= 0) pending.shift();
    return first;
  }

  function addFault(operation: EndpointName, fault: Fault): void {
    faults.set(operation, [...(faults.get(operation) ?? []), fault]);
  }

  const sandbox: Sandbox = {
    baseUrl,
    apiKey: sandboxKey,
    fetch: handle,
    handlers: ({ http }) => createMswHandlers(http, baseUrl, handle),
    async listen(listenOptions) {
      const [{ listen }, { withControlRoutes }] = await Promise.all([
        import("./server/node-listener.js"),
        import("./server/control-routes.js"),
      ]);
      return listen(withControlRoutes(sandbox), listenOptions);
    },
    requests,
    now: () => world.time,
    advance(milliseconds) {
      if (!(milliseconds >= 0 && milliseconds < Number.POSITIVE_INFINITY)) {
        throw new ConfigurationError(
          `advance: expected milliseconds ≥ 0, got ${quoteValue(milliseconds)}`,
        );
      }
      catchUp();
      advance(milliseconds);
      updateAhead();
    },
    fund: (account, token, amount) => fundAccount(world, account, token, amount),
    registerBitcoinWallet: (address) => registerBitcoinWallet(world, getProject(), address),
    setPrice: (token, price) => setMarketPrice(world, token.chainId, token.address, price),
    fundNft(account, nft) {
      const key = toAccountKey(account);
      world.nfts[key] = [...(findEntry(world.nfts, key) ?? []), { ...nft }];
    },
    fail: (operation, failure = {}) =>
      addFault(operation, { kind: "fail", failure, left: failure.times ?? 1 }),
    hang: (operation, times = 1) => addFault(operation, { kind: "hang", left: times }),
    cut: (operation, times = 1) => addFault(operation, { kind: "cut", left: times }),
    outage(part, down = true) {
      world.outages = world.outages.filter((other) => other !== part);
      if (down) world.outages.push(part);
    },
    configure: (changes) => void Object.assign(getProject(), structuredClone(changes)),
    decide(sessionId, outcome, failureReason) {
      const session = world.sessions[sessionId];
      if (!session)
        throw new ConfigurationError(`decide: the sandbox has no session ${quoteValue(sessionId)}`);
      session.outcome = outcome;
      session.failureReason =
        outcome === "FAILED" ? (failureReason ?? "DOCUMENT_UNREADABLE") : null;
    },
    reset() {
      world = createWorld(seed, start, sandboxKey);
      ahead = 0;
      faults = new Map();
      requests.length = 0;
    },
    snapshot: () => structuredClone(world) as unknown as SandboxSnapshot,
    restore(snapshot) {
      world = structuredClone(snapshot) as unknown as World;
      updateAhead();
    },
  };
  return sandbox;
}

function createFailure(failure: Failure, operation: string | undefined) {
  const known = errorFacts(failure.id)?.status;
  const status = failure.status ?? (typeof known === "number" ? known : (known?.[0] ?? 500));
  const { id, message = "Failure configured by the test" } = failure;
  const body = id === undefined ? undefined : { message, id, traceId: "sandbox" };
  return { status, body, traced: true, operation };
}

function parseLoggedBody(body: string): unknown {
  try {
    return body === "" ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}
