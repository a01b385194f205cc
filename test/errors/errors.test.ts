import { describe, expect, test, vi } from "vitest";
import * as errors from "../../src/errors/index.js";

const {
  ApiError,
  BursarError,
  ConnectionError,
  EmptyBodyError,
  NotJsonError,
  ServerError,
  isApiError,
  isBursarError,
} = errors;

const answer = { operation: "swap.quote", effect: "quote", status: 500 } as const;
const lost = new ConnectionError("fiat.createDeposit: the connection failed", {
  operation: "fiat.createDeposit",
  phase: "exchange",
});

/** One of every class. A class that is added and not made here fails the test below. */
const made: Readonly<Record<string, errors.BursarError>> = {
  BursarError: new BursarError("signing", "no"),
  ApiError: new ApiError(answer),
  AuthenticationError: new errors.AuthenticationError(answer),
  ForbiddenError: new errors.ForbiddenError(answer),
  ComputeUnitsExhaustedError: new errors.ComputeUnitsExhaustedError(answer),
  WalletNotRegisteredError: new errors.WalletNotRegisteredError(answer),
  TokensNotAuthorizedError: new errors.TokensNotAuthorizedError(answer),
  QuoteExpiredError: new errors.QuoteExpiredError(answer),
  NotFoundError: new errors.NotFoundError(answer),
  RateLimitError: new errors.RateLimitError(answer),
  ServerError: new ServerError(answer),
  RequestValidationError: new errors.RequestValidationError("swap.quote", []),
  ResponseValidationError: new errors.ResponseValidationError(answer, [], {}),
  UnreadableResponseError: new errors.UnreadableResponseError("no", answer),
  NotJsonError: new NotJsonError({ ...answer, excerpt: "<html>" }),
  EmptyBodyError: new EmptyBodyError(answer),
  RedirectError: new errors.RedirectError(answer),
  PaginationError: new errors.PaginationError("no", { cursor: "a" }),
  ConfigurationError: new errors.ConfigurationError("no"),
  UploadError: new errors.UploadError("no", { status: 403 }),
  ConnectionError: lost,
  TimeoutError: new errors.TimeoutError("no", { timeout: 1, scope: "attempt" }),
  WaitTimeoutError: new errors.WaitTimeoutError("no", {
    timeout: 1,
    subject: "0x1",
    lastError: lost,
  }),
  AbortedError: new errors.AbortedError("no", { reason: new Error("left"), sent: false }),
  OutcomeUnknownError: new errors.OutcomeUnknownError({
    operation: "fiat.createDeposit",
    lookup: "look",
    request: {},
    cause: lost,
  }),
  SigningError: new errors.SigningError("no"),
  UnsafeToSignError: new errors.UnsafeToSignError("typed data", []),
  UnsupportedSignerError: new errors.UnsupportedSignerError("no"),
  SignatureMismatchError: new errors.SignatureMismatchError("typed data", {
    expected: "0x1",
    actual: "0x2",
  }),
  AmountError: new errors.AmountError("empty", "no"),
  WebhookVerificationError: new errors.WebhookVerificationError("bad_signature", "no"),
  WebhookReplayError: new errors.WebhookReplayError("msg_1", "done"),
};

type ErrorClass = { errorName: string; prototype: object };

const classes = Object.entries(errors).filter(
  (entry): entry is [string, ErrorClass & (typeof entry)[1]] =>
    typeof entry[1] === "function" && "errorName" in entry[1],
);

test("every class is covered here", () => {
  expect(classes.map(([name]) => name).sort()).toEqual(Object.keys(made).sort());
});

describe("the name of a class is stated, so that a minifier cannot change it", () => {
  test.each(classes)("%s", (name, type) => {
    expect(Object.hasOwn(type, "errorName")).toBe(true);
    expect(type.errorName).toBe(name);
    expect(made[name]?.name).toBe(name);
    expect(String(made[name])).toMatch(new RegExp(`^${name}: `));
  });
});

test("instanceof holds for a class and its ancestors, and for no sibling", () => {
  const chains: Record<string, string[]> = {};
  for (const name of Object.keys(made)) {
    const chain = [];
    for (
      let type = Object.getPrototypeOf(made[name]).constructor;
      type.errorName;
      type = Object.getPrototypeOf(type)
    )
      chain.push(type.errorName);
    chains[name] = chain;
  }
  for (const [name, error] of Object.entries(made)) {
    expect(error).toBeInstanceOf(Error);
    for (const [other, type] of classes) {
      const holds = (error as unknown) instanceof (type as unknown as new () => Error);
      expect(holds, `${name} instanceof ${other}`).toBe(chains[name]?.includes(other));
    }
  }
});

test("nothing but an error of this package is an instance", () => {
  for (const value of [
    undefined,
    null,
    1,
    "ApiError",
    {},
    [],
    new Error("ApiError"),
    { name: "ApiError", kind: "api" },
  ]) {
    expect(value instanceof BursarError).toBe(false);
    expect(isBursarError(value)).toBe(false);
    expect(isApiError(value)).toBe(false);
  }
});

test("a class that users derive holds its own instances only", () => {
  class PaymentError extends ApiError {}
  expect(new PaymentError(answer)).toBeInstanceOf(PaymentError);
  expect(new PaymentError(answer)).toBeInstanceOf(ApiError);
  expect(new ServerError(answer)).not.toBeInstanceOf(PaymentError);
  expect(new ApiError(answer)).not.toBeInstanceOf(PaymentError);
});

// A browser keeps the modules it has loaded.
test.skipIf("document" in globalThis)(
  "guards and instanceof hold across two copies of the package",
  async () => {
    vi.resetModules();
    const copy = await import("../../src/errors/index.js");
    expect(copy.ServerError).not.toBe(ServerError);
    const foreign = new copy.ServerError({ ...answer, id: "SWAP_QUOTE" });
    expect(Object.getPrototypeOf(foreign)).not.toBe(ServerError.prototype);
    expect(foreign).toBeInstanceOf(ServerError);
    expect(foreign).toBeInstanceOf(ApiError);
    expect(foreign).toBeInstanceOf(BursarError);
    expect(foreign).not.toBeInstanceOf(errors.RateLimitError);
    expect(isBursarError(foreign)).toBe(true);
    expect(isApiError(foreign, "SWAP_QUOTE")).toBe(true);
    expect(made.NotJsonError).toBeInstanceOf(copy.NotJsonError);
    expect(made.NotJsonError).not.toBeInstanceOf(copy.EmptyBodyError);
  },
);

test("isApiError narrows by the exact id", () => {
  const error: unknown = new ApiError({ ...answer, status: 400, id: "FIAT_QUOTE_EXPIRED" });
  expect(isApiError(error)).toBe(true);
  expect(isApiError(error, "FIAT_QUOTE_EXPIRED")).toBe(true);
  expect(isApiError(error, "fiat_quote_expired")).toBe(false);
  expect(isApiError(error, "FIAT_QUOTE_NOT_FOUND")).toBe(false);
  expect(isApiError(made.ConnectionError, "FIAT_QUOTE_EXPIRED")).toBe(false);
});

describe("toJSON", () => {
  test.each(Object.entries(made))(
    "of %s is plain data with name, kind and message",
    (name, error) => {
      const data = JSON.parse(JSON.stringify(error));
      expect(data).toMatchObject({ name, kind: error.kind, message: error.message });
      // Plain already before JSON: loggers that walk objects must not meet an error or a class.
      expect(structuredClone(error.toJSON())).toEqual(error.toJSON());
      expect(JSON.parse(JSON.stringify(error.toJSON()))).toEqual(data);
    },
  );

  test("keeps the cause, and what an error holds in its fields", () => {
    expect(made.OutcomeUnknownError?.toJSON().cause).toMatchObject({
      name: "ConnectionError",
      phase: "exchange",
    });
    expect(made.WaitTimeoutError?.toJSON().lastError).toMatchObject({ name: "ConnectionError" });
    expect(made.AbortedError?.toJSON().reason).toEqual({ name: "Error", message: "left" });
    const plain = new BursarError("signing", "no", { cause: new TypeError("deep") });
    expect(plain.toJSON().cause).toEqual({ name: "TypeError", message: "deep" });
  });

  test("survives what JSON cannot hold", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const reason of [
      circle,
      10n,
      () => 1,
      Symbol("left"),
      Object.create(null),
      new DOMException("left", "AbortError"),
      undefined,
    ]) {
      const aborted = new errors.AbortedError("no", { reason, sent: false });
      expect(JSON.parse(JSON.stringify(aborted))).toMatchObject({
        name: "AbortedError",
        sent: false,
      });
      const caused = new BursarError("signing", "no", { cause: reason });
      expect(JSON.parse(JSON.stringify(caused))).toMatchObject({ name: "BursarError" });
    }
  });
});

test("the tokens of a refusal are read from its message, each once", () => {
  const one = `0x${"1".repeat(40)}`;
  const two = `0x${"a".repeat(40)}`;
  const named = new errors.TokensNotAuthorizedError({
    ...answer,
    status: 400,
    serviceMessage: `not allowed: ${one}, ${two}, ${one}`,
  });
  expect(named.tokens).toEqual([one, two]);
  expect(new errors.TokensNotAuthorizedError({ ...answer, status: 400 }).tokens).toEqual([]);
});

describe("toJSON keeps what JSON can hold", () => {
  const plainOf = (reason: unknown) =>
    new errors.AbortedError("aborted", { reason, sent: false }).toJSON().reason;

  test("also of values that define a JSON form themselves", () => {
    const decimal = { toJSON: () => "1.50" };
    expect(
      plainOf({ url: new URL("https://a.example/b"), at: new Date(0), decimal, many: 5n }),
    ).toEqual({
      url: "https://a.example/b",
      at: "1970-01-01T00:00:00.000Z",
      decimal: "1.50",
      many: "5",
    });
  });

  test("also where an object occurs twice, and cuts a circle", () => {
    const shared = { a: 1 };
    const circle: Record<string, unknown> = { shared, again: shared };
    circle.self = circle;
    expect(plainOf(circle)).toEqual({ shared: { a: 1 }, again: { a: 1 }, self: "[circular]" });
  });

  test("also of a value nested 20,000 deep, without its depth", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    expect(JSON.stringify(plainOf(deep))).toContain("[nested too deeply]");
  });

  test("also of values that throw when they are read", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const getter = Object.defineProperty({}, "x", { enumerable: true, get: () => JSON.parse("{") });
    for (const reason of [proxy, getter]) expect(typeof plainOf(reason)).toBe("string");
    expect(isBursarError(proxy)).toBe(false);
  });
});
