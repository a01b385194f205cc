import * as z from "zod/mini";
import { type EndpointName, endpoints } from "../../contract/endpoints.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import {
  AnyAddress,
  Decimal,
  EvmAddress,
  Flag,
  integerFrom,
  listOf,
  OpenObject,
  oneOf,
  Text,
  text,
} from "../../contract/shared/primitives.js";
import {
  type ExactSchema,
  maybe,
  openWord,
  record,
  request,
  type Schema,
  typedAs,
} from "../../contract/shared/schema.js";
import type { FundRequest, NftGift, PriceChange } from "../shared/named-arguments.js";
import { fromJson, toJson } from "../shared/snapshot-json.js";
import type { Failure, ProjectChanges, Sandbox, SandboxSnapshot } from "../types.js";
import {
  type WebhookEventType,
  type WebhookOverrides,
  webhookEventTypes,
} from "../webhooks/sample-events.js";
import { type Outage, outages } from "../world/outages.js";

/** A method of the sandbox over HTTP. Its fields have the names of the method's parameters. */
export interface Control {
  /** The name of the sandbox's method. */
  readonly name: Exclude<keyof Sandbox, "baseUrl" | "apiKey" | "fetch" | "handlers" | "listen">;
  readonly method: "GET" | "POST";
  /** A valid JSON body for the help. */
  readonly example?: string | undefined;
  readonly body?: Schema<unknown> | undefined;
  /** The response body, or a promise of it. Undefined responds with the sandbox's time. */
  run(sandbox: Sandbox, body: never): unknown;
}

type BitcoinWalletBody = { account?: string | undefined; address?: string | undefined };
type WebhookBody = { url: string; secret: string };
type TriggerBody = { type: WebhookEventType; overrides?: Record<string, unknown> | undefined };
type FaultBody = { operation: EndpointName; times?: number | undefined };
type FailBody = Failure & { operation: EndpointName };
type OutageBody = { part: Outage; down?: boolean | undefined };
type SessionOutcome = Parameters<Sandbox["decide"]>[1];
type DecideBody = {
  sessionId: string;
  outcome: SessionOutcome;
  failureReason?: string | undefined;
};
type RestoreBody = { snapshot: Record<string, unknown> };

const hundredYears = 100 * 365 * 86_400_000;
const operationNames = endpoints.map(({ name }) => name);
const wholeNumber = integerFrom(1, Number.MAX_SAFE_INTEGER);
const ChainNumber = integerFrom(0, Number.MAX_SAFE_INTEGER);
const TokenAddress = text(/./, "a token address");

/** A field that may be omitted, but not null. */
function given<T>(schema: ExactSchema<T>): ExactSchema<T | undefined, "optional"> {
  return typedAs(z.optional(schema));
}

const FaultRequest = request(() => ({
  operation: oneOf(...operationNames),
  times: given(wholeNumber),
})) satisfies ExactSchema<FaultBody>;

/** Every method of the sandbox that a caller with only its port can need. */
export const controls: readonly Control[] = [
  {
    name: "fund",
    method: "POST",
    example:
      '{"account":"0x1111111111111111111111111111111111111111","chainId":137,"token":"0x3c499c542cef5e3811e1192ce70d8cc03d5c3359","amount":"100"}',
    body: request(() => ({
      account: AnyAddress,
      chainId: ChainNumber,
      token: TokenAddress,
      amount: Decimal,
    })) satisfies ExactSchema<FundRequest>,
    run: (sandbox, body: FundRequest) => sandbox.fund(body),
  },
  {
    name: "fundNft",
    method: "POST",
    example:
      '{"account":"0x1111111111111111111111111111111111111111","chainId":137,"token":"0x00000000000000000000000000000000000b0b0a","tokenId":"7","name":"Example"}',
    body: request(() => ({
      account: AnyAddress,
      chainId: ChainNumber,
      token: TokenAddress,
      tokenId: Text,
      name: Text,
      broken: given(Flag),
    })) satisfies ExactSchema<NftGift>,
    run: (sandbox, body: NftGift) => sandbox.fundNft(body),
  },
  {
    name: "registerBitcoinWallet",
    method: "POST",
    example: '{"account":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"}',
    body: request(() => ({
      account: given(Text),
      // The former name.
      address: given(Text),
    })) satisfies ExactSchema<BitcoinWalletBody>,
    run: (sandbox, { account, address }: BitcoinWalletBody) =>
      sandbox.registerBitcoinWallet({ account: account ?? address ?? "" }),
  },
  {
    name: "setPrice",
    method: "POST",
    example: '{"chainId":137,"token":"0x7ceb23fd6bc0add59e62ac25578270cff1b9f619","price":"2500"}',
    body: request(() => ({
      chainId: ChainNumber,
      token: TokenAddress,
      price: Decimal,
    })) satisfies ExactSchema<PriceChange>,
    run: (sandbox, body: PriceChange) => sandbox.setPrice(body),
  },
  { name: "now", method: "GET", run: () => undefined },
  {
    name: "advance",
    method: "POST",
    example: '{"milliseconds":60000}',
    body: request(() => ({ milliseconds: integerFrom(0, hundredYears) })) satisfies ExactSchema<{
      milliseconds: number;
    }>,
    run: (sandbox, { milliseconds }: { milliseconds: number }) => sandbox.advance(milliseconds),
  },
  {
    name: "configure",
    method: "POST",
    example: '{"units":1000,"swapTypedData":false}',
    // Not `request`, in which null means "not given". `configure` rejects unknown fields.
    body: record(() => ({
      units: given(integerFrom(0, Number.MAX_SAFE_INTEGER)),
      whitelist: given(listOf(Text)),
      treasury: maybe(EvmAddress),
      fiat: given(Flag),
      swapTypedData: given(Flag),
      liquidityEcho: given(Flag),
      deleted: given(Flag),
    })) satisfies ExactSchema<ProjectChanges>,
    run: (sandbox, body: ProjectChanges) => sandbox.configure(body),
  },
  {
    name: "decide",
    method: "POST",
    example: '{"sessionId":"session_000001","outcome":"FAILED","failureReason":"BLURRED"}',
    body: request(() => ({
      sessionId: Text,
      outcome: oneOf("COMPLETED", "FAILED"),
      failureReason: given(Text),
    })) satisfies ExactSchema<DecideBody>,
    run: (sandbox, { sessionId, outcome, failureReason }: DecideBody) =>
      sandbox.decide(sessionId, outcome, failureReason),
  },
  {
    name: "fail",
    method: "POST",
    example: '{"operation":"swap.quote","status":503,"times":1}',
    body: request(() => ({
      operation: oneOf(...operationNames),
      status: given(integerFrom(400, 599)),
      id: given(openWord<ErrorId>()),
      message: given(Text),
      times: given(wholeNumber),
      retryAfter: given(integerFrom(0, hundredYears)),
    })) satisfies ExactSchema<FailBody>,
    run: (sandbox, { operation, ...failure }: FailBody) => sandbox.fail(operation, failure),
  },
  {
    name: "hang",
    method: "POST",
    example: '{"operation":"swap.quote","times":1}',
    body: FaultRequest,
    run: (sandbox, { operation, times }: FaultBody) => sandbox.hang(operation, times),
  },
  {
    name: "cut",
    method: "POST",
    example: '{"operation":"wallets.history","times":1}',
    body: FaultRequest,
    run: (sandbox, { operation, times }: FaultBody) => sandbox.cut(operation, times),
  },
  {
    name: "outage",
    method: "POST",
    example: '{"part":"fiat-quotes","down":true}',
    body: request(() => ({
      part: oneOf(...outages),
      down: given(Flag),
    })) satisfies ExactSchema<OutageBody>,
    run: (sandbox, { part, down }: OutageBody) => sandbox.outage(part, down),
  },
  {
    name: "webhooks",
    method: "POST",
    example: '{"url":"http://127.0.0.1:3000/webhooks","secret":"whsec_plJ3nmyCDGBKInavdOK15jsl"}',
    body: request(() => ({ url: Text, secret: Text })) satisfies ExactSchema<WebhookBody>,
    run: (sandbox, body: WebhookBody) => void sandbox.webhooks(body),
  },
  {
    name: "trigger",
    method: "POST",
    example: '{"type":"ramp.deposit","overrides":{"status":"FAILED"}}',
    body: request(() => ({
      type: oneOf(...webhookEventTypes),
      overrides: given(OpenObject),
    })) satisfies ExactSchema<TriggerBody>,
    run: async (sandbox, { type, overrides }: TriggerBody) => ({
      deliveries: await sandbox.trigger(type, overrides as WebhookOverrides),
    }),
  },
  { name: "requests", method: "GET", run: ({ requests }) => ({ requests }) },
  {
    name: "snapshot",
    method: "GET",
    run: (sandbox) => ({ snapshot: toJson(sandbox.snapshot()) }),
  },
  {
    name: "restore",
    method: "POST",
    body: request(() => ({ snapshot: OpenObject })) satisfies ExactSchema<RestoreBody>,
    run: (sandbox, { snapshot }: RestoreBody) =>
      sandbox.restore(fromJson(snapshot) as SandboxSnapshot),
  },
  {
    name: "reset",
    method: "POST",
    body: request(() => ({})) satisfies ExactSchema<object>,
    run: (sandbox) => sandbox.reset(),
  },
];
