import { afterEach, expect, test, vi } from "vitest";
import { createClient } from "../../../src/index.js";
import { inBrowser } from "../../support/in-browser.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

// In a page nothing can stand in for either.

/** What a read passes to the platform's `fetch`. */
async function sentByRead(): Promise<{ init: RequestInit; headers: Headers }> {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ limits: [] }));
  vi.stubGlobal("fetch", fetch);
  await createClient({ baseUrl: "https://api.example.com", apiKey: "key" }).kyc.financialLimits(
    "ind_1",
  );
  const [, init] = fetch.mock.calls[0] as [string, RequestInit];
  return { init, headers: new Headers(init.headers) };
}

test.skipIf(inBrowser)(
  "in React Native sends cache-control: no-cache with a read in React Native",
  async () => {
    vi.stubGlobal("navigator", { product: "ReactNative" });
    const { init, headers } = await sentByRead();
    expect(init.cache).toBeUndefined();
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("x-api-key")).toBe("key");
  },
);

test.skipIf(inBrowser)("sends cache-control: no-store by fetch of Node", async () => {
  const { init, headers } = await sentByRead();
  expect(init.cache).toBe("no-store");
  expect(headers.get("cache-control")).toBe("no-store");
});
