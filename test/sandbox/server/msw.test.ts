import { http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../src/client.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { drained } from "../../support/drained.js";
import { findUploadTargets, uploadDocuments } from "../kyc/verification-sessions.js";

/** A client whose network requests MSW intercepts. */
function openIntercepted(baseUrl?: string) {
  const sandbox = createSandbox(baseUrl === undefined ? {} : { baseUrl });
  const server = setupServer(...sandbox.handlers({ http }));
  server.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => server.close());
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    validation: "strict",
    retry: false,
    logLevel: "off",
  });
  return { sandbox, client };
}

test.each([undefined, "https://api.example.com", "https://api.example.com/"])(
  "handles all requests to %s",
  async (baseUrl) => {
    const { sandbox, client } = openIntercepted(baseUrl);
    expect((await client.tokens.list({ search: "USDC" }).firstPage()).items.length).toBeGreaterThan(
      1,
    );
    const { depositQuote } = await client.fiat.quoteDeposit({
      paymentMethodToSend: "ACH",
      amountToSendInFiatCurrency: 100,
      receiveCryptoCurrency: "USDC",
      individualId: "ind_1",
      chainId: 137,
      walletAddress: "0x1111111111111111111111111111111111111111",
    });
    expect(depositQuote.amountToReceiveInCryptoCurrency).toBe("99");
    expect((await drained(sandbox)).map(({ operation }) => operation)).toEqual([
      "tokens.list",
      "fiat.quoteDeposit",
    ]);
  },
);

test("handles document uploads", async () => {
  const { client } = openIntercepted("https://api.example.com");
  const created = await client.kyc.individual.enhanced.create({ individualId: "ind_1" });
  expect(findUploadTargets(created).map(({ url }) => url)).toEqual([
    "https://api.example.com/storage/documents",
  ]);
  await client.kyc.individual.enhanced.process(
    await uploadDocuments({ client }, created, new Blob([new Uint8Array(100)])),
  );
});

test("simulates failing, hanging and truncated responses", async () => {
  const { sandbox, client } = openIntercepted();
  sandbox.fail("tokens.list", { status: 429, retryAfter: 2_000 });
  await expect(client.tokens.list().firstPage()).rejects.toMatchObject({
    status: 429,
    retryAfter: 2_000,
  });
  sandbox.hang("tokens.list");
  await expect(client.tokens.list({}, { timeout: 50 }).firstPage()).rejects.toMatchObject({
    kind: "timeout",
  });
  sandbox.cut("tokens.list");
  await expect(client.tokens.list().firstPage()).rejects.toMatchObject({ kind: "connection" });
});
