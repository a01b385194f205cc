import { describe, expect, test } from "vitest";
import * as errors from "../../../src/errors/index.js";
import { toApiError } from "../../../src/http/response/to-api-error.js";
import { json, raw, serve } from "../../support/loopback.js";
import { clientFor, type ErrorClass, envelope, failure, wallet } from "../test-client.js";

async function errorOf(
  body: unknown,
  status: number,
  headers: Record<string, string> = {},
  apiKey?: string,
): Promise<errors.ApiError> {
  const server = await serve(
    typeof body === "string" ? raw(body, status, headers) : json(body, status, headers),
  );
  const error = await failure(
    clientFor(server, {
      retry: false,
      ...(apiKey !== undefined && { apiKey }),
    }).kyc.financialLimits("a"),
  );
  expect(error).toBeInstanceOf(errors.ApiError);
  return error as errors.ApiError;
}

test("of an error, no more is searched for the key than its start", () => {
  let longest = 0;
  const search = (text: string) => {
    longest = Math.max(longest, text.length);
    return text;
  };
  const long = "%41".repeat(1e6);
  for (const text of [long, JSON.stringify({ id: long, message: long, traceId: long })])
    toApiError(
      { operation: "kyc.financialLimits", effect: "read", status: 503, traceId: undefined },
      {
        status: 503,
        text,
        isRedirected: false,
        url: undefined,
        hasKey: true,
        getHeader: () => null,
        toResponse: () => new Response(),
        traceId: undefined,
        redact: { text: search, json: (value) => value, isClean: () => true },
      },
      [],
    );
  expect(longest).toBe(64_000);
});

describe("an error body may be incomplete", () => {
  test.each([
    ["nothing", {}],
    ["everything", { statusCode: 400, id: "A", message: "m", traceId: "t", errors: [] }],
    ["an empty message", { id: "A", message: "" }],
    [
      "values of other kinds",
      { statusCode: "x", id: 7, message: { a: 1 }, traceId: [], errors: "no" },
    ],
    ["null values", { statusCode: null, id: null, message: null, traceId: null, errors: null }],
    ["a list", ["a"]],
    ["a string", '"text"'],
    ["null", "null"],
    ["a number", "5"],
    ["text", "no"],
    ["an empty body", ""],
    ["a field called __proto__", '{"__proto__":{"id":"FORGED","message":"forged"}}'],
  ])("%s", async (_, body) => {
    const error = await errorOf(body, 400);
    expect(error).toMatchObject({ status: 400, effect: "read", operation: "kyc.financialLimits" });
    expect(error.id === undefined || error.id === "A").toBe(true);
    expect(typeof error.serviceMessage).toBe("string");
    expect(error.message).toMatch(/^kyc\.financialLimits: the service responded with 400/);
    expect(error.message).not.toContain("[object");
  });

  test("uses the HTTP status, not the one in the body", async () => {
    expect((await errorOf({ statusCode: 400, id: "A" }, 404)).status).toBe(404);
  });

  test("keeps parsed JSON, or the start of other text", async () => {
    expect((await errorOf({ id: "A", extra: [1] }, 400)).body).toEqual({ id: "A", extra: [1] });
    expect((await errorOf("<h1>Bad gateway</h1>", 502)).body).toBe("<h1>Bad gateway</h1>");
    expect((await errorOf("y".repeat(5_000), 502)).body).toHaveLength(2_000);
  });

  test("keeps parsed JSON of at most 64 kB, and the start of longer text", async () => {
    const pad = "y".repeat(64_000 - '{"pad":""}'.length);
    expect((await errorOf({ pad }, 502)).body).toEqual({ pad });
    expect((await errorOf({ pad: `${pad}y` }, 502)).body).toHaveLength(2_000);
  });
});

test("keeps the trace ids of header and body, and prefers the header", async () => {
  expect(await errorOf(envelope("A"), 400, { "trace-id": "header-trace" })).toMatchObject({
    traceId: "header-trace",
    bodyTraceId: "body-trace",
    message: expect.stringContaining("header-trace"),
  });
  expect(await errorOf(envelope("A"), 400)).toMatchObject({
    traceId: "body-trace",
    bodyTraceId: "body-trace",
  });
  expect(await errorOf({ id: "A" }, 400, { "trace-id": "header-trace" })).toMatchObject({
    traceId: "header-trace",
    bodyTraceId: undefined,
  });
});

describe("the issues of an error", () => {
  test("are kept with their allowed values", async () => {
    const errors = [
      {
        code: "invalid_type",
        expected: "string",
        received: "undefined",
        path: ["email"],
        message: "Required",
      },
      {
        code: "invalid_enum_value",
        received: "X",
        options: ["SWAP", "CROSS_SWAP"],
        path: ["status", 0],
        message: "Invalid enum value",
      },
      { code: "invalid_string", validation: "regex", path: [], message: "Invalid" },
    ];
    const error = await errorOf({ message: "Validation failed", id: "BAD_REQUEST", errors }, 400);
    const paths = ["email", "status[0]", ""];
    expect(error.issues).toMatchObject(errors.map((each, i) => ({ ...each, path: paths[i] })));
    expect(error.message).toContain("email: Required");
    expect(error.message).toContain("status[0]: Invalid enum value (one of SWAP, CROSS_SWAP)");
    expect(error.message).toContain("(request): Invalid");
  });

  test.each([
    ["strings", ["a", "b"]],
    ["nulls", [null, undefined]],
    ["empty objects", [{}]],
    ["lists", [[]]],
    ["a path that is a word", [{ path: "email", message: "m" }]],
    ["a path of odd parts", [{ path: [null, {}, ["a"], true, "ok", 1], message: "m" }]],
    ["options that are no list", [{ path: ["a"], options: "A,B", message: "m" }]],
    [
      "options of odd parts",
      [{ path: ["a"], options: [null, { toString: 1 }, ["x"]], message: "m" }],
    ],
    [
      "texts that are objects",
      [{ path: ["a"], message: { toString: 1 }, code: { valueOf: 2 }, expected: [], received: 5 }],
    ],
    ["an object in place of the list", { a: { message: "m" } }],
    [
      "fields called __proto__",
      JSON.parse('[{"__proto__":{"path":["x"]},"path":["a"],"message":"m"}]'),
    ],
  ])("may be malformed: %s", async (_, odd) => {
    const error = await errorOf({ id: "BAD_REQUEST", message: "no", errors: odd }, 400);
    expect(error.id).toBe("BAD_REQUEST");
    for (const issue of error.issues) {
      expect(issue.path).toBeTypeOf("string");
      expect([undefined, "string"]).toContain(
        issue.message === undefined ? undefined : typeof issue.message,
      );
    }
    expect(() => JSON.stringify(error)).not.toThrow();
  });
});

describe("the error class depends on id and status", () => {
  const cases: [string, unknown, number, ErrorClass][] = [
    [
      "a bad key, by its message",
      { message: "Invalid Api key", id: "HTTP_EXCEPTION" },
      403,
      errors.AuthenticationError,
    ],
    ["a bad key without an id", { message: "Missing API-Key" }, 403, errors.AuthenticationError],
    [
      "a refusal that names keys in passing",
      { message: "Keys such as this api key may not read this" },
      403,
      errors.ForbiddenError,
    ],
    ["401", {}, 401, errors.AuthenticationError],
    ["UNAUTHORIZED_EXCEPTION", envelope("UNAUTHORIZED_EXCEPTION"), 401, errors.AuthenticationError],
    [
      "a feature that is not enabled",
      { message: "This feature is not allowed", id: "HTTP_EXCEPTION" },
      403,
      errors.ForbiddenError,
    ],
    [
      "a feature that is not enabled, without an id",
      { message: "This feature is not allowed for your project" },
      403,
      errors.ForbiddenError,
    ],
    ["another project's record", envelope("NOT_ALLOWED"), 403, errors.ForbiddenError],
    ["403 and nothing else", {}, 403, errors.ForbiddenError],
    [
      "no compute units",
      envelope("UNAVAILABLE_COMPUTE_UNITS"),
      403,
      errors.ComputeUnitsExhaustedError,
    ],
    [
      "no compute units, with a message on keys",
      envelope("UNAVAILABLE_COMPUTE_UNITS", "api key over quota"),
      403,
      errors.ComputeUnitsExhaustedError,
    ],
    [
      "an unregistered wallet",
      envelope("ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"),
      404,
      errors.WalletNotRegisteredError,
    ],
    [
      "an unknown route",
      { message: "Cannot GET /api/v1/x?y=1", id: "HTTP_EXCEPTION" },
      404,
      errors.NotFoundError,
    ],
    ["an unknown session", envelope("STANDARD_SESSION_NOT_FOUND"), 404, errors.NotFoundError],
    [
      "tokens",
      envelope("NOT_AUTHORIZED_TOKENS", `not allowed: ${wallet}`),
      400,
      errors.TokensNotAuthorizedError,
    ],
    ["an expired quote", envelope("FIAT_QUOTE_EXPIRED"), 400, errors.QuoteExpiredError],
    [
      "an expired operation",
      envelope("EXECUTE_USER_OP", "The user operation has expired"),
      400,
      errors.QuoteExpiredError,
    ],
    ["AA22", envelope("EXECUTE_USER_OP", "AA22 expired or not due"), 400, errors.QuoteExpiredError],
    [
      "an operation with a wrong signature",
      envelope("EXECUTE_USER_OP", "AA24 signature error"),
      400,
      errors.ApiError,
    ],
    ["an operation without a message", envelope("EXECUTE_USER_OP", ""), 400, errors.ApiError],
    ["an operation that failed", envelope("EXECUTE_USER_OP"), 500, errors.ServerError],
    ["429", {}, 429, errors.RateLimitError],
    ["500", {}, 500, errors.ServerError],
    ["599", {}, 599, errors.ServerError],
    ["400", envelope("invalid_metadata"), 400, errors.ApiError],
    ["418", {}, 418, errors.ApiError],
  ];
  test.each(cases)("%s", async (_, body, status, type) => {
    const error = await errorOf(body, status);
    expect(Object.getPrototypeOf(error).constructor).toBe(type);
  });

  test("compares ids exactly, and ignores Object.prototype names", async () => {
    expect((await errorOf(envelope("not_authorized_tokens"), 400)).name).toBe("ApiError");
    for (const id of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(await errorOf(envelope(id), 400)).toMatchObject({
        name: "ApiError",
        id,
        hint: undefined,
      });
    }
  });
});

test.each([
  [403, "the API key", "baseUrl, which"],
  [404, "baseUrl, which must not contain /api/v1", "the API key"],
])("has a hint for HTTP_EXCEPTION that fits the status %i", async (status, named, other) => {
  const { hint } = await errorOf(envelope("HTTP_EXCEPTION"), status);
  expect(hint).toContain(named);
  expect(hint).not.toContain(other);
});

test("lists each token of a message once, also if the message is shortened", async () => {
  const tokens = ["1", "2"].map((digit) => `0x${digit.repeat(40)}`);
  const message = `${tokens[0]} ${tokens[0]} ${"-".repeat(2_000)} ${tokens[1]}`;
  const error = await errorOf(envelope("NOT_AUTHORIZED_TOKENS", message), 403);
  expect(error).toHaveProperty("tokens", tokens);
});

test("has a hint for known ids only", async () => {
  expect((await errorOf(envelope("FIAT_QUOTE_EXPIRED"), 400)).hint).toMatch(/new quote/i);
  expect((await errorOf(envelope("NEVER_SEEN"), 400)).hint).toBeUndefined();
});

test.each([
  [429, "Send fewer requests."],
  [500, "The service may be down. Try again later."],
  [503, "The service may be down. Try again later."],
  [404, undefined],
])("has a hint by the status %i if there is no id", async (status, hint) => {
  expect((await errorOf("<h1>Error</h1>", status)).hint).toBe(hint);
  expect((await errorOf(envelope("NEVER_SEEN"), status)).hint).toBeUndefined();
});

test("does not say so in a 403 with a key", async () => {
  const ids = [{ id: "HTTP_EXCEPTION" }, {}];
  const hints = ids.map(async (id) => (await errorOf({ ...id, message: "Forbidden" }, 403)).hint);
  for (const hint of await Promise.all(hints)) expect(hint ?? "").not.toMatch(/No API key/);
});

test("says that no key was sent in a 403 without a key", async () => {
  const message = "Invalid Api key";
  const body = { message, id: "HTTP_EXCEPTION" };
  const server = await serve([json(body, 403), json({ message }, 403)]);
  const client = clientFor(server, { apiKey: null });
  const call = () => failure(client.kyc.financialLimits("a"));
  const rejected = { name: "AuthenticationError", hint: expect.stringMatching(/No API key/) };
  expect([await call(), await call()]).toMatchObject([rejected, rejected]);
  expect(server.requests[0]?.headers).not.toHaveProperty("x-api-key");
});
