import { describe, expect, test, vi } from "vitest";
import { AbortedError } from "../../../src/errors/connection.js";
import type { StandardSchemaV1 } from "../../../src/http/validation/standard-schema.js";
import { drained } from "../../support/drained.js";
import { json, serve, until } from "../../support/loopback.js";
import { clientFor, failure, limits } from "../test-client.js";
import {
  fakeTime,
  fetchInMemory,
  never,
  passTime,
  passTimeUntil,
  watchEnd,
} from "../time-control.js";

const url = "https://service.test";

function createAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** A function that never returns, and reports that it was called. */
const stuck = () => vi.fn(() => never());

describe("an API key function that never returns", () => {
  test.each([
    [{ dedupe: false }, 30, "attempt"],
    // A shared read resolves its key before its first attempt.
    [{ dedupe: true }, 60, "total"],
  ] as const)("ends with the timeout, %o", async (options, time, scope) => {
    fakeTime();
    const { fetch, requests } = fetchInMemory(() => Response.json(limits));
    const apiKey = stuck();
    const client = clientFor({ url }, { fetch, apiKey, timeout: 30, totalTimeout: 60, ...options });
    const call = failure(client.kyc.financialLimits("a"));
    const state = watchEnd(call);
    await until(() => apiKey.mock.calls.length === 1, "the key function");
    await passTime(time - 1);
    expect(state.hasEnded).toBe(false);
    await passTime(1);
    expect(await call).toMatchObject({ name: "TimeoutError", timeout: time, scope });
    expect(await drained({ requests })).toHaveLength(0);
  });

  test.each([{ dedupe: false }, { dedupe: true }])("ends with the signal, %o", async (options) => {
    const server = await serve(json(limits));
    const apiKey = stuck();
    const client = clientFor(server, { apiKey, ...options });
    const { signal, abort } = createAbort();
    const call = failure(client.kyc.financialLimits("a", { signal }));
    await until(() => apiKey.mock.calls.length === 1, "the key function");
    abort();
    expect(await call).toMatchObject({ name: "AbortedError", sent: false });
    expect(await drained(server)).toHaveLength(0);
  });
});

describe("a custom response schema that never returns", () => {
  const createRequest = () => {
    const validate = stuck();
    const response: StandardSchemaV1 = { "~standard": { version: 1, vendor: "test", validate } };
    return { validate, request: { path: "/things", response } as const };
  };

  test.each([
    ["ends a read with the total timeout", "GET", { name: "TimeoutError", scope: "total" }],
    ["leaves the outcome of a write unknown", "POST", { name: "OutcomeUnknownError" }],
  ] as const)("%s", async (_, method, expected) => {
    fakeTime();
    const { fetch, requests } = fetchInMemory(() => Response.json({}));
    const { request, validate } = createRequest();
    const client = clientFor({ url }, { fetch, totalTimeout: 60 });
    const call = failure(client.request({ ...request, method }));
    const state = watchEnd(call);
    await until(() => validate.mock.calls.length === 1, "the validation");
    await passTime(59);
    expect(state.hasEnded).toBe(false);
    await passTime(1);
    expect(await call).toMatchObject(expected);
    expect(await drained({ requests })).toHaveLength(1);
  });

  test("ends with the signal", async () => {
    const server = await serve(json({}));
    const { request, validate } = createRequest();
    const { signal, abort } = createAbort();
    const call = failure(clientFor(server).request({ ...request, method: "GET" }, { signal }));
    await until(() => validate.mock.calls.length === 1, "the validation");
    abort();
    expect(await call).toBeInstanceOf(AbortedError);
  });

  test("rejects with the timeout, not with an earlier failure", async () => {
    fakeTime();
    const { fetch } = fetchInMemory(
      () => Response.json({}, { status: 503 }),
      () => Response.json({}),
    );
    const { request, validate } = createRequest();
    const client = clientFor({ url }, { fetch, totalTimeout: 200, retry: { baseDelay: 0 } });
    const call = failure(client.request({ ...request, method: "GET" }));
    // The delay before the retry takes no time.
    await passTimeUntil(() => validate.mock.calls.length === 1, "the validation", 0);
    await passTime(200);
    expect(await call).toMatchObject({ name: "TimeoutError", scope: "total" });
  });
});

test("names a key function that never returns in the error", async () => {
  const options = { apiKey: never, timeout: 20, retry: false } as const;
  const client = clientFor({ url: "https://api.example.com" }, options);
  expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
    message: expect.stringContaining("the apiKey function returned no key within 20 ms"),
    hint: "Nothing was sent. Raise timeout.",
  });
});
