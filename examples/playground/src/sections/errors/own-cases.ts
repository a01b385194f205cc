import { createClient } from "bursar";
import { type AccountSigner, pickExecutable, signQuote, toUnits } from "bursar/signing";
import type { ErrorCase } from "./case";
import { depositOf, type Kit, person, positionOf, swapOf, usdc } from "./kit";

const status = "Responses without an id";
const network = "Network";
const responses = "Invalid responses";
const before = "Before the request";
const signing = "Signing";

async function fetchQuote(kit: Kit) {
  const request = swapOf(kit);
  const { quotes } = await kit.client.swap.quote(request);
  return { quote: pickExecutable(quotes), terms: { expect: request, owner: kit.owner.address } };
}

const json = (body: unknown) =>
  Response.json(body, { headers: { "trace-id": "0123456789abcdef" } });

/** The error classes of this package that have no error id. */
export const ownCases: readonly ErrorCase[] = [
  {
    title: "Too many requests",
    group: status,
    cause: "The sandbox responds with 429 and Retry-After: 30.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ client, sandbox }) => {
      sandbox.fail("tokens.list", { status: 429, retryAfter: 30_000 });
      return client.tokens.list().firstPage();
    },
  },
  {
    title: "503 from a gateway",
    group: status,
    cause: "A gateway responds with 503 and an empty body.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ client, sandbox }) => {
      sandbox.fail("tokens.list", { status: 503 });
      return client.tokens.list().firstPage();
    },
  },
  {
    title: "Feature not enabled",
    group: status,
    cause: "The project has no fiat feature.",
    call: "client.fiat.quoteDeposit(request)",
    trigger: (kit) => {
      kit.sandbox.configure({ fiat: false });
      return kit.client.fiat.quoteDeposit(depositOf(kit));
    },
  },
  {
    title: "No connection",
    group: network,
    cause: "fetch rejects, as in an offline browser.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ connect }) =>
      connect({ fetch: () => Promise.reject(new TypeError("Failed to fetch")) })
        .tokens.list()
        .firstPage(),
  },
  {
    title: "Connection lost",
    group: network,
    cause: "The connection closes in the middle of a response to a read.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ client, sandbox }) => {
      sandbox.cut("tokens.list");
      return client.tokens.list().firstPage();
    },
  },
  {
    title: "Timeout",
    group: network,
    cause: "The sandbox does not respond, and the timeout of an attempt is 600 ms.",
    call: "client.tokens.list({}, { timeout: 600 }).firstPage()",
    trigger: ({ client, sandbox }) => {
      sandbox.hang("tokens.list");
      return client.tokens.list({}, { timeout: 600 }).firstPage();
    },
  },
  {
    title: "Wait timeout",
    group: network,
    cause: "The call waits for an operation that never appears in the history.",
    call: "client.wallets.waitForTransaction(walletAddress, { userOperationHash }, { timeout: 1_500 })",
    trigger: ({ client, address }) =>
      client.wallets.waitForTransaction(
        address,
        { userOperationHash: `0x${"ab".repeat(32)}` },
        { timeout: 1_500, interval: 300 },
      ),
  },
  {
    title: "Aborted",
    group: network,
    cause: "The caller's signal aborts the call after 300 ms.",
    call: "client.tokens.list({}, { signal }).firstPage()",
    trigger: ({ client, sandbox }) => {
      sandbox.hang("tokens.list");
      const controller = new AbortController();
      setTimeout(() => controller.abort("the user left the page"), 300);
      return client.tokens.list({}, { signal: controller.signal }).firstPage();
    },
  },
  {
    title: "Outcome unknown",
    group: network,
    cause:
      "The connection closes during the response to a signed swap. The service may have executed it.",
    call: "client.operations.execute(signed)",
    trigger: async (kit) => {
      const { quote, terms } = await fetchQuote(kit);
      const signed = await signQuote(quote, kit.owner, terms);
      kit.sandbox.cut("operations.execute");
      return kit.client.operations.execute(signed);
    },
  },
  {
    title: "Upload rejected",
    group: network,
    cause: "A document is uploaded 16 minutes after its target was created.",
    call: "client.kyc.uploadDocument(frontDocumentUpload, file)",
    trigger: async ({ client, sandbox }) => {
      const { frontDocumentUpload } = await client.kyc.individual.standard.create(person);
      sandbox.advance(960_000);
      return client.kyc.uploadDocument(
        frontDocumentUpload,
        new Blob([new Uint8Array(100)], { type: "image/jpeg" }),
      );
    },
  },
  {
    title: "Response does not match the schema",
    group: responses,
    cause: "A transaction has no id and no status.",
    call: "client.wallets.history(walletAddress).firstPage()",
    trigger: ({ connect, address }) =>
      connect({
        fetch: async () => json({ nextLastId: null, transactions: [{ type: "SWAP" }] }),
      })
        .wallets.history(address)
        .firstPage(),
  },
  {
    title: "Not JSON",
    group: responses,
    cause: "A captive portal responds with 200 and an HTML page.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ connect }) =>
      connect({
        fetch: async () =>
          new Response("<!doctype html><title>Sign in</title>", {
            headers: { "content-type": "text/html" },
          }),
      })
        .tokens.list()
        .firstPage(),
  },
  {
    title: "Empty body",
    group: responses,
    cause: "The response has status 200 and an empty body.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ connect }) =>
      connect({
        fetch: async () => new Response("", { headers: { "content-type": "application/json" } }),
      })
        .tokens.list()
        .firstPage(),
  },
  {
    title: "Redirect",
    group: responses,
    cause:
      "The service redirects. The client does not follow, because that would send the key to another host.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ connect }) =>
      connect({
        fetch: async () =>
          new Response(null, {
            status: 302,
            headers: { location: "https://elsewhere.example/api" },
          }),
      })
        .tokens.list()
        .firstPage(),
  },
  {
    title: "Pagination loop",
    group: responses,
    cause: "Every page has the same cursor.",
    call: "client.wallets.history(walletAddress).toArray({ limit: 1_000 })",
    trigger: ({ connect, address }) => {
      const transactions = [{ id: "tx_1", type: "SWAP", status: "COMPLETED" }];
      return connect({ fetch: async () => json({ nextLastId: "tx_1", transactions }) })
        .wallets.history(address)
        .toArray({ limit: 1_000 });
    },
  },
  {
    title: "Invalid request with several issues",
    group: before,
    cause: "Five fields are invalid. The error lists all of them, and no request is sent.",
    call: "client.swap.quote(request)",
    trigger: (kit) =>
      kit.client.swap.quote(
        swapOf(kit, {
          amountIn: "ten",
          chainIdIn: 138 as never,
          slippage: 100,
          payGasFeeToken: "USDC" as never,
          toAddress: "0x12" as never,
        }),
      ),
  },
  {
    title: "Inverted price range",
    group: before,
    cause: "The lower price of a position is above the upper one.",
    call: "client.liquidity.create(request)",
    trigger: (kit) =>
      kit.client.liquidity.create({ ...positionOf(kit), minPrice: 0.0008, maxPrice: 0.0002 }),
  },
  {
    title: "Unsafe configuration",
    group: before,
    cause: "The base URL is not encrypted, so an intermediary could read the key.",
    call: 'createClient({ baseUrl: "http://api.example.com" })',
    trigger: () => createClient({ baseUrl: "http://api.example.com", apiKey: null }),
  },
  {
    title: "Key in a browser",
    group: before,
    cause: "A client in this page gets an API key, which every visitor could read.",
    call: 'createClient({ baseUrl: "https://api.example.com", apiKey })',
    trigger: () => createClient({ baseUrl: "https://api.example.com", apiKey: "made-up" }),
  },
  {
    title: "Unsafe to sign",
    group: signing,
    cause: "The receiver, the input token and the minimum amount of a quote are changed.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    trigger: async (kit) => {
      const { quote, terms } = await fetchQuote(kit);
      return signQuote(
        {
          ...quote,
          toAddress: kit.owner.address,
          minAmountOut: "0.000001",
          tokenIn: quote.tokenOut,
        },
        kit.owner,
        terms,
      );
    },
  },
  {
    title: "Declined in the wallet",
    group: signing,
    cause: "The user presses Reject.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    trigger: async (kit) => {
      const { quote, terms } = await fetchQuote(kit);
      const declining: AccountSigner = {
        address: kit.owner.address,
        signMessage: () =>
          Promise.reject(Object.assign(new Error("User rejected the request."), { code: 4001 })),
      };
      return signQuote(quote, declining, terms);
    },
  },
  {
    title: "Signed by another key",
    group: signing,
    cause: "The signer returns the signature of another account.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    trigger: async (kit) => {
      const { quote, terms } = await fetchQuote(kit);
      const { generatePrivateKey, privateKeyToAccount } = await import("viem/accounts");
      const other = privateKeyToAccount(generatePrivateKey());
      const signer: AccountSigner = {
        address: kit.owner.address,
        signMessage: (request) => other.signMessage(request),
      };
      return signQuote(quote, signer, terms);
    },
  },
  {
    title: "Unsupported signer",
    group: signing,
    cause: "The account has no method that signs messages.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    trigger: async (kit) => {
      const { quote, terms } = await fetchQuote(kit);
      return signQuote(quote, { address: kit.owner.address } as never, terms);
    },
  },
  {
    title: "Invalid amount",
    group: signing,
    cause: `1e-7 is not a decimal string, and USDC (${usdc.slice(0, 6)}…) has only six decimals.`,
    call: 'toUnits("1e-7", 6)',
    trigger: () => toUnits("1e-7", 6),
  },
];
