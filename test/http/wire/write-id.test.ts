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

describe("the id by which a proxy tells a write that a browser sent twice", () => {
  test("is another one for each write of a page", async () => {
    inPage();
    const { client, ids } = sentBy({ apiKey: null });
    for (let i = 0; i < 50; i++) await client.operations.execute(signed);
    expect(new Set(ids()).size).toBe(50);
    for (const id of ids()) expect(id).toMatch(/^[\w-]{8,64}$/);
  });

  test("goes along with no read and no quote", async () => {
    inPage();
    const { client, ids } = sentBy({ apiKey: null });
    await client.tokens
      .list()
      .firstPage()
      .catch(() => {});
    await client.swap.prepareCancellation("tx_1").catch(() => {});
    expect(ids()).toEqual([undefined, undefined]);
  });

  test("goes to no service: who has a key asks the service itself", async () => {
    inPage();
    const { client, ids } = sentBy({ apiKey: testApiKey });
    await client.operations.execute(signed);
    expect(ids()).toEqual([undefined]);
  });

  test.skipIf(inBrowser)("is not sent by a server, which sends nothing by itself", async () => {
    const { client, ids } = sentBy({ apiKey: null });
    await client.operations.execute(signed);
    expect(ids()).toEqual([undefined]);
  });
});
