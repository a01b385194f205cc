import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client.js";
import { inBrowser } from "../support/in-browser.js";
import { cutInBody, html, json, type Reply, redirect, serve, stall } from "../support/loopback.js";
import { clientFor, failure, hash, signature } from "./test-client.js";

const failures: [string, Reply, object][] = [
  ["an API error", json({ id: "A" }, 400), {}],
  ["an API error after retries", json({ id: "A" }, 503), {}],
  ["a page", html(200), {}],
  ["a redirect", redirect(302, "https://elsewhere.example"), {}],
  ["a response that does not match", json({ limits: "no" }), {}],
  ["a cut body", cutInBody(), { retry: false }],
  ["a timeout of an attempt", stall, { timeout: 30 }],
  ["a timeout of all", stall, { totalTimeout: 30 }],
  ["an abort", stall, { signal: true }],
];

// Engines other than V8 do not follow a stack across `await`.
describe.skipIf(inBrowser)("the stack of an error contains the caller's frame", () => {
  test.each(failures)("%s", async (_, reply, { signal, ...options }: { signal?: true }) => {
    const server = await serve(reply);
    const client = clientFor(server, options);
    async function namedCaller(): Promise<unknown> {
      return await client.kyc.financialLimits("a", signal && { signal: AbortSignal.timeout(20) });
    }
    // The first call also loads the fetch layer.
    for (const attempt of ["first", "second"]) {
      const { stack } = (await failure(namedCaller())) as Error;
      expect(stack, attempt).toContain("namedCaller");
    }
  });

  test("an unknown outcome, an invalid request and a key function that fails", async () => {
    const server = await serve(html(502));
    const client = clientFor(server);
    const keyless = createClient({
      baseUrl: server.url,
      apiKey: () => Promise.reject(new Error()),
      logLevel: "off",
    });
    async function namedWrite(): Promise<unknown> {
      return await client.operations.execute({ userOperationHash: hash, signature });
    }
    async function namedMistake(): Promise<unknown> {
      return await client.kyc.financialLimits("");
    }
    async function namedKey(): Promise<unknown> {
      return await keyless.kyc.financialLimits("a");
    }
    for (const call of [namedWrite, namedMistake, namedKey]) {
      const { stack } = (await failure(call())) as Error;
      expect(stack).toContain(call.name);
    }
  });
});
