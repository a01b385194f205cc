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

const details = { operation: "swap.quote", effect: "quote", status: 500 } as const;
const lost = new ConnectionError("fiat.createDeposit: the connection failed", {
  operation: "fiat.createDeposit",
  phase: "exchange",
});

/** One instance of every class. */
const instances: Readonly<Record<string, errors.BursarError>> = {
  BursarError: new BursarError("signing", "no"),
  ApiError: new ApiError(details),
  AuthenticationError: new errors.AuthenticationError(details),
  ForbiddenError: new errors.ForbiddenError(details),
  ComputeUnitsExhaustedError: new errors.ComputeUnitsExhaustedError(details),
  WalletNotRegisteredError: new errors.WalletNotRegisteredError(details),
  TokensNotAuthorizedError: new errors.TokensNotAuthorizedError(details),
  QuoteExpiredError: new errors.QuoteExpiredError(details),
  NotFoundError: new errors.NotFoundError(details),
  RateLimitError: new errors.RateLimitError(details),
  ServerError: new ServerError(details),
  RequestValidationError: new errors.RequestValidationError("swap.quote", []),
  ResponseValidationError: new errors.ResponseValidationError(details, [], {}),
  ResponseMismatchError: new errors.ResponseMismatchError(details, []),
  UnreadableResponseError: new errors.UnreadableResponseError("no", details),
  NotJsonError: new NotJsonError({ ...details, excerpt: "<html>" }),
  EmptyBodyError: new EmptyBodyError(details),
  RedirectError: new errors.RedirectError(details),
  PaginationError: new errors.PaginationError("no", { cursor: "a" }),
  ConfigurationError: new errors.ConfigurationError("no"),
  UploadError: new errors.UploadError("no", { status: 403 }),
  ConnectionError: lost,
  TimeoutError: new errors.TimeoutError("no", { timeout: 1, scope: "attempt" }),
  WaitTimeoutError: new errors.WaitTimeoutError("no", {
    timeout: 1,
    subject: "0x1",
    found: false,
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
  JournalError: new errors.JournalError("no", { line: 3 }),
  IntentConflictError: new errors.IntentConflictError("once", {
    intent: "order 17",
    stored: "0x1",
    given: "0x2",
    state: "done",
  }),
  WebhookVerificationError: new errors.WebhookVerificationError("bad_signature", "no"),
  WebhookReplayError: new errors.WebhookReplayError("msg_1", "done"),
};

type ErrorClass = { errorName: string; prototype: object };

const classes = Object.entries(errors).filter(
  (entry): entry is [string, ErrorClass & (typeof entry)[1]] =>
    typeof entry[1] === "function" && "errorName" in entry[1],
);

test("every class has an instance in this test", () => {
  expect(classes.map(([name]) => name).sort()).toEqual(Object.keys(instances).sort());
});

describe("a class states its name, so that a minifier cannot change it", () => {
  test.each(classes)("%s", (name, type) => {
    expect(Object.hasOwn(type, "errorName")).toBe(true);
    expect(type.errorName).toBe(name);
    expect(instances[name]?.name).toBe(name);
    expect(String(instances[name])).toMatch(new RegExp(`^${name}: `));
  });
});

describe("the hint is shown once, after the message", () => {
  const hint = "Do this next.";
  const hinted: Readonly<Record<string, errors.BursarError>> = {
    ...instances,
    ApiError: new ApiError({ ...details, hint }),
    ResponseValidationError: new errors.ResponseValidationError(
      { ...details, effect: "write", lookup: "look it up" },
      [],
      {},
    ),
    UnreadableResponseError: new errors.UnreadableResponseError("no", { ...details, hint }),
  };
  test.each(Object.entries(hinted))("by %s", (name, error) => {
    if (error.hint !== undefined) expect(error.message).not.toContain(error.hint);
    const lines = error.hint === undefined ? [] : [error.hint];
    expect(String(error)).toBe([`${name}: ${error.message}`, ...lines].join("\n"));
  });

  // The stack of other engines has only frames.
  const statesMessage = `${new Error("a message").stack}`.includes("a message");
  test.runIf(statesMessage).each(Object.entries(hinted))("by the stack of %s", (name, error) => {
    const lines = error.hint === undefined ? [] : [error.hint];
    const stack = String(error.stack);
    expect(stack).toContain(`${[`${name}: ${error.message}`, ...lines].join("\n")}\n    at `);
    if (error.hint !== undefined) expect(stack.split(error.hint)).toHaveLength(2);
    expect(Object.keys(error)).not.toContain("stack");
  });
});

test("instanceof is true for a class and its ancestors only", () => {
  const chains: Record<string, string[]> = {};
  for (const name of Object.keys(instances)) {
    const chain = [];
    for (
      let type = Object.getPrototypeOf(instances[name]).constructor;
      type.errorName;
      type = Object.getPrototypeOf(type)
    )
      chain.push(type.errorName);
    chains[name] = chain;
  }
  for (const [name, error] of Object.entries(instances)) {
    expect(error).toBeInstanceOf(Error);
    for (const [other, type] of classes) {
      const isInstance = (error as unknown) instanceof (type as unknown as new () => Error);
      expect(isInstance, `${name} instanceof ${other}`).toBe(chains[name]?.includes(other));
    }
  }
});

test("a value that is no error of this package is no instance", () => {
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

test("instanceof is true for a derived class and its own instances only", () => {
  class PaymentError extends ApiError {}
  expect(new PaymentError(details)).toBeInstanceOf(PaymentError);
  expect(new PaymentError(details)).toBeInstanceOf(ApiError);
  expect(new ServerError(details)).not.toBeInstanceOf(PaymentError);
  expect(new ApiError(details)).not.toBeInstanceOf(PaymentError);
});

// A browser cannot load a module twice.
test.skipIf("document" in globalThis)(
  "guards and instanceof work across two copies of the package",
  async () => {
    vi.resetModules();
    const copy = await import("../../src/errors/index.js");
    expect(copy.ServerError).not.toBe(ServerError);
    const foreign = new copy.ServerError({ ...details, id: "SWAP_QUOTE" });
    expect(Object.getPrototypeOf(foreign)).not.toBe(ServerError.prototype);
    expect(foreign).toBeInstanceOf(ServerError);
    expect(foreign).toBeInstanceOf(ApiError);
    expect(foreign).toBeInstanceOf(BursarError);
    expect(foreign).not.toBeInstanceOf(errors.RateLimitError);
    expect(isBursarError(foreign)).toBe(true);
    expect(isApiError(foreign, "SWAP_QUOTE")).toBe(true);
    expect(instances.NotJsonError).toBeInstanceOf(copy.NotJsonError);
    expect(instances.NotJsonError).not.toBeInstanceOf(copy.EmptyBodyError);
  },
);

test.each([
  [["expired", "expired"], /^Request a new quote\.$/],
  [["insufficient_balance", "price_loss"], /^Fund the wallet/],
  [["reverted", "expired"], /^Show the reason/],
  [["request", "request"], /^Correct the arguments of your call/],
  [["expired", "receiver"], /^Do not sign this/],
  [["receiver", "insufficient_balance"], /^Do not sign this/],
  [["receiver"], /^Do not sign this/],
] as const)("the hint for the problems %s fits all of them", (codes, hint) => {
  const problems = codes.map((code) => ({
    code,
    path: "quote",
    severity: "fatal",
    expected: "",
    received: "",
    message: code,
  })) as errors.SigningProblem[];
  expect(new errors.UnsafeToSignError("quote", problems).hint).toMatch(hint);
});

test("isApiError compares the id exactly", () => {
  const error: unknown = new ApiError({ ...details, status: 400, id: "FIAT_QUOTE_EXPIRED" });
  expect(isApiError(error)).toBe(true);
  expect(isApiError(error, "FIAT_QUOTE_EXPIRED")).toBe(true);
  expect(isApiError(error, "fiat_quote_expired" as "FIAT_QUOTE_EXPIRED")).toBe(false);
  expect(isApiError(error, "FIAT_QUOTE_NOT_FOUND")).toBe(false);
  expect(isApiError(instances.ConnectionError, "FIAT_QUOTE_EXPIRED")).toBe(false);
});

describe("toJSON", () => {
  test.each(Object.entries(instances))(
    "of %s returns plain data with name, kind and message",
    (name, error) => {
      const data = JSON.parse(JSON.stringify(error));
      expect(data).toMatchObject({ name, kind: error.kind, message: error.message });
      // Loggers that walk objects must not find an error or a class instance.
      expect(structuredClone(error.toJSON())).toEqual(error.toJSON());
      expect(JSON.parse(JSON.stringify(error.toJSON()))).toEqual(data);
    },
  );

  test("keeps the cause and the errors in fields", () => {
    expect(instances.OutcomeUnknownError?.toJSON().cause).toMatchObject({
      name: "ConnectionError",
      phase: "exchange",
    });
    expect(instances.WaitTimeoutError?.toJSON().lastError).toMatchObject({
      name: "ConnectionError",
    });
    expect(instances.AbortedError?.toJSON().reason).toEqual({ name: "Error", message: "left" });
    const plain = new BursarError("signing", "no", { cause: new TypeError("deep") });
    expect(plain.toJSON().cause).toEqual({ name: "TypeError", message: "deep" });
  });

  test("accepts values that JSON cannot represent", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const reason of [
      cycle,
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

describe("toJSON keeps every value that JSON can represent", () => {
  const plainOf = (reason: unknown) =>
    new errors.AbortedError("aborted", { reason, sent: false }).toJSON().reason;

  test("including values with their own toJSON", () => {
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

  test("including an object that occurs twice, and marks a cycle", () => {
    const shared = { a: 1 };
    const cycle: Record<string, unknown> = { shared, again: shared };
    cycle.self = cycle;
    expect(plainOf(cycle)).toEqual({ shared: { a: 1 }, again: { a: 1 }, self: "[circular]" });
  });

  test("including a value with 20,000 levels, up to a limit", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    expect(JSON.stringify(plainOf(deep))).toContain("[nested too deeply]");
  });

  test("including values that throw on access", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const getter = Object.defineProperty({}, "x", { enumerable: true, get: () => JSON.parse("{") });
    for (const reason of [proxy, getter]) expect(typeof plainOf(reason)).toBe("string");
    expect(isBursarError(proxy)).toBe(false);
  });
});
