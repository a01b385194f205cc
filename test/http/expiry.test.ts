import { expect, test, vi } from "vitest";
import { hash, signature } from "../support/fixtures/values.js";
import { inBrowser } from "../support/in-browser.js";
import { closedPort } from "../support/loopback.js";
import { clientFor, failure } from "./test-client.js";

// In a page, a connection that failed proves nothing, so no write is repeated.
test.skipIf(inBrowser)(
  "nothing is sent after its expiry, also if a connection failed before",
  async () => {
    const expiresAt = Date.now() + 60_000;
    const onRetry = vi.fn(() => void vi.useFakeTimers({ toFake: ["Date"], now: expiresAt }));
    const url = `http://127.0.0.1:${await closedPort()}`;
    const client = clientFor({ url }, { hooks: { onRetry } });
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
  },
);
