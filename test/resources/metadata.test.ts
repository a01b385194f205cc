import { describe, expect, test } from "vitest";
import { envelope, failure } from "../http/test-client.js";
import { createSandboxClient, interceptRequests, openWallet } from "../sandbox/open-sandbox.js";
import { drained } from "../support/drained.js";

const metadata = { invoice: "7" };
const issue = {
  code: "invalid_type",
  expected: "string",
  received: "object",
  path: ["metadata"],
  message: "Expected string, received object",
};

interface Refusal {
  readonly id?: string;
  readonly status?: number;
  readonly errors?: readonly object[];
  /** Whether text is refused as well. */
  readonly text?: boolean;
}

/** A sandbox transaction behind a fetch that rejects metadata. The sandbox accepts both forms. */
async function openUpdate(refusal?: Refusal) {
  const { id = "BAD_REQUEST", status = 400, errors = [issue], text = false } = refusal ?? {};
  const opened = await openWallet();
  const { sandbox, address } = opened;
  const transactionId = (await opened.client.wallets.history(address).firstPage()).items[0]
    ?.id as string;
  const methods: string[] = [];
  const sent: unknown[] = [];
  const fetch = interceptRequests(async (request) => {
    const body = await request.clone().json();
    methods.push(request.method);
    sent.push(body.metadata);
    if (!refusal || (typeof body.metadata === "string" && !text)) return;
    return Response.json(
      { ...envelope(id), errors },
      { status, headers: { "trace-id": "refused" } },
    );
  }, sandbox);
  const update = (options?: { stringifyFallback: boolean }) =>
    createSandboxClient(sandbox, { fetch }).wallets.updateTransactionMetadata(
      transactionId,
      metadata,
      options,
    );
  const stored = async () =>
    (await opened.client.wallets.history(address).firstPage()).items.find(
      ({ id }) => id === transactionId,
    )?.metadata;
  return { ...opened, methods, sent, update, stored };
}

const fallback = { stringifyFallback: true };

describe("with stringifyFallback, an update of metadata", () => {
  test("is sent once as an object if the service accepts that", async () => {
    const { update, sent, stored } = await openUpdate();
    expect((await update(fallback)).transaction.metadata).toEqual(metadata);
    expect(sent).toEqual([metadata]);
    expect(await stored()).toEqual(metadata);
  });

  test("is sent again as a string if the service requires a string", async () => {
    const { update, sent, methods, stored } = await openUpdate({});
    const { data, traceId, response } = await update(fallback).withResponse();
    expect(data.transaction.metadata).toEqual(metadata);
    expect(traceId).toBe(response.headers.get("trace-id"));
    expect(traceId).toMatch(/^(?!refused).+$/);
    expect(sent).toEqual([metadata, JSON.stringify(metadata)]);
    expect(methods).toEqual(["PATCH", "PATCH"]);
    expect(await stored()).toEqual(metadata);
  });

  test("is not sent a third time", async () => {
    const { update, sent } = await openUpdate({ text: true });
    expect(await failure(update(fallback))).toMatchObject({ id: "BAD_REQUEST" });
    expect(sent).toEqual([metadata, JSON.stringify(metadata)]);
  });

  test.each([
    ["another field", { errors: [{ ...issue, path: ["transactionId"] }] }],
    ["a field inside", { errors: [{ ...issue, path: ["metadata", "invoice"] }] }],
    ["another wish", { errors: [{ ...issue, expected: "object", received: "string" }] }],
    ["another id", { id: "invalid_metadata" }],
    ["a server that failed", { id: "INTERNAL_SERVER_ERROR", status: 500 }],
  ] as [string, Refusal][])("is sent once if the error is about %s", async (_, refusal) => {
    const { update, sent, stored } = await openUpdate(refusal);
    expect(await failure(update(fallback))).toMatchObject({
      name: expect.stringMatching(/ApiError|ServerError/),
    });
    expect(sent).toEqual([metadata]);
    expect(await stored()).not.toEqual(metadata);
  });

  test("is sent once if the error has no issues", async () => {
    const { update, sent, sandbox } = await openUpdate();
    sandbox.fail("wallets.updateTransactionMetadata", {
      id: "BAD_REQUEST",
      message: "Expected string, received object",
    });
    expect(await failure(update(fallback))).toMatchObject({
      name: "ApiError",
      id: "BAD_REQUEST",
      issues: [],
    });
    expect(sent).toEqual([metadata]);
  });

  test("is sent once if the transaction does not exist", async () => {
    const { client, sandbox } = await openWallet();
    const call = client.wallets.updateTransactionMetadata("tx_none", metadata, fallback);
    expect(await failure(call)).toMatchObject({ id: "TRANSACTION_NOT_FOUND" });
    expect(
      (await drained(sandbox)).filter(
        ({ operation }) => operation === "wallets.updateTransactionMetadata",
      ),
    ).toHaveLength(1);
  });
});

test("without stringifyFallback, sends an update of metadata once", async () => {
  const { update, sent } = await openUpdate({});
  expect(await failure(update())).toMatchObject({ id: "BAD_REQUEST" });
  expect(sent).toEqual([metadata]);
});
