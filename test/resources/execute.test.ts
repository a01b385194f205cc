import { describe, expect, test, vi } from "vitest";
import { ApiError, isApiError, QuoteExpiredError } from "../../src/index.js";
import { failure, swapRequest } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { hash, signature } from "../support/fixtures/values.js";
import { clientOn, recorder } from "../support/recorder.js";

const past = Date.now() - 60_000;
const future = Date.now() + 3_600_000;
const issue = { code: "custom", path: ["signature"], message: "too late" };
const rejection = {
  id: "EXECUTE_USER_OP",
  message: "the operation was rejected",
  traceId: "t",
  errors: [issue],
};

/** Executes an operation that the service rejects. Returns the error and what was sent. */
async function executeRejected(expiresAt: unknown, json: object = rejection, status = 400) {
  const service = recorder([{ status, json }]);
  const operation = { userOperationHash: hash, signature, expiresAt } as never;
  // It is sent before it expires.
  vi.useFakeTimers({ toFake: ["Date"], now: past - 1_000 });
  const hooks = { onResponse: () => void vi.useRealTimers() };
  try {
    const call = clientOn(service, { hooks }).operations.execute(operation);
    const { error } = (await call.safe()) as { error?: unknown };
    return { error, sent: service.requests[0]?.json };
  } finally {
    vi.useRealTimers();
  }
}

describe("a rejected operation", () => {
  test.each([past, Math.floor(past / 1_000), new Date(past).toISOString()])(
    "has expired if its expiry %s is in the past, which is not sent",
    async (expiresAt) => {
      const { error, sent } = await executeRejected(expiresAt);
      expect(error).toBeInstanceOf(QuoteExpiredError);
      expect(error).toMatchObject({
        operation: "operations.execute",
        status: 400,
        id: "EXECUTE_USER_OP",
        effect: "write",
        serviceMessage: rejection.message,
        traceId: "t",
        body: rejection,
        issues: [{ path: "signature" }],
        outcome: "unknown",
        docsUrl: expect.stringMatching(/error-ids\.md#execute_user_op$/),
      });
      expect(isApiError(error, "EXECUTE_USER_OP")).toBe(true);
      expect(sent).toEqual({ userOperationHash: hash, signature });
    },
  );

  test.each<[why: string, expiresAt: unknown, json?: object, status?: number]>([
    ["its expiry is in the future", future],
    ["its expiry is not known", undefined],
    ["its expiry is null", null],
    ["its expiry cannot be read", "soon"],
    ["the service says that it has not expired", past, { ...rejection, message: "not expired" }],
    ["the service failed", past, rejection, 500],
    ["the error is another one", past, { ...rejection, id: "USER_OPERATION_NOT_FOUND" }, 404],
  ])("is no QuoteExpiredError if %s", async (_, expiresAt, json, status) => {
    const { error } = await executeRejected(expiresAt, json, status);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).not.toBeInstanceOf(QuoteExpiredError);
  });
});

test("an operation is sent without what signing adds for the caller", async () => {
  const json = { userOperationHash: hash, estimatedExecutionTime: "2026-01-31T12:00:05.000Z" };
  const service = recorder([{ status: 202, json }]);
  const added = {
    walletAddress: `0x${"1".repeat(40)}` as const,
    typedDataSignature: signature,
    approval: { userOperationHash: hash, signature },
    digests: { userOperationHash: hash },
    statement: { leaves: [], arrives: [] },
  };
  await clientOn(service).operations.execute({ userOperationHash: hash, signature, ...added });
  expect(service.requests[0]?.json).toEqual({ userOperationHash: hash, signature });
});

test("a response with its details is returned for an operation with an expiry", async () => {
  const json = { userOperationHash: hash, estimatedExecutionTime: "2026-01-31T12:00:05.000Z" };
  const client = clientOn(recorder([{ status: 202, json }]));
  const operation = { userOperationHash: hash, signature, expiresAt: future };
  const { data, response } = await client.operations.execute(operation).withResponse();
  expect([data, response.status]).toEqual([json, 202]);
});

describe("an operation that has expired is not sent", () => {
  test.each([past, Math.floor(past / 1_000) * 1_000, new Date(past).toISOString()])(
    "by the clock of this machine, if that of the service is unknown: %s",
    async (expiresAt) => {
      const service = recorder([]);
      const operation = { userOperationHash: hash, signature, expiresAt } as never;
      expect(await failure(clientOn(service).operations.execute(operation))).toMatchObject({
        kind: "request_validation",
        outcome: "none",
      });
      expect(await drained(service)).toEqual([]);
    },
  );

  test("at its last millisecond, and not before", async () => {
    for (const [left, sent] of [
      [1, 1],
      [0, 0],
      [-1, 0],
    ] as const) {
      vi.useFakeTimers({ toFake: ["Date"], now: past - left });
      const service = recorder([{ status: 500, json: {} }]);
      const operation = { userOperationHash: hash, signature, expiresAt: past };
      await failure(clientOn(service).operations.execute(operation));
      vi.useRealTimers();
      expect([left, (await drained(service)).length]).toEqual([left, sent]);
    }
  });

  test("by the clock of the service, as it runs on since its last quote", async () => {
    const own = Date.now();
    // The clock of this machine is an hour ahead of that of the service.
    const date = new Date(own - 3_600_000).toUTCString();
    const quotes = { status: 200, json: { quotes: [] }, headers: { date } };
    for (const [seconds, sent] of [
      [58, 1],
      [61, 0],
    ] as const) {
      const service = recorder([quotes, { status: 500, json: {} }]);
      const client = clientOn(service);
      vi.useFakeTimers({ toFake: ["Date"], now: own });
      await client.swap.quote(swapRequest).safe();
      vi.setSystemTime(own + seconds * 1_000);
      const expiresAt = Date.parse(date) + 60_000;
      await failure(client.operations.execute({ userOperationHash: hash, signature, expiresAt }));
      vi.useRealTimers();
      expect([seconds, (await drained(service)).length]).toEqual([seconds, 1 + sent]);
    }
  });
});
