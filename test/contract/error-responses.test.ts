import { describe, expect, it } from "vitest";
import type { EndpointName } from "../../src/contract/endpoints.js";
import * as errors from "../../src/errors/index.js";
import { drained } from "../support/drained.js";
import { errorsOf, fixtureOf, fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder, type StubResponse } from "../support/recorder.js";

type ErrorClass = abstract new (...args: never[]) => errors.ApiError<string>;

/** Ids with their own class. The status decides about all others. */
const classById: Readonly<Record<string, ErrorClass>> = {
  NOT_AUTHORIZED_TOKENS: errors.TokensNotAuthorizedError,
  UNAVAILABLE_COMPUTE_UNITS: errors.ComputeUnitsExhaustedError,
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: errors.WalletNotRegisteredError,
  FIAT_QUOTE_EXPIRED: errors.QuoteExpiredError,
};
const classByStatus: Readonly<Record<number, ErrorClass>> = {
  401: errors.AuthenticationError,
  403: errors.ForbiddenError,
  404: errors.NotFoundError,
  429: errors.RateLimitError,
};

function expectedClass(status: number, id: string): ErrorClass {
  const general = status >= 500 ? errors.ServerError : errors.ApiError;
  return classById[id] ?? classByStatus[status] ?? general;
}

async function failureOf(
  name: EndpointName,
  reply: StubResponse,
): Promise<errors.ApiError<string>> {
  const fetch = recorder([reply]);
  const thrown: unknown = await Promise.resolve(fixtureOf(name).call(clientOn(fetch))).catch(
    (error: unknown) => error,
  );
  expect(await drained(fetch)).toHaveLength(1);
  expect(thrown).toBeInstanceOf(errors.ApiError);
  return thrown as errors.ApiError<string>;
}

const issue = {
  code: "invalid_enum_value",
  message: "Invalid",
  path: ["status", 0],
  received: "DONE",
  options: ["COMPLETED"],
};

/** The issue as the error has it. */
const read = { ...issue, path: "status[0]" };

/** Error bodies that are documented, or that the service was seen to send. */
const bodies = {
  "of the contract": (status: number, id: string) => ({
    statusCode: status,
    id,
    message: "what happened",
  }),
  "with a trace id": (_: number, id: string) => ({
    id,
    message: "what happened",
    traceId: "in-body",
  }),
  "with issues": (_: number, id: string) => ({ id, message: "", errors: [issue] }),
} as const;

const rows = fixtures.flatMap((fixture) =>
  errorsOf(fixture).map(({ status, id }) => ({
    name: fixture.name,
    effect: fixture.effect,
    status,
    id,
  })),
);

describe.each(rows)("$name with the error $status $id", ({ name, effect, status, id }) => {
  it.each(Object.entries(bodies))("throws one typed error for a body %s", async (_, toBody) => {
    const body = toBody(status, id);
    const error = await failureOf(name, {
      status,
      json: body,
      headers: { "trace-id": "in-header" },
    });
    expect(error.constructor).toBe(expectedClass(status, id));
    expect(error).toMatchObject({
      kind: "api",
      operation: name,
      status,
      id,
      effect,
      traceId: "in-header",
      body,
    });
    expect(error.serviceMessage).toBe(body.message);
    expect(error.bodyTraceId).toBe("traceId" in body ? "in-body" : undefined);
    expect(error.issues).toEqual("errors" in body ? [read] : []);
    expect(error.hint).toBeTruthy();
  });
});

describe("an undocumented error", () => {
  it.each([
    [400, { id: "BAD_REQUEST", message: "Bad request", errors: [issue] }, errors.ApiError],
    [401, { id: "UNAUTHORIZED_EXCEPTION", message: "" }, errors.AuthenticationError],
    [403, { id: "HTTP_EXCEPTION", message: "Invalid Api key" }, errors.AuthenticationError],
    [403, { id: "HTTP_EXCEPTION", message: "This feature is not allowed" }, errors.ForbiddenError],
    [403, { message: "This feature is not allowed" }, errors.ForbiddenError],
    [403, { id: "NOT_ALLOWED", message: "" }, errors.ForbiddenError],
    [404, { id: "HTTP_EXCEPTION", message: "Cannot POST /api" }, errors.NotFoundError],
    [409, { id: "SOMETHING_NEW", message: "" }, errors.ApiError],
    [418, {}, errors.ApiError],
    [429, { message: "slow down" }, errors.RateLimitError],
    [500, { id: "INTERNAL_SERVER_ERROR", message: "", traceId: "t" }, errors.ServerError],
    [503, { id: "SOMETHING_NEW" }, errors.ServerError],
    // Ids are compared exactly, and property names of Object.prototype are not ids.
    [400, { id: "fiat_quote_expired" }, errors.ApiError],
    [400, { id: "constructor" }, errors.ApiError],
    [400, { id: "__proto__" }, errors.ApiError],
  ] as const)("gets its class from its id, then from its status: %i %j", async (...row) => {
    const [status, json, type] = row;
    const error = await failureOf("tokens.list", { status, json });
    expect(error.constructor).toBe(type);
    expect(error).toMatchObject({ status, id: "id" in json ? json.id : undefined, body: json });
  });

  it("gets its status from HTTP, not from statusCode", async () => {
    const error = await failureOf("tokens.list", {
      status: 404,
      json: { statusCode: 500, id: "X", message: "" },
    });
    expect(error.status).toBe(404);
  });

  it("uses the trace id of the body if the header is missing", async () => {
    const error = await failureOf("tokens.list", {
      status: 400,
      json: { id: "X", traceId: "in-body" },
    });
    expect(error).toMatchObject({ traceId: "in-body", bodyTraceId: "in-body" });
  });

  it.each([["<html>gateway</html>"], [""], ["null"], ["[]"], ['"text"'], ["17"]])(
    "is read if its body is no JSON object: %j",
    async (text) => {
      const error = await failureOf("tokens.list", { status: 502, text });
      expect(error).toBeInstanceOf(errors.ServerError);
      expect(error).toMatchObject({ id: undefined, serviceMessage: "", issues: [] });
    },
  );

  it("is read if its issues are malformed", async () => {
    const json = {
      id: "BAD_REQUEST",
      message: 17,
      errors: [null, "text", {}, { path: "a text" }, issue],
    };
    const error = await failureOf("tokens.list", { status: 400, json });
    expect(error.issues).toEqual([{ path: "" }, { path: "a text" }, read]);
    expect(error.serviceMessage).toBe("");
  });
});

describe("TokensNotAuthorizedError", () => {
  it("lists each token of the service's message once", async () => {
    const [a, b] = [`0x${"aB".repeat(20)}`, `0x${"00".repeat(20)}`];
    const message = `Tokens ${a}, ${b} and ${a} are not supported`;
    const error = await failureOf("swap.quote", {
      status: 400,
      json: { id: "NOT_AUTHORIZED_TOKENS", message },
    });
    expect(error).toMatchObject({ tokens: [a, b] });
  });

  it("lists no token if the message is empty", async () => {
    const error = await failureOf("liquidity.create", {
      status: 400,
      json: { id: "NOT_AUTHORIZED_TOKENS", message: "" },
    });
    expect(error).toMatchObject({ tokens: [] });
    expect(error.message).toContain("NOT_AUTHORIZED_TOKENS");
  });
});
