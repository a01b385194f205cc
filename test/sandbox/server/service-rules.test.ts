import { describe, expect, test } from "vitest";
import type { EndpointName } from "../../../src/contract/endpoints.js";
import { openWallet, usdc, weth } from "../open-sandbox.js";
import { prepareRequest } from "../prepare-request.js";
import { sendRaw } from "../send-raw-request.js";
import { bitcoinAddress } from "../swap/swap-requests.js";

/** The other letter case of each letter: a checksum that is wrong, in an address that is right. */
function swapCase(address: string): string {
  const hex = [...address.slice(2)].map((letter, i) =>
    i % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return `0x${hex.join("")}`;
}

describe("the sandbox does not apply the client's own rules:", () => {
  test.each<[EndpointName, field: string]>([
    ["swap.quote", "tokenIn"],
    ["swap.quote", "payGasFeeToken"],
    ["swap.quote", "walletAddress"],
    ["liquidity.create", "token0"],
    ["lending.quote", "walletAddress"],
    ["fiat.quoteDeposit", "walletAddress"],
    ["wallets.register", "factory"],
    ["wallets.deposit", "fromAddress"],
  ])("%s accepts %s in any letter case", async (name, field) => {
    const { body, sendFields: send } = await prepareRequest(name);
    const response = await send({ [field]: swapCase(body[field] as string) });
    expect(response.body.errors).toBeUndefined();
    expect(response.status).toBeLessThan(300);
  });

  test("a path accepts an address in any letter case", async () => {
    const { sandbox, address } = await openWallet();
    const path = `/api/v1/wallets/${swapCase(address)}/history`;
    expect((await sendRaw(sandbox, { method: "GET", path })).status).toBe(200);
  });

  test("the receiver of a swap may be a Bitcoin address whose checksum is wrong", async () => {
    const { sendFields: send } = await prepareRequest("swap.quote");
    const changes = { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoinAddress };
    const mistyped = `${bitcoinAddress.slice(0, -1)}5`;
    expect((await send(changes)).status).toBe(200);
    expect((await send({ ...changes, toAddress: mistyped })).status).toBe(200);
  });

  test.each([{ partialFillable: true }, { partialFillable: false }, { expiration: 60 }])(
    "a market swap ignores %j",
    async (changes) => {
      const { sendFields: send } = await prepareRequest("swap.quote");
      expect((await send(changes)).status).toBe(200);
    },
  );

  test.each([{ chainIdOut: 0, tokenOut: "btc" }, { toAddress: bitcoinAddress }])(
    "a receiver on another chain than the output finds no route: %j",
    async (changes) => {
      const { sendFields: send } = await prepareRequest("swap.quote");
      expect(await send(changes)).toMatchObject({ status: 500, body: { id: "SWAP_QUOTE" } });
    },
  );

  test("a history that is oldest after latest is empty", async () => {
    const { sandbox, address } = await openWallet();
    const query = "createdAtOldest=2026-02-01T00:00:00Z&createdAtLatest=2026-01-01T00:00:00Z";
    const path = `/api/v1/wallets/${address}/history?${query}`;
    const response = await sendRaw(sandbox, { method: "GET", path });
    expect(response).toMatchObject({ status: 200, body: { nextLastId: null, transactions: [] } });
  });

  test.each(["metadataKey=order", "metadataValue=17"])(
    "a history ignores half of a metadata filter: %s",
    async (query) => {
      const { sandbox, address } = await openWallet();
      sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "1" });
      const path = `/api/v1/wallets/${address}/history`;
      const all = await sendRaw(sandbox, { method: "GET", path });
      const filtered = await sendRaw(sandbox, { method: "GET", path: `${path}?${query}` });
      expect(filtered.status).toBe(200);
      expect(filtered.text).toBe(all.text);
    },
  );

  test("an empty signature is rejected when it is executed", async () => {
    const { sendFields: send } = await prepareRequest("operations.execute");
    expect(await send({ signature: "0x" })).toMatchObject({
      status: 400,
      body: { id: "EXECUTE_USER_OP" },
    });
  });

  test("a lending quote accepts another word as gas mode", async () => {
    const { body, sendFields: send } = await prepareRequest("lending.quote");
    const gas = { ...(body.gas as object), paymentMethod: "SPONSORED" };
    expect((await send({ gas })).status).toBe(200);
  });

  test.each<[EndpointName, changes: object]>([
    ["fiat.quoteDeposit", { receiveCryptoCurrency: "BRZ", chainId: 8453 }],
    ["fiat.quoteWithdrawal", { cryptoCurrencyToSend: "BRZ", chainId: 8453 }],
  ])("%s of BRZ off Polygon fails with the documented id", async (name, changes) => {
    const { sendFields: send } = await prepareRequest(name);
    expect(await send(changes)).toMatchObject({
      status: 400,
      body: { id: "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES" },
    });
  });
});

/** The rest of a request is still checked. */
describe("the sandbox rejects in the service's words, not in the client's,", () => {
  test.each<[EndpointName, changes: object, issue: object]>([
    [
      "wallets.requestTaxExport",
      { email: "not an address" },
      { validation: "regex", code: "invalid_string", message: "Invalid", path: ["email"] },
    ],
    [
      "fiat.quoteWithdrawal",
      { paymentMethodToReceiveDetails: { type: "PIX" } },
      {
        code: "invalid_type",
        expected: "string",
        received: "undefined",
        message: "Required",
        path: ["paymentMethodToReceiveDetails", "pixKey"],
      },
    ],
    [
      "liquidity.create",
      { minPrice: 3, maxPrice: 2 },
      { code: "custom", message: "Invalid input", path: ["maxPrice"] },
    ],
    [
      "swap.quote",
      { partialFillable: true, walletAddress: undefined },
      {
        code: "invalid_type",
        expected: "string",
        received: "undefined",
        message: "Required",
        path: ["walletAddress"],
      },
    ],
  ])("%s with %j", async (name, changes, issue) => {
    const { sendFields: send } = await prepareRequest(name);
    const { status, body } = await send(changes);
    expect([status, body.errors]).toEqual([400, [issue]]);
  });

  test("and repeats no sentence of the client for any wrong field", async () => {
    const { body, sendFields: send } = await prepareRequest("swap.quote");
    const wrong = Object.keys(body)
      .filter((field) => field !== "metadata")
      .map((field) => [field, { not: "valid" }]);
    const { errors = [] } = (await send(Object.fromEntries(wrong))).body;
    expect(errors).toHaveLength(wrong.length);
    for (const { message } of errors)
      expect(message).toMatch(/^(?:Required|Invalid( input)?|Expected .*, received object)$/);
  });

  test("and the price range of weth in usdc is still accepted", async () => {
    const { sendFields: send } = await prepareRequest("liquidity.create");
    const changes = { token0: usdc, token1: weth, minPrice: 0.0001, maxPrice: 0.001 };
    expect((await send(changes)).status).toBe(200);
  });
});
