import { describe, expect, test } from "vitest";
import { type Client, createClient } from "../../src/client.js";
import type { BursarError } from "../../src/errors/base.js";
import { inBrowser } from "../support/in-browser.js";
import { cutInBody, html, json, type Reply, redirect, serve, stall } from "../support/loopback.js";
import { clientFor, failure, hash, signature, wallet } from "./test-client.js";

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
    const { stack } = (await failure(namedCaller())) as Error;
    expect(stack).toContain("namedCaller");
  });

  test("and the hint once, also after retries and with an empty retry budget", async () => {
    const server = await serve(json({ id: "SWAP_QUOTE" }, 503));
    const exhausted = { limit: 9, baseDelay: 1, quota: 5 };
    for (const retry of [false, { limit: 1, baseDelay: 1 }, exhausted] as const) {
      const client = clientFor(server, { retry });
      const error = (await failure(client.tokens.list())) as BursarError;
      expect(error.hint).toBeDefined();
      expect(error.stack?.split(`${error.message}\n${error.hint}\n    at `)).toHaveLength(2);
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

  test.each([
    ["an API error", wallet, {}],
    ["an invalid request", "0x", {}],
    ["an invalid option", wallet, { headers: 5 as never }],
  ] as const)(
    "of every form of a listing, a wait, ensure, an upload and a custom request: %s",
    async (_, given, options) => {
      const server = await serve(json({ id: "BAD_REQUEST" }, 400));
      const address = given as typeof wallet;
      const isValid = given === wallet;
      const makeCalls = (client: Client): Record<string, () => Promise<unknown>> => ({
        async awaitedListing() {
          return await client.wallets.history(address, {}, options);
        },
        async firstPage() {
          return await client.wallets.history(address, {}, options).firstPage();
        },
        async withResponse() {
          return await client.wallets.portfolio(address, {}, options).withResponse();
        },
        async forAwait() {
          for await (const _ of client.wallets.history(address, {}, options));
        },
        async forAwaitOfPages() {
          for await (const _ of client.wallets.history(address, {}, options).pages());
        },
        async prefetched() {
          for await (const _ of client.wallets.history(
            address,
            {},
            { ...options, prefetch: true },
          ));
        },
        async toArray() {
          return await client.wallets.history(address, {}, options).toArray({ limit: 5 });
        },
        async waitForTransaction() {
          const signed = { userOperationHash: hash };
          return await client.wallets.waitForTransaction(address, signed, options);
        },
        async waitForSession() {
          return await client.kyc.waitForSession(isValid ? "s_1" : "", options);
        },
        async ensure() {
          const identity = { externallyOwnedAccount: address, factory: wallet };
          return await client.wallets.ensure(identity, options);
        },
        async upload() {
          const target = { url: `${server.url}/upload`, fields: { key: "k" } };
          const file = new Uint8Array(isValid ? 1 : 0);
          return await client.kyc.uploadDocument(target, file, options as object);
        },
        async customRequest() {
          const path = isValid ? "/x" : "x";
          return await client.request({ method: "GET", path }, options);
        },
      });
      const client = clientFor(server);
      const missing: string[] = [];
      for (const [name, call] of Object.entries(makeCalls(client))) {
        const { stack } = (await failure(call())) as Error;
        if (!stack?.includes(name)) missing.push(`${name}: ${stack}`);
      }
      expect(missing).toEqual([]);
    },
  );
});
