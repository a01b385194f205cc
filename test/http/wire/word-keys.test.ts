import { describe, expect, test } from "vitest";
import type { Logger } from "../../../src/http/config/options.js";
import {
  type ApiError,
  AuthenticationError,
  type ClientOptions,
  ForbiddenError,
  isApiError,
  NotFoundError,
  QuoteExpiredError,
  TokensNotAuthorizedError,
} from "../../../src/index.js";
import { json, serve } from "../../support/loopback.js";
import { clientFor, envelope, failure, limits } from "../test-client.js";

/** A client of a server with one reply, and the warnings that it writes. */
async function clientOf(body: object, status: number, options: ClientOptions) {
  const warnings: unknown[] = [];
  const ignore = () => {};
  const warn = (...line: unknown[]) => warnings.push(line);
  const logger: Logger = { error: ignore, warn, info: ignore, debug: ignore };
  const server = await serve(json(body, status));
  return {
    client: clientFor(server, { retry: 0, logger, logLevel: "warn", ...options }),
    warnings,
  };
}

async function errorOf(apiKey: string, status: number, body: object): Promise<ApiError> {
  const { client } = await clientOf(body, status, { apiKey });
  return (await failure(client.kyc.financialLimits("a"))) as ApiError;
}

const forbidden = envelope("HTTP_EXCEPTION", "Invalid Api key");

describe("the class of an error is the same with a key that occurs in", () => {
  test.each([
    ["its message", "api-key-is", "the api-key-is invalid: no api-key", AuthenticationError],
    ["its id", "HTTP_EXCEPTION", "Invalid Api key", AuthenticationError],
    ["a message about something else", "my-project", "unknown my-project", ForbiddenError],
  ] as const)("%s", async (_, apiKey, message, type) => {
    const error = await errorOf(apiKey, 403, envelope("HTTP_EXCEPTION", message));
    expect(error.constructor).toBe(type);
    expect(error.id).toBe("HTTP_EXCEPTION");
  });

  test("a known id, which stays readable", async () => {
    const id = "NOT_AUTHORIZED_TOKENS";
    const error = await errorOf("AUTHORIZED_TOKENS", 400, envelope(id, "of AUTHORIZED_TOKENS"));
    expect(error).toBeInstanceOf(TokensNotAuthorizedError);
    expect(isApiError(error, id)).toBe(true);
    expect(error.facts?.status).toBe(400);
    expect([error.serviceMessage, error.hint === undefined]).toEqual(["of [api key]", false]);
  });

  test("the words about an expiry", async () => {
    const body = envelope("EXECUTE_USER_OP", "expired-operation");
    expect(await errorOf("expired-operation", 400, body)).toBeInstanceOf(QuoteExpiredError);
  });

  test("an unknown id, which is redacted", async () => {
    const error = await errorOf("SOMETHING", 404, envelope("SOMETHING_NEW", ""));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.id).toBe("[api key]_NEW");
  });
});

describe("a key shorter than 8 characters", () => {
  test.each(["key", "Invalid"])("garbles no message: %s", async (apiKey) => {
    const error = await errorOf(apiKey, 403, forbidden);
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.serviceMessage).toBe("Invalid Api key");
    expect(error.body).toEqual(forbidden);
  });

  const keys = ["1234567", "other", "1234567"];
  test.each<[string, ClientOptions["apiKey"]]>([
    ["a string", "1234567"],
    ["a function", () => "1234567"],
    ["a function with other keys", () => keys.pop() as string],
  ])("is reported once per client, without the key: %s", async (_, apiKey) => {
    const { client, warnings } = await clientOf(limits, 200, { apiKey });
    for (let i = 0; i < 3; i++) await client.kyc.financialLimits("a");
    expect(warnings).toEqual([[expect.stringContaining("fewer than 8 characters"), {}]]);
    expect(JSON.stringify(warnings)).not.toContain("1234567");
  });

  test("is the shortest that is reported", async () => {
    const { client, warnings } = await clientOf(limits, 200, { apiKey: "12345678" });
    await client.kyc.financialLimits("a");
    expect(warnings).toEqual([]);
    const error = await errorOf("12345678", 400, envelope("X", "of 12345678"));
    expect(error.serviceMessage).toBe("of [api key]");
  });
});
