import type { EndpointName } from "../contract/endpoints.js";
import type { ErrorId } from "../contract/shared/error-catalogue.js";
import type { MswHandlers } from "./server/msw-handlers.js";
import type { ListenOptions, SandboxServer } from "./server/node-listener.js";
import type { HeldNft, Outage, Project } from "./world/world.js";

/** Options of {@link createSandbox}. Durations are in milliseconds. */
export interface SandboxOptions {
  /** The same seed and calls give the same responses. @defaultValue `"bursar"` */
  seed?: string | undefined;
  /** The start of the clock, or a clock function. @defaultValue `2026-01-01T00:00:00Z` */
  now?: Date | number | (() => number) | undefined;
  /** How far each request advances the clock, so that polling ends. @defaultValue `1000` */
  tick?: number | undefined;
  /** The delay of every response. @defaultValue `0` */
  latency?: number | undefined;
  /** May have a path, such as `/api/bursar`. @defaultValue `"https://sandbox.test"` */
  baseUrl?: string | undefined;
  /** Accept requests without an API key, as behind a proxy that adds it. @defaultValue `false` */
  keyless?: boolean | undefined;
}

/** A received request, without its API key. */
export interface SandboxRequest {
  /** Undefined if no operation has that path. */
  operation: EndpointName | undefined;
  method: string;
  path: string;
  /** Parsed if it is JSON. */
  body: unknown;
  status: number;
}

/** How the next requests of an operation fail. */
export interface Failure {
  /** @defaultValue the status of the error id, or 500 */
  status?: number | undefined;
  id?: ErrorId | (string & {}) | undefined;
  message?: string | undefined;
  /** The number of requests that fail. @defaultValue `1` */
  times?: number | undefined;
  /** In milliseconds. Sent as `retry-after` in whole seconds. */
  retryAfter?: number | undefined;
}

/** The whole service in memory. */
export interface Sandbox {
  /** For `createClient({ baseUrl })`. */
  readonly baseUrl: string;
  /** For `createClient({ apiKey })`. */
  readonly apiKey: string;
  /** Handles a request without a network. For `createClient({ fetch })`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The sandbox's time in milliseconds since 1970. */
  now(): number;
  /** Advances the clock and runs what becomes due. A `now` function continues from there. */
  advance(milliseconds: number): void;
  /**
   * Funds an account. `amount` is a decimal string in whole tokens. A registered wallet also gets a
   * deposit in its history.
   *
   * @example
   * ```ts
   * import { createSandbox, demoWallet } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * sandbox.fund(demoWallet, { chainId: 137, address: usdc }, "250.5");
   * ```
   */
  fund(
    account: string,
    token: { readonly chainId: number; readonly address: string },
    amount: string,
  ): void;
  /**
   * Registers a Bitcoin wallet, because `wallets.register` only accepts EVM wallets. You can then
   * read its history and quote swaps from it. The service does not document what to sign for such
   * swaps, so their quotes have a `revertReason` and cannot be executed.
   *
   * @example
   * ```ts
   * import { createClient } from "bursar";
   * import { createSandbox } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * const { baseUrl, apiKey, fetch } = sandbox;
   * const client = createClient({ baseUrl, apiKey, fetch });
   * const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
   * sandbox.registerBitcoinWallet(address);
   * sandbox.fund(address, { chainId: 0, address: "btc" }, "0.5");
   * const { items } = await client.wallets.history(address).firstPage();
   * console.log(items[0]?.receivedAmount?.amount);
   * ```
   */
  registerBitcoinWallet(address: string): void;
  /** Sets the price of a token in US dollars. Open limit orders then fill if their price is met. */
  setPrice(token: { readonly chainId: number; readonly address: string }, price: string): void;
  /** Adds an NFT to a wallet. With `broken`, the portfolio fails like the service does. */
  fundNft(account: string, nft: HeldNft): void;
  /** Makes the next requests of an operation fail. */
  fail(operation: EndpointName, failure?: Failure): void;
  /** Makes the next requests of an operation hang until they are aborted. */
  hang(operation: EndpointName, times?: number): void;
  /** Truncates the next responses of an operation. */
  cut(operation: EndpointName, times?: number): void;
  /** Takes a part of the service down or up. Dependent operations return their documented error. */
  outage(part: Outage, down?: boolean): void;
  /** Changes the project: its compute units, whitelist, treasury and features. */
  configure(changes: Partial<Omit<Project, "id" | "apiKey">>): void;
  /** Sets the outcome of a verification session. */
  decide(sessionId: string, outcome: "COMPLETED" | "FAILED", failureReason?: string): void;
  /**
   * Request handlers for MSW 2 for all requests under `baseUrl`:
   * `setupServer(...sandbox.handlers({ http }))`, with the `http` of `msw`.
   */
  handlers<Handler>(msw: MswHandlers<Handler>): Handler[];
  /**
   * Serves the sandbox on a port. Node only. Processes on the same machine can control it: `POST
   * /__sandbox/fund`, `advance`, `fail`, `registerBitcoinWallet` and `reset` accept JSON, and `GET
   * /__sandbox/requests` lists the requests. `npx bursar sandbox --help` shows examples.
   *
   * @example
   * ```ts
   * import { createSandbox, demoWallet } from "bursar/sandbox";
   *
   * const server = await createSandbox().listen();
   * const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * await fetch(`${server.url}/__sandbox/fund`, {
   *   method: "POST",
   *   headers: { "content-type": "application/json" },
   *   body: JSON.stringify({ account: demoWallet, chainId: 137, token, amount: "100" }),
   * });
   * await server.close();
   * ```
   */
  listen(options?: ListenOptions): Promise<SandboxServer>;
  /** The last 10,000 requests, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** Restores the initial state. */
  reset(): void;
  /** A copy of the whole state, for `restore`. */
  snapshot(): SandboxSnapshot;
  restore(snapshot: SandboxSnapshot): void;
}

declare const snapshotBrand: unique symbol;

/** A saved state of a sandbox. */
export interface SandboxSnapshot {
  readonly [snapshotBrand]: true;
}
