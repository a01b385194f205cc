import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../../src/client.js";
import { inBrowser } from "../../support/in-browser.js";
import { recorder, testApiKey, testBaseUrl } from "../../support/recorder.js";

const signed = {
  userOperationHash: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
} as const;
const queued = { status: 202, json: { userOperationHash: signed.userOperationHash } };

afterEach(() => vi.unstubAllGlobals());

const inPage = () => inBrowser || vi.stubGlobal("window", { document: {} });

function sentBy(options: { apiKey: string | null }) {
  const fetch = recorder(() => queued);
  const client = createClient({
    baseUrl: testBaseUrl,
    fetch,
    logLevel: "off",
    dangerouslyAllowBrowser: true,
    ...options,
  });
  return {
    client,
    ids: () => fetch.requests.map(({ headers }) => headers.get("bursar-once") ?? undefined),
  };
}

describe("the id of a write in a browser", () => {
  test("differs for each write", async () => {
    inPage();
    const { client, ids } = sentBy({ apiKey: null });
    for (let i = 0; i < 50; i++) await client.operations.execute(signed);
    expect(new Set(ids()).size).toBe(50);
    for (const id of ids()) expect(id).toMatch(/^[\w-]{8,64}$/);
  });

  test("is not sent with reads and quotes", async () => {
    inPage();
    const { client, ids } = sentBy({ apiKey: null });
    await client.tokens
      .list()
      .firstPage()
      .catch(() => {});
    await client.swap.prepareCancellation("tx_1").catch(() => {});
    expect(ids()).toEqual([undefined, undefined]);
  });

  test("is not sent with an API key", async () => {
    inPage();
    const { client, ids } = sentBy({ apiKey: testApiKey });
    await client.operations.execute(signed);
    expect(ids()).toEqual([undefined]);
  });

  test.skipIf(inBrowser)("is not sent by a server", async () => {
    const { client, ids } = sentBy({ apiKey: null });
    await client.operations.execute(signed);
    expect(ids()).toEqual([undefined]);
  });
});
