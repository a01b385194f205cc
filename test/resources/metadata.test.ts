import { describe, expect, test } from "vitest";
import { clientFor, failure, transaction } from "../http/kit.js";
import { json, type Loopback, type Reply, serve } from "../support/loopback.js";

const issue = {
  code: "invalid_type",
  expected: "string",
  received: "object",
  path: ["metadata"],
  message: "Expected string, received object",
};
const wantsText = (more: object = {}, id = "BAD_REQUEST", status = 400) =>
  json({ id, message: "", errors: [{ ...issue, ...more }] }, status);
const done = json({ transaction: transaction("tx_1", { metadata: { invoice: "7" } }) }, 200, { "trace-id": "t2" });
const metadata = { invoice: "7" };

const bodies = (server: Loopback) => server.requests.map(({ body }) => JSON.parse(body.toString()).metadata);

describe("with stringifyFallback, an update of metadata", () => {
  const update = (server: Loopback) => clientFor(server).wallets.updateTransactionMetadata("tx_1", metadata, { stringifyFallback: true });

  test("is sent once as an object, when the service takes that", async () => {
    const server = await serve(done);
    expect((await update(server)).transaction.metadata).toEqual(metadata);
    expect(bodies(server)).toEqual([metadata]);
  });

  test("is sent again as text, when the service says that it wants text", async () => {
    const server = await serve([wantsText(), done]);
    const { data, traceId } = await update(server).withResponse();
    expect(data.transaction.id).toBe("tx_1");
    expect(traceId).toBe("t2");
    expect(bodies(server)).toEqual([metadata, JSON.stringify(metadata)]);
    expect(server.requests.every(({ method }) => method === "PATCH")).toBe(true);
  });

  test("is not sent a third time", async () => {
    const server = await serve(wantsText());
    expect(await failure(update(server))).toMatchObject({ id: "BAD_REQUEST" });
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ["another field", wantsText({ path: ["transactionId"] })],
    ["a field inside", wantsText({ path: ["metadata", "invoice"] })],
    ["another wish", wantsText({ expected: "object", received: "string" })],
    ["another id", wantsText({}, "invalid_metadata")],
    ["no issues", json({ id: "BAD_REQUEST", message: "Expected string, received object" }, 400)],
    ["a server that failed", wantsText({}, "INTERNAL_SERVER_ERROR", 500)],
  ] as [string, Reply][])("is sent once, when the refusal is about %s", async (_, reply) => {
    const server = await serve(reply);
    expect(await failure(update(server))).toMatchObject({ name: expect.stringMatching(/ApiError|ServerError/) });
    expect(server.requests).toHaveLength(1);
  });
});

test("without stringifyFallback, an update of metadata is sent once, whatever the service says", async () => {
  const server = await serve(wantsText());
  expect(await failure(clientFor(server).wallets.updateTransactionMetadata("tx_1", metadata))).toMatchObject({ id: "BAD_REQUEST" });
  expect(server.requests).toHaveLength(1);
});
