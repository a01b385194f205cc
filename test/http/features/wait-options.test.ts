import { describe, expect, test, vi } from "vitest";
import { createClient } from "../../../src/client.js";
import type { UploadOptions } from "../../../src/index.js";
import { skipInWebKit } from "../../support/in-browser.js";
import { failure } from "../test-client.js";

const wallet = "0x1111111111111111111111111111111111111111";
const subject = { userOperationHash: `0x${"ab".repeat(32)}` } as const;
const target = { url: "https://storage.test/", fields: { key: "k" } };

function setUp() {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  return {
    fetch,
    client: createClient({
      baseUrl: "https://service.test",
      apiKey: "key",
      fetch,
      dangerouslyAllowBrowser: true,
    }),
  };
}

describe("before anything is sent, an unknown option rejects", () => {
  const { client, fetch } = setUp();
  const { wallets, kyc } = client;

  test.each([
    ["intervall", "Did you mean interval?"],
    ["maxinterval", "Did you mean maxInterval?"],
    ["retry", "The options are signal, headers, validation, timeout, interval,"],
    ["kind", "The options are signal,"],
  ])("a wait for a transaction: %s", async (name, hint) => {
    const call = wallets.waitForTransaction(wallet, subject, { [name]: 1, timeout: 5_000 });
    expect(await failure(call)).toMatchObject({
      kind: "configuration",
      message: `wallets.waitForTransaction: unknown option "${name}"`,
      hint: expect.stringContaining(hint),
    });
  });

  test.each([
    ["kinds", "Did you mean kind?"],
    ["totalTimeout", "maxInterval, onProgress, kind."],
  ])("a wait for a session: %s", async (name, hint) => {
    const call = kyc.waitForSession("session_1", { [name]: 1, timeout: 5_000 });
    expect(await failure(call)).toMatchObject({
      kind: "configuration",
      message: `kyc.waitForSession: unknown option "${name}"`,
      hint: expect.stringContaining(hint),
    });
  });

  test.each([
    ["filename", "Did you mean fileName?"],
    ["mimeType", "The options are onProgress, signal, timeout, fileName, contentType."],
  ])("an upload: %s", async (name, hint) => {
    const options = { [name]: "passport.jpg" } as UploadOptions;
    expect(await failure(kyc.uploadDocument(target, new Uint8Array(3), options))).toMatchObject({
      kind: "configuration",
      message: `kyc.uploadDocument: unknown option "${name}"`,
      hint,
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("an upload accepts every documented option", async ({ skip }) => {
  skipInWebKit(skip, "WebKitGTK cannot encode a form with a file for another fetch");
  const { client, fetch } = setUp();
  const options: Required<UploadOptions> = {
    onProgress: () => {},
    signal: new AbortController().signal,
    timeout: 1_000,
    fileName: "passport.jpg",
    contentType: "image/jpeg",
  };
  await client.kyc.uploadDocument(target, new Uint8Array(3), options);
  expect(fetch).toHaveBeenCalledTimes(1);
});

describe("a wait", () => {
  const headers = { "content-type": "application/json" };
  const respond = (status: number) => async () => Response.json({}, { status, headers });
  /** How often it polls, if each response after the first one ends it. */
  const countRequests = async (first: () => Promise<Response>) => {
    const { client, fetch } = setUp();
    fetch.mockImplementation(respond(403)).mockImplementationOnce(first);
    const options = { interval: 10, timeout: 20_000 };
    await failure(client.wallets.waitForTransaction(wallet, subject, options));
    return fetch.mock.calls.length;
  };

  test.each([500, 503, 408, 429])("polls again after the status %i", async (status) => {
    expect(await countRequests(respond(status))).toBe(2);
  });

  test.each([400, 401, 404, 409])("ends after the status %i", async (status) => {
    expect(await countRequests(respond(status))).toBe(1);
  });

  test.each<[string, () => Promise<Response>]>([
    ["a response that cannot be read", async () => new Response("{", { headers })],
    ["a failed connection", () => Promise.reject(new TypeError("fetch failed"))],
  ])("polls again after %s", async (_, first) => {
    expect(await countRequests(first)).toBe(2);
  });
});
