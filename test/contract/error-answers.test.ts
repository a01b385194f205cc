import { describe, expect, it } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import * as errors from "../../src/errors/index.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { type Answer, clientOn, recorder } from "../support/recorder.js";
import { contractTable, seenBeside } from "./contract-table.js";

type ErrorClass = abstract new (...args: never[]) => errors.ApiError<string>;

/** Ids that have a class of their own; all others go by their status. */
const classById: Readonly<Record<string, ErrorClass>> = {
  NOT_AUTHORIZED_TOKENS: errors.TokensNotAuthorizedError,
  UNAVAILABLE_COMPUTE_UNITS: errors.ComputeUnitsExhaustedError,
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: errors.WalletNotRegisteredError,
  FIAT_QUOTE_EXPIRED: errors.QuoteExpiredError,
};
const classByStatus: Readonly<Record<number, ErrorClass>> = {
  400: errors.ApiError,
  404: errors.NotFoundError,
  429: errors.RateLimitError,
  500: errors.ServerError,
};

function classOf(status: number, id: string): ErrorClass {
  if (id === "EXECUTE_USER_OP" && status === 400) return errors.QuoteExpiredError;
  return classById[id] ?? (classByStatus[status] as ErrorClass);
}

async function failureOf(name: EndpointName, answer: Answer): Promise<errors.ApiError<string>> {
  const fetch = recorder([answer]);
  const thrown: unknown = await Promise.resolve(fixtureOf(name).call(clientOn(fetch))).catch(
    (error: unknown) => error,
  );
  expect(fetch.requests).toHaveLength(1);
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

/** The three forms in which an error was seen or is documented. */
const envelopes = {
  "as the contract has it": (status: number, id: string) => ({
    statusCode: status,
    id,
    message: "what happened",
  }),
  "as it was seen, with a trace id": (_: number, id: string) => ({
    id,
    message: "what happened",
    traceId: "in-body",
  }),
  "with issues": (_: number, id: string) => ({ id, message: "", errors: [issue] }),
} as const;

const rows = Object.entries(contractTable).flatMap(([name, { errors: documented }]) =>
  [...documented, ...(seenBeside[name as EndpointName] ?? [])].map(([status, id]) => ({
    name: name as EndpointName,
    status,
    id,
  })),
);

describe("the errors that an endpoint documents", () => {
  it.each(endpoints)(
    "$name names exactly those of the contract, and the ones seen beside",
    ({ name, errors: named }) => {
      const expected = [...contractTable[name].errors, ...(seenBeside[name] ?? [])].map(
        ([, id]) => id,
      );
      expect([...named].sort()).toEqual([...new Set(expected)].sort());
    },
  );

  describe.each(rows)("$name answered with $status $id", ({ name, status, id }) => {
    const effect = endpoints.find((endpoint) => endpoint.name === name)?.effect;

    it.each(Object.entries(envelopes))("is one typed error, %s", async (_, envelope) => {
      const body = envelope(status, id);
      const error = await failureOf(name, {
        status,
        json: body,
        headers: { "trace-id": "in-header" },
      });
      expect(error).toBeInstanceOf(classOf(status, id));
      expect(error.constructor).toBe(classOf(status, id));
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
      expect(error.issues).toEqual("errors" in body ? [issue] : []);
      expect(error.hint).toBeTruthy();
    });
  });
});

describe("errors that no endpoint documents", () => {
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
    // Ids are compared exactly, and words of the language's own objects are no ids.
    [400, { id: "fiat_quote_expired" }, errors.ApiError],
    [400, { id: "constructor" }, errors.ApiError],
    [400, { id: "__proto__" }, errors.ApiError],
  ] as const)("%i %j becomes its class by id, then by status", async (status, json, type) => {
    const error = await failureOf("tokens.list", { status, json });
    expect(error.constructor).toBe(type);
    expect(error).toMatchObject({ status, id: "id" in json ? json.id : undefined, body: json });
  });

  it("takes the status from HTTP, because statusCode may be missing or say otherwise", async () => {
    const error = await failureOf("tokens.list", {
      status: 404,
      json: { statusCode: 500, id: "X", message: "" },
    });
    expect(error.status).toBe(404);
  });

  it("falls back to the body's trace id where the header is missing", async () => {
    const error = await failureOf("tokens.list", {
      status: 400,
      json: { id: "X", traceId: "in-body" },
    });
    expect(error).toMatchObject({ traceId: "in-body", bodyTraceId: "in-body" });
  });

  it.each([["<html>gateway</html>"], [""], ["null"], ["[]"], ['"text"'], ["17"]])(
    "reads a body of %j, because pages of proxies are not JSON objects",
    async (text) => {
      const error = await failureOf("tokens.list", { status: 502, text });
      expect(error).toBeInstanceOf(errors.ServerError);
      expect(error).toMatchObject({ id: undefined, serviceMessage: "", issues: [] });
    },
  );

  it("reads issues in any shape, because an error must not hide behind another", async () => {
    const json = {
      id: "BAD_REQUEST",
      message: 17,
      errors: [null, "text", {}, { path: "not a list" }, issue],
    };
    const error = await failureOf("tokens.list", { status: 400, json });
    expect(error.issues).toEqual([{ path: [] }, { path: [] }, issue]);
    expect(error.serviceMessage).toBe("");
  });

  it("names the tokens that the service's message names, each once", async () => {
    const [a, b] = [`0x${"aB".repeat(20)}`, `0x${"00".repeat(20)}`];
    const message = `Tokens ${a}, ${b} and ${a} are not supported`;
    const error = await failureOf("swap.quote", {
      status: 400,
      json: { id: "NOT_AUTHORIZED_TOKENS", message },
    });
    expect(error).toMatchObject({ tokens: [a, b] });
  });

  it("names no token where the message is empty", async () => {
    const error = await failureOf("liquidity.create", {
      status: 400,
      json: { id: "NOT_AUTHORIZED_TOKENS", message: "" },
    });
    expect(error).toMatchObject({ tokens: [] });
    expect(error.message).toContain("NOT_AUTHORIZED_TOKENS");
  });
});
