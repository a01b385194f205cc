import type { EndpointName } from "../contract/endpoints.js";
import { type ErrorId, errorFacts } from "../contract/errors.js";
import { ConfigurationError } from "../errors/data.js";
import { toUnits } from "./amounts.js";
import { findToken } from "./catalogue.js";
import { advanceWorld } from "./clock.js";
import { createWorld } from "./create-world.js";
import { cutShort, pause, untilAborted } from "./faults.js";
import { assetOf, book, outside } from "./ledger.js";
import { type MswHandlers, mswHandlers } from "./msw.js";
import type { ListenOptions, SandboxServer } from "./node.js";
import { handlers, steps } from "./operations/index.js";
import { createRandom } from "./random.js";
import { corsHeaders, toResponse } from "./response.js";
import { type Asked, operationAt, serve } from "./serve.js";
import { isStorage, readUpload, store, type UploadRequest } from "./storage.js";
import type { HeldNft, Outage, Project, World } from "./world.js";

/** How a sandbox is made. Times are milliseconds. */
export interface SandboxOptions {
  /** The same seed and the same calls give the same answers. @defaultValue `"bursar"` */
  seed?: string | undefined;
  /** Where the sandbox's clock begins, or a function that is asked for the time. @defaultValue `2026-01-01T00:00:00Z` */
  now?: Date | number | (() => number) | undefined;
  /** How far the clock moves with every request, so that waits come to an end by themselves. @defaultValue `1000` */
  tick?: number | undefined;
  /** How long every answer takes. @defaultValue `0` */
  latency?: number | undefined;
  /** @defaultValue `"http://sandbox.localhost"` */
  baseUrl?: string | undefined;
}

/** A request that arrived. The API key is not kept. */
export interface SandboxRequest {
  /** Undefined where nothing is at that path. */
  operation: EndpointName | undefined;
  method: string;
  path: string;
  /** Parsed where it is JSON. */
  body: unknown;
  status: number;
}

/** How the next calls of an operation fail. */
export interface Failure {
  /** @defaultValue the id's own status, or 500 */
  status?: number | undefined;
  id?: ErrorId | (string & {}) | undefined;
  message?: string | undefined;
  /** How often. @defaultValue `1` */
  times?: number | undefined;
  /** In milliseconds, sent as `retry-after` in whole seconds. */
  retryAfter?: number | undefined;
}

/** A whole service in memory. */
export interface Sandbox {
  /** Where it seems to be: for `createClient`. */
  readonly baseUrl: string;
  /** A key that opens it. */
  readonly apiKey: string;
  /** Answers a request, with no network: for `createClient({ fetch })`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The sandbox's time, in milliseconds since 1970. */
  now(): number;
  /** Moves the clock on, and lets happen what falls due. */
  advance(milliseconds: number): void;
  /** Gives tokens to an account: `amount` is a decimal string in whole tokens. */
  fund(account: string, token: { readonly chainId: number; readonly address: string }, amount: string): void;
  /** Gives an NFT to a wallet. `broken` metadata makes the portfolio fail as the service does. */
  fundNft(account: string, nft: HeldNft): void;
  /** Makes the next calls of an operation fail. */
  fail(operation: EndpointName, failure?: Failure): void;
  /** Makes the next calls of an operation hang until they are aborted. */
  hang(operation: EndpointName, times?: number): void;
  /** Makes the next answers of an operation break off in the middle. */
  cut(operation: EndpointName, times?: number): void;
  /** Takes a part of the service down, or brings it back: what depends on it fails with its documented error. */
  outage(part: Outage, down?: boolean): void;
  /** Changes the project: its compute units, whitelist, treasury, features. */
  configure(changes: Partial<Omit<Project, "id" | "apiKey">>): void;
  /** Decides how the check of a verification session will end. */
  decide(sessionId: string, outcome: "COMPLETED" | "FAILED", failureReason?: string): void;
  /**
   * Request handlers for MSW 2 that answer everything under `baseUrl`: `setupServer(...sandbox.handlers({ http }))`, with the `http` of
   * `msw`.
   */
  handlers<Handler>(msw: MswHandlers<Handler>): Handler[];
  /** Serves the sandbox on a port. Node only. */
  listen(options?: ListenOptions): Promise<SandboxServer>;
  /** What arrived, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** Back to the beginning. */
  reset(): void;
  /** The whole state, to be restored later. */
  snapshot(): SandboxSnapshot;
  restore(snapshot: SandboxSnapshot): void;
}

declare const snapshotBrand: unique symbol;

/** A saved state of a sandbox. */
export interface SandboxSnapshot {
  readonly [snapshotBrand]: true;
}

type Fault = { kind: "fail"; failure: Failure; left: number } | { kind: "hang" | "cut"; left: number };

interface Answered {
  readonly response: Response;
  readonly fault: Fault | undefined;
}

const epoch = Date.UTC(2026, 0, 1);
const sandboxKey = "sandbox-key";

/**
 * Makes a sandbox: the whole service in memory, with the contract's checks, states and errors.
 *
 * @example
 * ```ts
 * import { createClient } from "bursar";
 * import { createSandbox } from "bursar/sandbox";
 *
 * const sandbox = createSandbox({ seed: "demo" });
 * const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch });
 * const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
 * console.log(items.length);
 * ```
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { seed = "bursar", tick = 1_000, latency = 0, baseUrl = "http://sandbox.localhost" } = options;
  const clock = typeof options.now === "function" ? options.now : undefined;
  const start = typeof options.now === "function" ? options.now() : Number(options.now ?? epoch);
  let world = createWorld(seed, start, sandboxKey);
  let faults = new Map<string, Fault[]>();
  const requests: SandboxRequest[] = [];
  // One request at a time: answers then depend on the order of requests only.
  let queue: Promise<unknown> = Promise.resolve();

  const advance = (milliseconds: number) => advanceWorld(world, milliseconds, steps);
  const project = () => Object.values(world.projects)[0] as Project;

  async function handle(request: Request): Promise<Response> {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: corsHeaders });
    const url = new URL(request.url);
    const upload = isStorage(url.pathname) ? await readUpload(request, url.pathname) : undefined;
    const asked: Asked = {
      method: request.method,
      url,
      apiKey: request.headers.get("x-api-key"),
      contentType: request.headers.get("content-type") ?? "",
      body: upload ? "" : await request.text(),
    };
    if (latency > 0) await pause(latency, request.signal);
    const answered = queue.then(() => (upload ? take(asked, upload) : answer(asked)));
    queue = answered.catch(() => {});
    const { response, fault } = await answered;
    if (fault?.kind === "hang") return untilAborted(request.signal);
    return fault?.kind === "cut" ? cutShort(response) : response;
  }

  function take(asked: Asked, upload: UploadRequest): Answered {
    passTime();
    const response = store(world, upload);
    keep(asked, undefined, response.status);
    return { response, fault: undefined };
  }

  async function answer(asked: Asked): Promise<Answered> {
    passTime();
    const operation = operationAt(asked);
    const fault = takeFault(operation);
    const answered = fault?.kind === "fail" ? failed(fault.failure, operation) : await serve(world, handlers, asked, asked.url.origin);
    keep(asked, operation, answered.status);
    return { response: toResponse(answered, createRandom(world), fault?.kind === "fail" ? fault.failure.retryAfter : undefined), fault };
  }

  function passTime(): void {
    advance(clock ? Math.max(0, clock() - world.time) : tick);
  }

  function keep({ method, url, body }: Asked, operation: string | undefined, status: number): void {
    requests.push({
      operation: operation as EndpointName | undefined,
      method,
      path: url.pathname + url.search,
      body: readable(body),
      status,
    });
  }

  function takeFault(operation: string | undefined): Fault | undefined {
    const waiting = operation === undefined ? undefined : faults.get(operation);
    const first = waiting?.[0];
    if (!waiting || !first) return undefined;
    if (--first.left <= 0) waiting.shift();
    return first;
  }

  function addFault(operation: EndpointName, fault: Fault): void {
    faults.set(operation, [...(faults.get(operation) ?? []), fault]);
  }

  return {
    baseUrl,
    apiKey: sandboxKey,
    fetch: handle,
    handlers: ({ http }) => mswHandlers(http, baseUrl, handle),
    listen: async (where) => (await import("./node.js")).listen(handle, where),
    requests,
    now: () => world.time,
    advance,
    fund(account, token, amount) {
      const known = findToken(token.chainId, token.address);
      if (!known) throw new ConfigurationError(`the sandbox knows no token ${token.address} on chain ${token.chainId}`);
      book(world, [
        { from: outside.mint, to: account, asset: assetOf(token.chainId, token.address), units: toUnits(amount, known.decimals) },
      ]);
    },
    fundNft(account, nft) {
      (world.nfts[account.toLowerCase()] ??= []).push({ ...nft });
    },
    fail: (operation, failure = {}) => addFault(operation, { kind: "fail", failure, left: failure.times ?? 1 }),
    hang: (operation, times = 1) => addFault(operation, { kind: "hang", left: times }),
    cut: (operation, times = 1) => addFault(operation, { kind: "cut", left: times }),
    outage(part, down = true) {
      world.outages = world.outages.filter((other) => other !== part);
      if (down) world.outages.push(part);
    },
    configure: (changes) => void Object.assign(project(), structuredClone(changes)),
    decide(sessionId, outcome, failureReason) {
      const session = world.sessions[sessionId];
      if (!session) throw new ConfigurationError(`the sandbox has no session ${sessionId}`);
      session.outcome = outcome;
      session.failureReason = outcome === "FAILED" ? (failureReason ?? "DOCUMENT_UNREADABLE") : null;
    },
    reset() {
      world = createWorld(seed, start, sandboxKey);
      faults = new Map();
      requests.length = 0;
    },
    snapshot: () => structuredClone(world) as unknown as SandboxSnapshot,
    restore(snapshot) {
      world = structuredClone(snapshot) as unknown as World;
    },
  };
}

function failed(failure: Failure, operation: string | undefined) {
  const known = errorFacts(failure.id)?.status;
  const status = failure.status ?? (typeof known === "number" ? known : (known?.[0] ?? 500));
  const body =
    failure.id === undefined ? undefined : { message: failure.message ?? "Made to fail by the test", id: failure.id, traceId: "sandbox" };
  return { status, body, traced: true, operation };
}

function readable(body: string): unknown {
  try {
    return body === "" ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}
