import { expect, test, vi } from "vitest";
import { drained } from "../support/drained.js";
import { hash, signature } from "../support/fixtures/values.js";
import { inBrowser } from "../support/in-browser.js";
import { closedPort } from "../support/loopback.js";
import { clientFor, failure, noQuotes, swapRequest } from "./test-client.js";
import { fetchInMemory } from "./time-control.js";

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

test.each([
  ["is sent before its expiry", -600_000, -300_000, 2],
  ["is not sent after its expiry", 600_000, 300_000, 1],
])(
  "by the clock of the service, which its quotes state, an operation %s",
  async (_, ahead, left, count) => {
    const date = new Date(Date.now() + ahead).toUTCString();
    const { url, fetch, requests } = fetchInMemory(
      () => Response.json(noQuotes, { headers: { date } }),
      () => Response.json({ userOperationHash: hash }, { status: 202 }),
    );
    const client = clientFor({ url }, { fetch });
    await client.swap.quote(swapRequest);
    const operation = { userOperationHash: hash, signature, expiresAt: Date.now() + left };
    expect(await client.operations.execute(operation).safe()).toMatchObject({ ok: count === 2 });
    expect(await drained({ requests })).toHaveLength(count);
  },
);
