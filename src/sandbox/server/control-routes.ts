import { type EndpointName, endpoints } from "../../contract/endpoints.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import {
  AnyAddress,
  Decimal,
  integerFrom,
  OpenObject,
  oneOf,
  Text,
  text,
} from "../../contract/shared/primitives.js";
import {
  type ExactSchema,
  openWord,
  optional,
  request,
  type Schema,
} from "../../contract/shared/schema.js";
import { BursarError } from "../../errors/base.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import type { FundRequest } from "../shared/named-arguments.js";
import { BadRequestError, createFieldError, type ServiceIssue } from "../shared/service-error.js";
import type { Failure, Sandbox } from "../types.js";
import {
  type WebhookEventType,
  type WebhookOverrides,
  webhookEventTypes,
} from "../webhooks/sample-events.js";
import { findAccessProblem } from "./control-access.js";
import type { Caller } from "./node-listener.js";
import { validateInput } from "./validate-request.js";

/** Optional fields of a body may be null. */
type Nullish<T> = {
  [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K];
};

interface ControlRoute {
  /** The name of the sandbox's method. */
  readonly name: string;
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
type FailBody = Failure & { operation: EndpointName };

const hundredYears = 100 * 365 * 86_400_000;
const operationNames = endpoints.map(({ name }) => name);

/** The sandbox's methods over HTTP. */
export const controlRoutes: readonly ControlRoute[] = [
  {
    name: "fund",
    method: "POST",
    example:
      '{"account":"0x1111111111111111111111111111111111111111","chainId":137,"token":"0x3c499c542cef5e3811e1192ce70d8cc03d5c3359","amount":"100"}',
    body: request(() => ({
      account: AnyAddress,
      chainId: integerFrom(0, Number.MAX_SAFE_INTEGER),
      token: text(/./, "a token address"),
      amount: Decimal,
    })) satisfies ExactSchema<FundRequest>,
    run: (sandbox, body: FundRequest) => sandbox.fund(body),
  },
  {
    name: "registerBitcoinWallet",
    method: "POST",
    example: '{"account":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"}',
    body: request(() => ({
      account: optional(Text),
      // The former name.
      address: optional(Text),
    })) satisfies ExactSchema<Nullish<BitcoinWalletBody>>,
    run: (sandbox, { account, address }: BitcoinWalletBody) =>
      sandbox.registerBitcoinWallet({ account: account ?? address ?? "" }),
  },
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
    name: "fail",
    method: "POST",
    example: '{"operation":"swap.quote","status":503,"times":1}',
    body: request(() => ({
      operation: oneOf(...operationNames),
      status: optional(integerFrom(400, 599)),
      id: optional(openWord<ErrorId>()),
      message: optional(Text),
      times: optional(integerFrom(1, Number.MAX_SAFE_INTEGER)),
      retryAfter: optional(integerFrom(0, hundredYears)),
    })) satisfies ExactSchema<Nullish<FailBody>>,
    run: (sandbox, { operation, ...failure }: FailBody) => sandbox.fail(operation, failure),
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
      overrides: optional(OpenObject),
    })) satisfies ExactSchema<Nullish<TriggerBody>>,
    run: async (sandbox, { type, overrides }: TriggerBody) => ({
      deliveries: await sandbox.trigger(type, overrides as WebhookOverrides),
    }),
  },
  { name: "requests", method: "GET", run: ({ requests }) => ({ requests }) },
  {
    name: "reset",
    method: "POST",
    body: request(() => ({})) satisfies ExactSchema<object>,
    run: (sandbox) => sandbox.reset(),
  },
];

const prefix = "/__sandbox/";

/** Adds control routes to the sandbox, for callers that only have its port. */
export function withControlRoutes(
  sandbox: Sandbox,
): (request: Request, caller: Caller) => Promise<Response> {
  return async (request, caller) => {
    const url = new URL(request.url);
    if (!isControlPath(url.pathname)) return sandbox.fetch(request);
    const problem = findAccessProblem(request, caller);
    if (problem) {
      const message = `${prefix}…: only programs on this machine may control the sandbox, and ${problem}`;
      return createJsonResponse(403, { message });
    }
    const origin = request.headers.get("origin");
    const response = await runControl(sandbox, request, url.pathname.slice(prefix.length));
    if (origin !== null) response.headers.set("access-control-allow-origin", origin);
    return response;
  };
}

export function isControlPath(path: string): boolean {
  return path.startsWith(prefix);
}

async function runControl(sandbox: Sandbox, request: Request, name: string): Promise<Response> {
  const control = controlRoutes.find((route) => route.name === name);
  if (!control) {
    const names = controlRoutes.map((route) => route.name).join(", ");
    return createJsonResponse(404, { message: `${prefix}${name} does not exist. Use: ${names}` });
  }
  const { method } = control;
  if (request.method === "OPTIONS") return createPreflightResponse(method);
  if (request.method !== method)
    return createJsonResponse(405, { message: `${name}: use ${method}` }, { allow: method });
  const contentType = request.headers.get("content-type") ?? "";
  // Browsers send this type across origins only after a preflight, which is rejected.
  if (method === "POST" && !/^application\/json\s*(?:;|$)/i.test(contentType)) {
    const message = `${name}: send the header content-type: application/json`;
    return createJsonResponse(415, { message });
  }
  try {
    const body = validateInput(control.body, parseJson(await request.text()));
    const result = await control.run(sandbox, body as never);
    return createJsonResponse(200, result ?? { now: new Date(sandbox.now()).toISOString() });
  } catch (thrown) {
    if (thrown instanceof BadRequestError)
      return createBadRequest(`${name}: ${describeIssues(thrown.issues)}`, thrown.issues);
    if (thrown instanceof BursarError) return createBadRequest(thrown.message);
    throw thrown;
  }
}

function parseJson(body: string): unknown {
  try {
    return body === "" ? {} : JSON.parse(body);
  } catch {
    throw createFieldError([], "the body is not JSON");
  }
}

function describeIssues(issues: readonly ServiceIssue[]): string {
  const describe = (issue: ServiceIssue) =>
    [...(issue.path.length ? [issue.path.join(".")] : []), describeIssue(issue)].join(": ");
  return issues.map(describe).join("; ");
}

function describeIssue({ code, message, expected, received, options }: ServiceIssue): string {
  if (code === "invalid_type" && message !== "Required")
    return `expected ${expected}, received ${received}`;
  return code === "invalid_enum_value"
    ? `expected one of ${(options as string[]).join(", ")}, received ${quoteValue(received)}`
    : message;
}

function createBadRequest(message: string, errors?: readonly ServiceIssue[]): Response {
  return createJsonResponse(400, { message, id: "BAD_REQUEST", errors });
}

function createPreflightResponse(method: string): Response {
  const headers = {
    "access-control-allow-methods": method,
    "access-control-allow-headers": "content-type",
    vary: "origin",
  };
  return new Response(null, { status: 204, headers });
}

function createJsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const defaults = {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    vary: "origin",
  };
  return new Response(JSON.stringify(body), { status, headers: { ...defaults, ...headers } });
}
