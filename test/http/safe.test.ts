import { describe, expect, onTestFinished, test } from "vitest";
import { drained } from "../support/drained.js";
import { json, serve } from "../support/loopback.js";
import { flushUnhandled, watchUnhandled } from "../support/unhandled.js";
import { clientFor, limits, transaction, wallet } from "./test-client.js";

const expired = json({ id: "FIAT_QUOTE_EXPIRED", message: "too late" }, 400);

describe("safe()", () => {
  test("resolves to the data, the response and the trace id", async () => {
    const server = await serve(json(limits, 200, { "trace-id": "t1" }));
    const result = await clientFor(server).kyc.financialLimits("a").safe();
    expect(result).toMatchObject({ ok: true, data: limits, traceId: "t1" });
    expect(result.ok && result.response.status).toBe(200);
    expect(await drained(server)).toHaveLength(1);
  });

  test("resolves to an error of the service, and leaves no unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
    const server = await serve(expired);
    const result = await clientFor(server).fiat.createDeposit({ quoteId: "q" }).safe();
    expect(result).toMatchObject({ ok: false, error: { kind: "api", id: "FIAT_QUOTE_EXPIRED" } });
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
  });

  test("resolves to an invalid request and to invalid options", async () => {
    const client = clientFor(await serve(json(limits)));
    const invalid = await client.kyc.financialLimits("").safe();
    expect(invalid).toMatchObject({ ok: false, error: { kind: "request_validation" } });
    const options = await client.kyc.financialLimits("a", { timeout: -1 }).safe();
    expect(options).toMatchObject({ ok: false, error: { kind: "configuration" } });
  });

  test("rejects with errors that are not of this package", async () => {
    const client = clientFor(await serve(json(limits)));
    const options = {
      get timeout(): number {
        throw new RangeError("a bug of the caller");
      },
    };
    await expect(client.kyc.financialLimits("a", options).safe()).rejects.toThrow(RangeError);
  });

  test("works on listings, custom requests, ensure and waits", async () => {
    const client = clientFor(await serve(expired));
    const registration = { externallyOwnedAccount: wallet, factory: wallet } as const;
    const subject = { userOperationHash: `0x${"ab".repeat(32)}` } as const;
    const results = [
      await client.wallets.history(wallet).safe(),
      await client.wallets.history(wallet).firstPage().safe(),
      await client.request({ method: "GET", path: "/x" }).safe(),
      await client.wallets.ensure(registration).safe(),
      await client.wallets.waitForTransaction(wallet, subject).safe(),
      await client.kyc.waitForSession("s_1").safe(),
    ];
    for (const result of results) {
      expect(result).toMatchObject({ ok: false, error: { id: "FIAT_QUOTE_EXPIRED" } });
    }
  });

  test("resolves an upload to an invalid target", async () => {
    const client = clientFor(await serve(json(limits)));
    const target = { url: "no", fields: {} };
    const result = await client.kyc.uploadDocument(target, new Uint8Array(1)).safe();
    expect(result).toMatchObject({ ok: false, error: { kind: "request_validation" } });
  });

  test("resolves a wait to its record", async () => {
    const hash = `0x${"ab".repeat(32)}` as const;
    const done = transaction("a", { userOperationHash: hash });
    const client = clientFor(await serve(json({ transactions: [done], nextLastId: null })));
    const result = await client.wallets
      .waitForTransaction(wallet, { userOperationHash: hash })
      .safe();
    expect(result).toEqual({ ok: true, data: done });
  });
});
