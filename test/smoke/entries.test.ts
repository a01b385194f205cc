import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import {
  isBitcoinAddress,
  readPrivateKey,
  signBitcoinMessage,
  verifyBitcoinMessage,
} from "../../src/bitcoin/index.js";
import { SwapQuote } from "../../src/contract/index.js";
import { factories, isApiError, tokenAddresses } from "../../src/index.js";
import { createMemoryJournal, once } from "../../src/intents/index.js";
import { createOpenApi } from "../../src/openapi/index.js";
import { createProxy } from "../../src/proxy/index.js";
import { createQueries } from "../../src/query/index.js";
import { createReceipts, verifyReceipts } from "../../src/receipts/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import {
  checkQuote,
  pickExecutable,
  signQuote,
  signUserOperation,
} from "../../src/signing/index.js";
import { sqlPolicyStore } from "../../src/stores/index.js";
import { createTools } from "../../src/tools/index.js";
import { signWebhook, verifyWebhook } from "../../src/webhooks/index.js";
import { createSandboxClient } from "../sandbox/open-sandbox.js";
import { inBrowser } from "../support/in-browser.js";

// One test per entry of the package, for the runtimes and browsers that do not run all suites.

/** The sandbox has the final status at the second look, so a second of waiting proves nothing. */
const pollFast = { interval: 10 };

async function openFundedWallet() {
  const sandbox = createSandbox();
  const client = createSandboxClient(sandbox);
  const owner = privateKeyToAccount(generatePrivateKey());
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner.address,
    factory: factories.lightAccount["2.0.0"],
  });
  const { walletAddress } = wallet;
  const { USDC, WETH } = tokenAddresses[137];
  sandbox.fund({ account: walletAddress, chainId: 137, token: USDC, amount: "500" });
  const request = {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: USDC,
    tokenOut: WETH,
    payGasFeeToken: USDC,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  } as const;
  return { sandbox, client, owner, walletAddress, request };
}

test("bursar, bursar/signing and bursar/sandbox swap until the final status", async () => {
  const { client, owner, walletAddress, request } = await openFundedWallet();
  const { quotes } = await client.swap.quote(request);
  const options = { expect: request, owner: owner.address };
  const quote = pickExecutable(quotes);
  expect(checkQuote(quote, options)).toEqual([]);
  const queued = await client.operations.execute(await signQuote(quote, owner, options));
  const done = await client.wallets.waitForTransaction(walletAddress, queued, pollFast);
  expect(done.status).toBe("COMPLETED");
});

test("bursar/intents pays once", async () => {
  const { client, owner, walletAddress, request } = await openFundedWallet();
  const terms = { walletAddress, chainId: 137, signer: owner, owner: owner.address };
  const journal = createMemoryJournal();
  const pay = () =>
    once(client, { intent: "order 17", journal, ...terms, wait: pollFast }, async (metadata) => {
      const expect = { ...request, metadata };
      return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect };
    });
  const first = await pay();
  expect(first.state).toBe("done");
  expect(await pay()).toEqual(first);
});

test("bursar throws the error of the service", async () => {
  const { client } = await openFundedWallet();
  const missing = client.fiat.createDeposit({ quoteId: "0f8fad5b-d9cb-469f-a165-70867728950e" });
  const error = await missing.catch((thrown: unknown) => thrown);
  expect(isApiError(error, "FIAT_QUOTE_NOT_FOUND")).toBe(true);
});

test("bursar/schemas validates a record", async () => {
  const { client, request } = await openFundedWallet();
  const { quotes } = await client.swap.quote(request);
  expect(SwapQuote.safeParse(quotes[0]).success).toBe(true);
  expect(SwapQuote.safeParse({ ...quotes[0], minAmountOut: 1 }).success).toBe(false);
});

test("bursar/bitcoin signs and verifies a message", async () => {
  const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
  const signed = signBitcoinMessage("hello", key, { kind: "P2TR" });
  expect(isBitcoinAddress(signed.address)).toBe(true);
  expect(verifyBitcoinMessage(signed)).toBe(true);
  expect(verifyBitcoinMessage({ ...signed, message: "hullo" })).toBe(false);
});

test("bursar/webhooks verifies what it signed", async () => {
  const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
  const { body, headers } = await signWebhook({ event_type: "ping" }, secret);
  const { event } = await verifyWebhook(headers, body, secret);
  expect(event).toEqual({ event_type: "ping" });
  const forged = verifyWebhook(headers, `${body} `, secret);
  await expect(forged).rejects.toMatchObject({ kind: "webhook" });
});

test("bursar/query reads through its options", async () => {
  const { client, walletAddress } = await openFundedWallet();
  const { queryFn, queryKey } = createQueries(client).wallets.portfolio(walletAddress);
  const signal = new AbortController().signal;
  const portfolio = await (queryFn as (context: object) => unknown)({ queryKey, signal });
  expect(portfolio).toMatchObject({ tokens: expect.any(Array) });
});

// A page cannot have a proxy: its key would be public.
test.skipIf(inBrowser)("bursar/proxy forwards what is allowed, with the key", async () => {
  const { sandbox, walletAddress } = await openFundedWallet();
  const { baseUrl, apiKey, fetch } = sandbox;
  const allow = ["wallets.portfolio"] as const;
  const proxy = createProxy({
    prefix: "/api",
    baseUrl,
    apiKey,
    fetch,
    allow: [...allow],
    authorize: () => true,
  });
  const path = `/api/v1/wallets/${walletAddress}`;
  const send = (rest: string) => proxy(new Request(`https://app.test/api${path}${rest}`));
  expect((await send("/portfolio")).status).toBe(200);
  expect((await send("/history")).status).toBe(403);
});

test("bursar/stores reserves in a database with its tables", async () => {
  const query = async (sql: string) => {
    if (sql.startsWith("select dialect"))
      return { rows: [{ dialect: "sqlite", version: 1 }], changes: 0 };
    return { rows: [], changes: /^insert|= version$/.test(sql) ? 1 : 0 };
  };
  const { reserve } = sqlPolicyStore({ query, dialect: "sqlite" });
  const window = { version: 1, hours: 24, max: "10" } as const;
  expect(await reserve("usdc", "5", window)).toEqual({ id: expect.any(String), used: "0" });
  expect(await reserve("usdc", "11", window)).toEqual({ id: undefined, used: "0" });
});

test("bursar/receipts makes a line that it verifies", async () => {
  const lines: string[] = [];
  const receipts = createReceipts({ append: (line) => void lines.push(line) });
  await expect(signUserOperation("0x12", {} as never, { receipts })).rejects.toThrow("hash");
  expect(verifyReceipts(lines.join("\n"))).toMatchObject({ ok: true, count: 1 });
});

test("bursar/openapi describes every path", () => {
  const { openapi, paths } = createOpenApi();
  expect(openapi).toBe("3.1.0");
  expect(Object.keys(paths).length).toBeGreaterThan(20);
});

test("bursar/tools runs a read on the sandbox", async () => {
  const client = createSandboxClient(createSandbox());
  const [chains] = createTools(client, { allow: ["tokens.chains"] });
  expect(await chains?.execute({})).toMatchObject({ ok: true });
});
