import type { EndpointName } from "../contract/endpoints.js";
import type { ErrorId } from "../contract/shared/error-catalogue.js";
import type { MswHandlers } from "./server/msw-handlers.js";
import type { ListenOptions, SandboxServer } from "./server/node-listener.js";
import type { HeldNft, Outage, Project } from "./world/world.js";

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
  /** It may end in a path, as that of a proxy: `"https://app.example/api/bursar"`. @defaultValue `"https://sandbox.test"` */
  baseUrl?: string | undefined;
  /** Take calls without a key for those of the project, as if a proxy had added it: for apps that hold none. @defaultValue `false` */
  keyless?: boolean | undefined;
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
  /** Moves the clock on, and lets happen what falls due. A clock of your own (`now`) goes on from there. */
  advance(milliseconds: number): void;
  /**
   * Gives tokens to an account: `amount` is a decimal string in whole tokens. A registered wallet gets a deposit in its history.
   *
   * @example
   * ```ts
   * import { createSandbox, demoWallet } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * sandbox.fund(demoWallet, { chainId: 137, address: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" }, "250.5");
   * ```
   */
  fund(
    account: string,
    token: { readonly chainId: number; readonly address: string },
    amount: string,
  ): void;
  /**
   * Makes a Bitcoin wallet known to the project: registration takes EVM wallets only. Its history can then be read, and swaps out of it are
   * quoted. Nothing is known to be signed for these, so their quotes hold a `revertReason` and cannot be executed.
   *
   * @example
   * ```ts
   * import { createClient } from "bursar";
   * import { createSandbox } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch });
   * const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
   * sandbox.registerBitcoinWallet(address);
   * sandbox.fund(address, { chainId: 0, address: "btc" }, "0.5");
   * const { items } = await client.wallets.history(address).firstPage();
   * console.log(items[0]?.receivedAmount?.amount);
   * ```
   */
  registerBitcoinWallet(address: string): void;
  /** Moves the market's price of a token, in US dollars: open limit orders look at it again. */
  setPrice(token: { readonly chainId: number; readonly address: string }, price: string): void;
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
  /**
   * Serves the sandbox on a port. Node only. Whoever is on the same machine can steer it there: `POST /__sandbox/fund`, `advance`, `fail`,
   * `registerBitcoinWallet` and `reset` take JSON, `GET /__sandbox/requests` shows what arrived; `npx bursar sandbox --help` has examples.
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
  /** What arrived, oldest first; the last 10,000. */
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
