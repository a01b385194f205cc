// Uses a real server, because the sandbox always filters by hash and has no sockets.

import { describe, expect, test } from "vitest";
import { AbortedError, WaitTimeoutError } from "../../src/errors/connection.js";
import type { WaitOptions } from "../../src/http/features/wait.js";
import { clientFor, failure, hash, transaction, wallet } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import {
  html,
  json,
  type Loopback,
  type Reply,
  reset,
  serve,
  stall,
  until,
} from "../support/loopback.js";

const seen = (status: string, more: Record<string, unknown> = { userOperationHash: hash }) =>
  json({ transactions: [transaction("tx_1", { status, ...more })], nextLastId: null });
type Options = Pick<WaitOptions<unknown>, "timeout" | "signal">;

function wait(server: Loopback, options: Options = {}) {
  return clientFor(server).wallets.waitForTransaction(
    wallet,
    { userOperationHash: hash },
    { interval: 2, maxInterval: 4, ...options },
  );
}

describe("waiting for a transaction, where the filter finds more than it should,", () => {
  test("ignores a transaction with another hash", async () => {
    const other = transaction("tx_0", {
      userOperationHash: `0x${"99".repeat(32)}`,
      status: "COMPLETED",
    });
    const mine = transaction("tx_1", {
      userOperationHash: hash.toUpperCase().replace("0X", "0x"),
      status: "FAILED",
    });
    const server = await serve([
      json({ transactions: [other] }),
      json({ transactions: [other, mine] }),
    ]);
    expect(await wait(server)).toMatchObject({ id: "tx_1", status: "FAILED" });
  });

  test("ignores a final transaction without a hash", async () => {
    const server = await serve([seen("COMPLETED", {}), seen("FAILED")]);
    expect(await wait(server)).toMatchObject({ status: "FAILED", userOperationHash: hash });
  });

  test("accepts a pending transaction without a hash", async () => {
    const server = await serve([seen("PROCESSING", {}), seen("COMPLETED")]);
    const progress: (string | undefined)[] = [];
    const client = clientFor(server);
    await client.wallets.waitForTransaction(
      wallet,
      { userOperationHash: hash },
      { interval: 1, onProgress: ({ status }) => progress.push(status) },
    );
    expect(progress).toEqual(["PROCESSING", "COMPLETED"]);
  });
});

describe("waiting for a transaction over a network", () => {
  test.each([
    ["a gateway's page", html(503)],
    ["a reset", reset],
    ["a page with 200", html(200)],
    ["an empty response", ({ response }: { response: { end(): void } }) => response.end()],
  ] as [string, Reply][])("continues after %s", async (_, fault) => {
    const server = await serve([fault, fault, fault, fault, fault, seen("COMPLETED")]);
    expect((await wait(server)).status).toBe("COMPLETED");
    expect(await drained(server)).toHaveLength(6);
  });

  test("leaves no request open after the timeout", async () => {
    const server = await serve(stall);
    expect(await failure(wait(server, { timeout: 60 }))).toBeInstanceOf(WaitTimeoutError);
    await server.idle();
  });

  test("leaves no request open after an abort", async () => {
    const server = await serve(stall);
    const controller = new AbortController();
    const call = failure(wait(server, { signal: controller.signal }));
    await until(() => server.requests.length === 1, "the first look");
    controller.abort("left");
    const error = await call;
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as AbortedError).reason).toBe("left");
    expect(await drained(server)).toHaveLength(1);
    await server.idle();
  });
});
