import { describe, expect, test } from "vitest";
import { isApiError, WalletNotRegisteredError } from "../../src/index.js";
import {
  createProxy,
  type ProxyEvent,
  type ProxyOptions,
  walletOf,
} from "../../src/proxy/index.js";
import { pickExecutable, signQuote } from "../../src/signing/index.js";
import { failure } from "../http/test-client.js";
import { createSandboxClient, openWallet, owner, usdc } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { validCalls } from "../sandbox/valid-calls.js";
import { drained } from "../support/drained.js";
import { allOperations, createPageClient, origin, prefix } from "./proxy-kit.js";

/** A page's client, a proxy, and a sandbox with a funded wallet. */
async function openPage(options: Partial<ProxyOptions> = {}) {
  const wallet = await openWallet({ now: new Date() });
  const { sandbox } = wallet;
  const events: ProxyEvent[] = [];
  const proxy = createProxy({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    fetch: sandbox.fetch,
    prefix,
    allow: allOperations,
    authorize: () => true,
    onResponse: (event) => void events.push(event),
    ...options,
  });
  /** Every response to the page, with its headers. */
  const seen: string[] = [];
  const page = createPageClient(async (request) => {
    expect(request.headers.has("x-api-key")).toBe(false);
    // A page uploads documents directly to the storage.
    if (!request.url.startsWith(origin)) return sandbox.fetch(request);
    const response = await proxy(request);
    seen.push(JSON.stringify([await response.clone().text(), [...response.headers]]));
    return response;
  });
  return { ...wallet, proxy, page, events, seen };
}

describe("every operation through the proxy", () => {
  test.each(allOperations)("%s succeeds, and no response has the key", async (name) => {
    const { page, events, seen, ...wallet } = await openPage();
    const call = await validCalls[name]({ ...wallet, client: page });
    const before = wallet.sandbox.requests.length;
    await call();
    const [request, ...others] = wallet.sandbox.requests.slice(before);
    expect([request?.operation, others.length]).toEqual([name, 0]);
    expect(events.at(-1)).toMatchObject({
      operation: name,
      status: request?.status,
      id: undefined,
      sent: true,
    });
    expect(JSON.stringify([seen, events])).not.toContain(wallet.sandbox.apiKey);
  });
});

test("quotes, signs, executes and awaits a swap for the owner of the wallet", async () => {
  let mine = "";
  const { page, address, sandbox } = await openPage({
    authorize: (_request, call) =>
      call.operation === "operations.execute" || walletOf(call) === mine,
  });
  mine = address.toLowerCase();
  const request = createSwapRequest(address);
  const { quotes } = await page.swap.quote(request);
  const signed = await signQuote(pickExecutable(quotes), owner, {
    expect: request,
    owner: owner.address,
  });
  const queued = await page.operations.execute(signed);
  sandbox.advance(60_000);
  expect(await page.wallets.waitForTransaction(address, queued, { interval: 1 })).toMatchObject({
    status: "COMPLETED",
  });
  const foreign = await failure(
    page.wallets.portfolio("0x2222222222222222222222222222222222222222"),
  );
  expect(foreign).toMatchObject({ status: 403, id: "PROXY_FORBIDDEN" });
});

test("says of an error of the proxy that the proxy responded, and names the call once", async () => {
  const { page, sandbox } = await openPage({ authorize: () => false });
  const forbidden = (await failure(page.kyc.financialLimits("ind_1"))) as Error;
  expect(forbidden.message).toMatch(
    /^kyc\.financialLimits: the proxy responded with 403 PROXY_FORBIDDEN: the request is not authorized \(trace [^)]+\)$/,
  );
  expect(forbidden).toHaveProperty("hint", expect.stringContaining("docs/proxy.md"));

  const open = await openPage();
  open.sandbox.cut("fiat.createDeposit");
  const lost = (await failure(open.page.fiat.createDeposit({ quoteId: "q_1" }))) as Error;
  expect(lost.message).toContain(
    "\nfiat.createDeposit: the proxy responded with 502: it is not known whether this happened",
  );

  sandbox.fail("kyc.financialLimits", { status: 403, times: 1 });
  const direct = createSandboxClient(sandbox, { retry: false });
  expect((await failure(direct.kyc.financialLimits("ind_1"))) as Error).toHaveProperty(
    "message",
    expect.stringContaining("the service responded with 403"),
  );
});

test("iterates listings page by page", async () => {
  const { page, client } = await openPage();
  const direct = await client.tokens.list({ perPage: 3 }).toArray({ limit: 20 });
  expect(direct.length).toBeGreaterThan(6);
  expect(await page.tokens.list({ perPage: 3 }).toArray({ limit: 20 })).toEqual(direct);
});

test("keeps the class, id and trace id of the service's errors", async () => {
  const { page, sandbox } = await openPage();
  const error = await failure(
    page.wallets.history("0x2222222222222222222222222222222222222222").firstPage(),
  );
  expect(error).toBeInstanceOf(WalletNotRegisteredError);
  expect(error).toMatchObject({
    status: 404,
    id: "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  sandbox.fail("tokens.list", { status: 429, retryAfter: 3_000 });
  expect(await failure(page.tokens.list().firstPage())).toMatchObject({
    name: "RateLimitError",
    retryAfter: 3_000,
  });
});

test("throws typed errors for the proxy's own errors, with an issue per field", async () => {
  const { proxy } = await openPage();
  const page = createPageClient((request) =>
    proxy(
      request.url.includes("portfolio") ? new Request(`${request.url}?bogus=1`, request) : request,
    ),
  );
  const error = await failure(page.wallets.portfolio("0x2222222222222222222222222222222222222222"));
  expect(isApiError(error, "BAD_REQUEST") && error.issues).toMatchObject([{ path: "query.bogus" }]);
});

test("returns the raw response and the trace id from withResponse", async () => {
  const { page, address } = await openPage();
  const { data, response, traceId } = await page.wallets
    .portfolio(address, { includeTokens: true })
    .withResponse();
  expect(data.tokens?.map((balance) => balance.address)).toContain(usdc);
  expect([response.status, response.headers.get("cache-control"), traceId]).toEqual([
    200,
    "no-store",
    response.headers.get("trace-id"),
  ]);
});

test("works at the root, and with a trailing slash in the prefix", async () => {
  const { sandbox } = await openPage();
  const { baseUrl, apiKey, fetch } = sandbox;
  for (const at of ["/", "/a/b/"]) {
    const proxy = createProxy({
      baseUrl,
      apiKey,
      fetch,
      prefix: at,
      allow: ["tokens.list"],
      authorize: () => true,
    });
    const page = createPageClient(proxy, { baseUrl: origin + at });
    expect((await page.tokens.list().firstPage()).items.length).toBeGreaterThan(0);
  }
});

test("a page that does not validate a request is refused by the proxy", async () => {
  const { page, sandbox, address } = await openPage();
  const before = sandbox.requests.length;
  const request = createSwapRequest(address, { partialFillable: true } as never);
  const error = await failure(page.swap.quote(request, { requestValidation: "off" }));
  expect(isApiError(error, "BAD_REQUEST")).toBe(true);
  expect(error).toMatchObject({ status: 400 });
  expect(JSON.stringify(error)).toContain("partialFillable");
  expect(await drained(sandbox)).toHaveLength(before);
});
