import { describe, expect, test } from "vitest";
import { OutcomeUnknownError } from "../../../src/errors/connection.js";
import { RedirectError } from "../../../src/errors/data.js";
import { fetchWire } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { inBrowser } from "../../support/in-browser.js";
import { json, redirect, serve } from "../../support/loopback.js";
import {
  clientFor,
  failure,
  hash,
  limits,
  noQuotes,
  signature,
  swapRequest,
} from "../test-client.js";

/** A browser hides the status and the location of a redirect. */
const visible = (seen: object) => (inBrowser ? { location: undefined } : seen);

describe.each([301, 302, 303, 307, 308])("a redirect with %i is not followed", (status) => {
  test("by a read, a quote or a write", async () => {
    const other = await serve(json({ limits: [], quotes: [] }));
    const server = await serve(redirect(status, `${other.url}/stolen?x=1`));
    const client = clientFor(server);

    const read = await failure(client.kyc.financialLimits("a"));
    expect(read).toBeInstanceOf(RedirectError);
    expect(read).toMatchObject({
      kind: "unreadable_response",
      operation: "kyc.financialLimits",
      ...visible({ status, location: other.url }),
    });

    expect(await failure(client.swap.quote(swapRequest))).toBeInstanceOf(RedirectError);

    const write = await failure(client.operations.execute({ userOperationHash: hash, signature }));
    expect(write).toBeInstanceOf(OutcomeUnknownError);
    expect((write as OutcomeUnknownError).cause).toBeInstanceOf(RedirectError);

    expect((await drained(server)).map((request) => request.method)).toEqual([
      "GET",
      "POST",
      "POST",
    ]);
    // Before it is asked for its requests: in a page, that opens a connection.
    expect(other.openSockets).toBe(0);
    expect(await drained(other)).toHaveLength(0);
  });

  // Chromium caches permanent redirects, and fails on an invalid Location.
  test.skipIf(inBrowser)("to the same server, or without a valid location", async () => {
    const server = await serve([
      redirect(status, "/elsewhere"),
      redirect(status, ""),
      redirect(status, "http://["),
      json(limits),
    ]);
    const client = clientFor(server);
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
      name: "RedirectError",
      location: server.url,
    });
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
      name: "RedirectError",
      location: undefined,
    });
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
      name: "RedirectError",
      location: undefined,
    });
    expect(await drained(server)).toHaveLength(3);
  });
});

test("handles an opaque redirect like a redirect", async () => {
  const hidden = Object.defineProperties(new Response(null), {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
    ok: { value: false },
  });
  const client = clientFor(
    { url: "https://api.example.com" },
    { fetch: async () => hidden.clone() && hidden },
  );
  expect(await failure(client.kyc.financialLimits("a"))).toBeInstanceOf(RedirectError);
  expect(
    await failure(client.operations.execute({ userOperationHash: hash, signature })),
  ).toBeInstanceOf(OutcomeUnknownError);
});

test("rejects the response to a redirect that a fetch of the caller has followed", async () => {
  const fetch = async () =>
    Object.defineProperty(Response.json({ userOperationHash: hash }), "redirected", {
      value: true,
    });
  for (const options of [{ fetch }, { wire: fetchWire(fetch) }]) {
    const { operations } = clientFor({ url: "https://api.example.com" }, options);
    const error = await failure(operations.execute({ userOperationHash: hash, signature }));
    expect(error).toMatchObject({ outcome: "unknown", cause: { name: "RedirectError" } });
  }
});

test("rejects a 304 to an unconditional request", async () => {
  const server = await serve(redirect(304, ""));
  expect(await failure(clientFor(server).swap.quote(swapRequest))).toMatchObject({
    name: "RedirectError",
    status: 304,
  });
  expect(noQuotes.quotes).toEqual([]);
});
