import type { PublicClient } from "viem";
import type { FaultControls } from "../server/faults.js";
import type { MswHandlers } from "../server/msw-handlers.js";
import type { ListenOptions, SandboxServer } from "../server/node-listener.js";
import type { SandboxRequest } from "../server/request-log.js";
import type { FundRequest } from "../wallets/fund-account.js";
import type { WebhookEventType, WebhookOverrides } from "../webhooks/sample-events.js";
import type {
  SandboxDelivery,
  SandboxWebhookOptions,
  SandboxWebhooks,
} from "../webhooks/webhook-endpoint.js";
import type { Outage, Project } from "../world/world.js";

/** `sandbox.webhooks`. */
export interface SandboxWebhookControls {
  (options: SandboxWebhookOptions): SandboxWebhooks;
  /**
   * Delivers an event again, to every endpoint that got it: with the same id, and a new timestamp
   * and signature, as the service does after a failed delivery. Without an id, the last event.
   *
   * @example
   * ```ts
   * import { createSandbox } from "bursar/sandbox";
   * import { createWebhookHandler } from "bursar/webhooks";
   *
   * const sandbox = createSandbox();
   * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
   * let calls = 0;
   * const handler = createWebhookHandler({ secret, onEvent: () => calls++ });
   * sandbox.webhooks({ url: "https://app.example/webhooks", secret, fetch: handler });
   * await sandbox.trigger("ping");
   * const [delivery] = await sandbox.webhooks.redeliver();
   * console.log(delivery?.status, calls); // 204 1
   * ```
   */
  redeliver(id?: string): Promise<SandboxDelivery[]>;
}

/** Options of {@link createSandbox}. Durations are in milliseconds. */
export interface SandboxOptions {
  /**
   * The source of ids, hashes and routes. The same seed and calls give the same responses together
   * with a fixed `now`; otherwise their times differ. @defaultValue `"bursar"`
   */
  seed?: string | undefined;
  /**
   * The clock. A date or number is a fixed start: only requests (see `tick`) and `advance` move it.
   * A function is a clock to follow. Without it, the sandbox follows `Date.now`, and so fake
   * timers. @defaultValue the real time
   */
  now?: Date | number | (() => number) | undefined;
  /**
   * How far each request brings pending work (settlements, deposits, verifications) closer, so that
   * polling ends soon. Times stated in responses, such as the expiry of a quote, stay. With a fixed
   * `now`, it advances the clock; with a function, it has no effect. @defaultValue `1000`
   */
  tick?: number | undefined;
  /** The delay of every response. For one operation, see `delay`. @defaultValue `0` */
  latency?: number | undefined;
  /** May have a path, such as `/api/bursar`. @defaultValue `"https://sandbox.test"` */
  baseUrl?: string | undefined;
  /** Accept requests without an API key, as behind a proxy that adds it. @defaultValue `false` */
  keyless?: boolean | undefined;
}

/** The new price of a token. */
export interface PriceChange {
  chainId: number;
  /** The token's address. */
  token: string;
  /** US dollars, as a decimal string. */
  price: string;
}

/** An NFT to give to a wallet. */
export interface NftGift {
  account: string;
  chainId: number;
  /** The address of the collection. */
  token: string;
  tokenId: string;
  name: string;
  /** `true` makes the portfolio fail with NFT_METADATA_DECODE_FAILED. @defaultValue `false` */
  broken?: boolean | undefined;
}

/** Changes of the sandbox's project. Fields that are not given stay as they are. */
export type ProjectChanges = {
  [Field in Exclude<keyof Project, "id" | "apiKey">]?: Project[Field] | undefined;
};

/** The whole service in memory. */
export interface Sandbox extends FaultControls {
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
   * Funds an account. A registered wallet also gets a deposit in its history.
   *
   * @example
   * ```ts
   * import { createSandbox, demoWallet } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * sandbox.fund({ account: demoWallet, chainId: 137, token: usdc, amount: "250.5" });
   * ```
   */
  fund(request: FundRequest): void;
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
   * const account = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
   * sandbox.registerBitcoinWallet({ account });
   * sandbox.fund({ account, chainId: 0, token: "btc", amount: "0.5" });
   * const { items } = await client.wallets.history(account).firstPage();
   * console.log(items[0]?.receivedAmount?.amount);
   * ```
   */
  registerBitcoinWallet(wallet: { account: string }): void;
  /** Sets the price of a token in US dollars. Open limit orders then fill if their price is met. */
  setPrice(change: PriceChange): void;
  /**
   * Fills an open limit order up to a part of it, at its own price. The rest stays open until the
   * market meets its price.
   */
  fillOrder(fill: { transactionId: string; percent: number }): void;
  /** Adds an NFT to a wallet. With `broken`, the portfolio fails like the service does. */
  fundNft(gift: NftGift): void;
  /**
   * Sends signed webhooks to a URL when a fiat order changes: the only events that the service
   * documents. They are sent one after the other. A receiver that fails or does not respond never
   * affects a call, and a delivery is not repeated: see `deliveries`. A receiver has 15 seconds.
   * Another endpoint with the same URL replaces the first. `reset` stops it, and so does `close` of
   * a served sandbox if it was added over HTTP.
   *
   * @example
   * ```ts
   * import { createClient } from "bursar";
   * import { createSandbox, demoWallet } from "bursar/sandbox";
   * import { createWebhookHandler } from "bursar/webhooks";
   *
   * const sandbox = createSandbox();
   * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
   * const onEvent = (event: object) => console.log(event);
   * const handler = createWebhookHandler({ secret, onEvent });
   * // Without fetch, they go to the url. Here the handler gets them directly.
   * const url = "https://app.example/webhooks";
   * const webhooks = sandbox.webhooks({ url, secret, fetch: handler });
   *
   * const { baseUrl, apiKey, fetch } = sandbox;
   * const client = createClient({ baseUrl, apiKey, fetch });
   * const { depositQuote } = await client.fiat.quoteDeposit({
   *   paymentMethodToSend: "ACH",
   *   amountToSendInFiatCurrency: 100,
   *   receiveCryptoCurrency: "USDC",
   *   individualId: "ind_1",
   *   chainId: 137,
   *   walletAddress: demoWallet,
   * });
   * await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
   * sandbox.advance(60_000);
   * await webhooks.idle();
   * console.log(webhooks.deliveries.map(({ status }) => status)); // [204, 204]
   * ```
   */
  webhooks: SandboxWebhookControls;
  /**
   * Delivers an example of an event to all endpoints of `webhooks`, with your fields in place of
   * its own. Resolves with the attempted deliveries, also if a receiver fails.
   *
   * @example
   * ```ts
   * import { createSandbox } from "bursar/sandbox";
   * import { createWebhookHandler } from "bursar/webhooks";
   *
   * const sandbox = createSandbox();
   * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
   * const handler = createWebhookHandler({ secret, onEvent: (event) => console.log(event) });
   * sandbox.webhooks({ url: "https://app.example/webhooks", secret, fetch: handler });
   * const [delivery] = await sandbox.trigger("ramp.deposit", { status: "FAILED" });
   * console.log(delivery?.status); // 204
   * ```
   */
  trigger<Type extends WebhookEventType>(
    type: Type,
    overrides?: WebhookOverrides<Type>,
  ): Promise<SandboxDelivery[]>;
  /** Takes a part of the service down or up. Dependent operations return their documented error. */
  outage(part: Outage, down?: boolean): void;
  /**
   * Makes the next operation that settles deliver less than it states, also less than its
   * guaranteed minimum. The market keeps the rest. Limit orders are not affected.
   *
   * @example
   * ```ts
   * import { createSandbox } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * sandbox.diverge({ percent: 5 }); // 100 USDC become 95
   * ```
   */
  diverge(divergence: { percent: number }): void;
  /**
   * Changes the project: its compute units, whitelist, treasury, features and forms of responses.
   *
   * @example
   * ```ts
   * import { createSandbox } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * sandbox.configure({ units: 100, liquidityEcho: true });
   * ```
   */
  configure(changes: ProjectChanges): void;
  /** Sets the outcome of a verification session. A company's session shows no reason. */
  decide(sessionId: string, outcome: "COMPLETED" | "FAILED", failureReason?: string): void;
  /**
   * A viem client of an EVM chain, over the transactions of this sandbox, so that receipts and
   * balances can be read without a chain. It shows what the sandbox has booked, and nothing else:
   * transfers of tokens as events, coins as balances, also after an older block. Its requests do
   * not advance the clock. A method that it does not have is an error.
   *
   * @example
   * ```ts
   * import { createSandbox, demoWallet } from "bursar/sandbox";
   *
   * const sandbox = createSandbox();
   * const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * sandbox.fund({ account: demoWallet, chainId: 137, token, amount: "250" });
   * const node = sandbox.node(137);
   * const logs = await node.getLogs({ address: token, fromBlock: "latest" });
   * console.log(logs[0]?.transactionHash);
   * ```
   */
  node(chainId: number): PublicClient;
  /**
   * Request handlers for MSW 2 for all requests under `baseUrl`:
   * `setupServer(...sandbox.handlers({ http }))`, with the `http` of `msw`.
   */
  handlers<Handler>(msw: MswHandlers<Handler>): Handler[];
  /**
   * Serves the sandbox on a port. Node only. Pages on the same machine can call it, others only
   * with `origins`. Programs on the same machine can control it: `POST /__sandbox/fund` and the
   * other methods of this object accept JSON with the names of their parameters, and `GET
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
  /** The last 10,000 requests, oldest first; fewer if their bodies exceed 16 MB. */
  readonly requests: readonly SandboxRequest[];
  /** Restores the initial state, at the current time of the clock, and stops all webhooks. */
  reset(): void;
  /** A copy of the whole state, for `restore`. */
  snapshot(): SandboxSnapshot;
  restore(snapshot: SandboxSnapshot): void;
}

declare const snapshotBrand: unique symbol;

/** A saved state of a sandbox. */
export interface SandboxSnapshot {
  /** The form of the snapshot. `restore` rejects any other version. */
  readonly version: 1;
  readonly [snapshotBrand]: true;
}
