import { trimEnd } from "../contract/shared/trim-end.js";
import { ConfigurationError } from "../errors/data.js";
import { quoteValue } from "../errors/hide-secrets.js";
import { defaultFailureReason } from "./kyc/sessions.js";
import { createFailureResponse, createFaults, type Fault } from "./server/faults.js";
import { operationHandlers, taskHandlers } from "./server/handlers.js";
import { createMswHandlers } from "./server/msw-handlers.js";
import {
  isStoragePath,
  readUpload,
  storeUpload,
  type UploadRequest,
} from "./server/object-storage.js";
import { createRequestLog } from "./server/request-log.js";
import { delay, hangUntilAborted, truncateBody } from "./server/response-faults.js";
import { findOperation, type ServiceRequest, serveRequest } from "./server/serve-request.js";
import { toResponse } from "./server/to-response.js";
import {
  assertOutage,
  assertSnapshot,
  toProjectChanges,
} from "./shared/assert-control-arguments.js";
import { assertSandboxOptions } from "./shared/assert-sandbox-options.js";
import { copyPlain } from "./shared/copy-plain.js";
import {
  type BitcoinWalletArguments,
  type FundArguments,
  type NftArguments,
  type PriceArguments,
  toBitcoinAddress,
  toFundRequest,
  toHeldNft,
  toPriceChange,
} from "./shared/named-arguments.js";
import { parseHttpUrl } from "./shared/parse-http-url.js";
import { setMarketPrice } from "./swap/settle-limit-orders.js";
import type { Sandbox, SandboxOptions, SandboxSnapshot } from "./types.js";
import { addNft } from "./wallets/add-nft.js";
import { fundAccount } from "./wallets/fund-account.js";
import { registerBitcoinWallet } from "./wallets/register-bitcoin-wallet.js";
import { createWebhookSender } from "./webhooks/webhook-sender.js";
import { createClock } from "./world/clock.js";
import { createWorld } from "./world/create-world.js";
import { createRandom } from "./world/random.js";
import type { Project, World } from "./world/world.js";

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
  assertSandboxOptions(options);
  const { seed = "bursar", latency = 0, baseUrl = "https://sandbox.test" } = options;
  const base = parseHttpUrl(baseUrl);
  if (!base)
    throw new ConfigurationError(
      `createSandbox: expected an http(s) URL as baseUrl, got ${quoteValue(baseUrl)}`,
    );
  const prefix = trimEnd(base.pathname, "/");
  const clock = createClock(options, taskHandlers);
  const faults = createFaults();
  const log = createRequestLog();
  let world = createWorld(seed, clock.getStart(), sandboxKey);
  const webhooks = createWebhookSender(clock, () => world);
  // Handle one request at a time, so that responses depend only on their order.
  let queue: Promise<unknown> = Promise.resolve();

  const getProject = () => Object.values(world.projects)[0] as Project;

  /** The world at the current time. */
  function getWorld(): World {
    clock.update(world);
    webhooks.flush();
    return world;
  }

  async function handle(original: Request): Promise<Response> {
    // A listener adds the CORS headers.
    if (original.method === "OPTIONS") return new Response(null, { status: 204 });
    const { origin, pathname, search, searchParams } = new URL(original.url);
    const removed = pathname.startsWith(`${prefix}/`) ? prefix : "";
    const path = pathname.slice(removed.length);
    const upload = isStoragePath(path) ? await readUpload(original, path) : undefined;
    const request: ServiceRequest = {
      method: original.method,
      path,
      search,
      searchParams,
      apiKey: original.headers.get("x-api-key") ?? (options.keyless ? sandboxKey : null),
      body: upload ? "" : await original.text(),
    };
    if (latency > 0) await delay(latency, original.signal);
    const pending = queue.then(async () => {
      clock.tick(world);
      const served = upload
        ? respondToUpload(request, upload)
        : await respond(request, origin + removed);
      webhooks.flush();
      return served;
    });
    queue = pending.catch(() => {});
    const { response, fault } = await pending;
    if (fault?.kind === "hang") return hangUntilAborted(original.signal);
    return fault?.kind === "cut" ? truncateBody(response) : response;
  }

  function respondToUpload(request: ServiceRequest, upload: UploadRequest): FaultyResponse {
    const response = storeUpload(world, upload);
    logRequest(request, undefined, response.status);
    return { response, fault: undefined };
  }

  async function respond(request: ServiceRequest, address: string): Promise<FaultyResponse> {
    const operation = findOperation(request);
    const fault = faults.take(operation);
    const failure = fault?.kind === "fail" ? fault.failure : undefined;
    const result = failure
      ? createFailureResponse(failure, operation)
      : await serveRequest(world, operationHandlers, request, address);
    logRequest(request, operation, result.status);
    return { response: toResponse(result, createRandom(world), failure?.retryAfter), fault };
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
      const { serveSandbox } = await import("./server/serve-sandbox.js");
      return serveSandbox(sandbox, listenOptions);
    },
    requests: log.requests,
    now: () => clock.getTime(world),
    advance(milliseconds) {
      if (!(milliseconds >= 0 && milliseconds < Number.POSITIVE_INFINITY)) {
        throw new ConfigurationError(
          `advance: expected milliseconds ≥ 0, got ${quoteValue(milliseconds)}`,
        );
      }
      clock.advance(world, milliseconds);
      webhooks.flush();
    },
    fund: (...args: FundArguments) => fundAccount(getWorld(), toFundRequest(args)),
    registerBitcoinWallet: (...args: BitcoinWalletArguments) =>
      registerBitcoinWallet(world, getProject(), toBitcoinAddress(args)),
    setPrice(...args: PriceArguments) {
      const { chainId, token, price } = toPriceChange(args);
      setMarketPrice(getWorld(), chainId, token, price);
    },
    fundNft(...args: NftArguments) {
      const { account, nft } = toHeldNft(args);
      addNft(world, account, nft);
    },
    webhooks: (endpoint) => webhooks.add(endpoint),
    trigger: (type, overrides) => webhooks.trigger(type, overrides),
    fail: (operation, failure = {}) =>
      faults.add(operation, { kind: "fail", failure, left: failure.times ?? 1 }),
    hang: (operation, times = 1) => faults.add(operation, { kind: "hang", left: times }),
    cut: (operation, times = 1) => faults.add(operation, { kind: "cut", left: times }),
    outage(part, down = true) {
      assertOutage(part);
      world.outages = world.outages.filter((other) => other !== part);
      if (down) world.outages.push(part);
    },
    configure: (changes) => void Object.assign(getProject(), toProjectChanges(changes)),
    decide(sessionId, outcome, failureReason) {
      const session = world.sessions[sessionId];
      if (!session)
        throw new ConfigurationError(`decide: the sandbox has no session ${quoteValue(sessionId)}`);
      session.outcome = outcome;
      session.failureReason = outcome === "FAILED" ? (failureReason ?? defaultFailureReason) : null;
    },
    reset() {
      webhooks.stopAll();
      world = createWorld(seed, clock.getStart(), sandboxKey);
      clock.resume(world);
      faults.clear();
      log.clear();
    },
    snapshot: () => copyPlain(getWorld()) as unknown as SandboxSnapshot,
    restore(snapshot) {
      assertSnapshot(snapshot, world);
      world = copyPlain(snapshot) as unknown as World;
      clock.resume(world);
      webhooks.flush();
    },
  };
  return sandbox;
}
