import { expect, test, vi } from "vitest";
import { createClient } from "../../src/index.js";
import { hash, signature } from "../support/fixtures/values.js";
import { closedPort } from "../support/loopback.js";
import { failure } from "./test-client.js";

test("nothing is sent after its expiry, also if a connection failed before", async () => {
  const expiresAt = Date.now() + 60_000;
  const onRetry = vi.fn(() => void vi.useFakeTimers({ toFake: ["Date"], now: expiresAt }));
  const client = createClient({
    baseUrl: `http://127.0.0.1:${await closedPort()}`,
    apiKey: "a-key-of-the-test",
    logLevel: "off",
    retry: { limit: 3, baseDelay: 1 },
    hooks: { onRetry },
  });
  const operation = { userOperationHash: hash, signature, expiresAt };
  try {
    expect(await failure(client.operations.execute(operation))).toMatchObject({
      kind: "request_validation",
      outcome: "none",
      issues: [{ path: "expiresAt", received: new Date(expiresAt).toISOString() }],
    });
    expect(onRetry).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
