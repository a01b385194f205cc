import { type EndpointName, endpoints } from "../../contract/endpoints.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import {
  AnyAddress,
  Decimal,
  integerFrom,
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
import { ConfigurationError } from "../../errors/data.js";
import { BadRequest, type ServiceIssueForm } from "../shared/service-error.js";
import type { Failure, Sandbox } from "../types.js";
import type { Caller } from "./node-listener.js";
import { checked } from "./validate-request.js";

interface Control {
  /** That of the sandbox's own method. */
  readonly name: string;
  readonly method: "GET" | "POST";
  /** A body that works, as JSON. */
  readonly example?: string | undefined;
  readonly body?: Schema<unknown> | undefined;
  /** Undefined answers with the sandbox's time. */
  run(sandbox: Sandbox, body: never): unknown;
}

type Funding = { account: string; chainId: number; token: string; amount: string };
type Failing = Failure & { operation: EndpointName };

const hundredYears = 100 * 365 * 86_400_000;
const names = endpoints.map(({ name }) => name);

/** What can be done to a served sandbox: its own methods, over HTTP. */
export const controls: readonly Control[] = [
  {
    name: "fund",
    method: "POST",
    example:
      '{"account":"0x1111111111111111111111111111111111111111","chainId":137,"token":"0x3c499c542cef5e3811e1192ce70d8cc03d5c3359","amount":"100"}',
    body: request(() => ({
      account: AnyAddress,
      chainId: integerFrom(0, Number.MAX_SAFE_INTEGER),
      token: text(/./, "a token's address"),
      amount: Decimal,
    })) satisfies ExactSchema<Funding>,
    run: (sandbox, { account, chainId, token, amount }: Funding) =>
      sandbox.fund(account, { chainId, address: token }, amount),
  },
  {
    name: "registerBitcoinWallet",
    method: "POST",
    example: '{"address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"}',
    body: request(() => ({ address: Text })) satisfies ExactSchema<{ address: string }>,
    run: (sandbox, { address }: { address: string }) => sandbox.registerBitcoinWallet(address),
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
      operation: oneOf(...names),
      status: optional(integerFrom(400, 599)),
      id: optional(openWord<ErrorId>()),
      message: optional(Text),
      times: optional(integerFrom(1, Number.MAX_SAFE_INTEGER)),
      retryAfter: optional(integerFrom(0, hundredYears)),
    })) satisfies ExactSchema<Failing>,
    run: (sandbox, { operation, ...failure }: Failing) => sandbox.fail(operation, failure),
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

/** The sandbox with its controls beside it, for a server: whoever holds a port, and not the sandbox itself, steers it by these. */
export function withControl(
  sandbox: Sandbox,
): (request: Request, caller: Caller) => Promise<Response> {
  return async (asked, caller) => {
    const url = new URL(asked.url);
    if (!isControl(url.pathname)) return sandbox.fetch(asked);
    const origin = asked.headers.get("origin");
    if (!caller.loopback || !isLoopback(url.hostname) || !isOwnOrigin(origin)) {
      return answer(403, {
        message: `${prefix}… is for this machine only, under the name of localhost, and for no page of another origin`,
      });
    }
    const response = await steer(sandbox, asked, url.pathname.slice(prefix.length));
    if (origin !== null) response.headers.set("access-control-allow-origin", origin);
    return response;
  };
}

/** Whether that path belongs to the controls and not to the service. */
export function isControl(path: string): boolean {
  return path.startsWith(prefix);
}

async function steer(sandbox: Sandbox, asked: Request, name: string): Promise<Response> {
  const control = controls.find((one) => one.name === name);
  if (!control)
    return answer(404, {
      message: `nothing is at ${prefix}${name}: there are ${controls.map((one) => one.name).join(", ")}`,
    });
  const { method } = control;
  if (asked.method === "OPTIONS") return preflight(method);
  if (asked.method !== method)
    return answer(405, { message: `${name} wants ${method}` }, { allow: method });
  // A page of another origin cannot send this type before it has asked, and is then refused.
  if (
    method === "POST" &&
    !/^application\/json\s*(?:;|$)/i.test(asked.headers.get("content-type") ?? "")
  ) {
    return answer(415, { message: `${name}: send the header content-type: application/json` });
  }
  try {
    const result = control.run(
      sandbox,
      checked(control.body, readJson(await asked.text())) as never,
    );
    return answer(200, result ?? { now: new Date(sandbox.now()).toISOString() });
  } catch (thrown) {
    if (thrown instanceof BadRequest)
      return badRequest(`${name}: ${describe(thrown.issues)}`, thrown.issues);
    if (thrown instanceof ConfigurationError) return badRequest(`${name}: ${thrown.message}`);
    throw thrown;
  }
}

function readJson(body: string): unknown {
  try {
    return body === "" ? {} : JSON.parse(body);
  } catch {
    throw new BadRequest([{ code: "custom", path: [], message: "the body is not JSON" }]);
  }
}

function describe(issues: readonly ServiceIssueForm[]): string {
  return issues
    .map((issue) =>
      [...(issue.path.length ? [issue.path.join(".")] : []), problemOf(issue)].join(": "),
    )
    .join("; ");
}

function problemOf({ code, message, expected, received, options }: ServiceIssueForm): string {
  if (code === "invalid_type" && message !== "Required")
    return `expected ${expected}, received ${received}`;
  return code === "invalid_enum_value"
    ? `${JSON.stringify(received)} is none of ${(options as string[]).join(", ")}`
    : message;
}

function badRequest(message: string, errors?: readonly ServiceIssueForm[]): Response {
  return answer(400, { message, id: "BAD_REQUEST", errors });
}

function preflight(method: string): Response {
  const headers = {
    "access-control-allow-methods": method,
    "access-control-allow-headers": "content-type",
    vary: "origin",
  };
  return new Response(null, { status: 204, headers });
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const fixed = {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    vary: "origin",
  };
  return new Response(JSON.stringify(body), { status, headers: { ...fixed, ...headers } });
}

/** Whoever is no page sends no origin. */
function isOwnOrigin(origin: string | null): boolean {
  if (origin === null) return true;
  try {
    return isLoopback(new URL(origin).hostname);
  } catch {
    return false;
  }
}

function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}
