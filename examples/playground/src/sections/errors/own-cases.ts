import { createClient } from "bursar";
import { type AccountSigner, pickExecutable, signQuote, toUnits } from "bursar/signing";
import type { ErrorCase } from "./case";
import { depositOf, type Kit, person, positionOf, swapOf, usdc } from "./kit";

const status = "Answers without an id";
const wire = "On the way";
const answers = "Answers that cannot be used";
const before = "Before anything is sent";
const signing = "Signing";

async function quoted(kit: Kit) {
  const request = swapOf(kit);
  const { quotes } = await kit.client.swap.quote(request);
  return { quote: pickExecutable(quotes), terms: { expect: request, owner: kit.owner.address } };
}

const json = (body: unknown) =>
  Response.json(body, { headers: { "trace-id": "0123456789abcdef" } });

/** What does not come of an error id: the rest of the classes that this package throws. */
export const ownCases: readonly ErrorCase[] = [
  {
    title: "Too many requests",
    group: status,
    cause: "The sandbox answers 429 and asks to wait 30 seconds.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ client, sandbox }) => {
      sandbox.fail("tokens.list", { status: 429, retryAfter: 30_000 });
      return client.tokens.list().firstPage();
    },
  },
  {
    title: "A gateway's 503",
    group: status,
    cause: "Something in front of the service answers 503 with an empty body.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ client, sandbox }) => {
      sandbox.fail("tokens.list", { status: 503 });
      return client.tokens.list().firstPage();
    },
  },
  {
    title: "A feature that is not enabled",
    group: status,
    cause: "The project has no fiat feature.",
    call: "client.fiat.quoteDeposit(request)",
    provoke: (kit) => {
      kit.sandbox.configure({ fiat: false });
      return kit.client.fiat.quoteDeposit(depositOf(kit));
    },
  },
  {
    title: "No connection",
    group: wire,
    cause: "The request fails as in a browser that is offline.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ connect }) =>
      connect({ fetch: () => Promise.reject(new TypeError("Failed to fetch")) })
        .tokens.list()
        .firstPage(),
  },
  {
    title: "Connection cut",
    group: wire,
    cause: "The answer to a read breaks off in the middle.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ client, sandbox }) => {
      sandbox.cut("tokens.list");
      return client.tokens.list().firstPage();
    },
  },
  {
    title: "Timeout",
    group: wire,
    cause: "The sandbox hangs, and one attempt may take 600 ms.",
    call: "client.tokens.list({}, { timeout: 600 }).firstPage()",
    provoke: ({ client, sandbox }) => {
      sandbox.hang("tokens.list");
      return client.tokens.list({}, { timeout: 600 }).firstPage();
    },
  },
  {
    title: "A wait that ends too early",
    group: wire,
    cause: "An operation is waited for that never shows up.",
    call: "client.wallets.waitForTransaction(walletAddress, { userOperationHash }, { timeout: 1_500 })",
    provoke: ({ client, address }) =>
      client.wallets.waitForTransaction(
        address,
        { userOperationHash: `0x${"ab".repeat(32)}` },
        { timeout: 1_500, interval: 300 },
      ),
  },
  {
    title: "Aborted",
    group: wire,
    cause: "The caller's signal ends the call after 300 ms.",
    call: "client.tokens.list({}, { signal }).firstPage()",
    provoke: ({ client, sandbox }) => {
      sandbox.hang("tokens.list");
      const controller = new AbortController();
      setTimeout(() => controller.abort("the person left the page"), 300);
      return client.tokens.list({}, { signal: controller.signal }).firstPage();
    },
  },
  {
    title: "Outcome unknown",
    group: wire,
    cause: "A signed swap is executed, and the answer breaks off: it may have happened.",
    call: "client.operations.execute(signed)",
    provoke: async (kit) => {
      const { quote, terms } = await quoted(kit);
      const signed = await signQuote(quote, kit.owner, terms);
      kit.sandbox.cut("operations.execute");
      return kit.client.operations.execute(signed);
    },
  },
  {
    title: "Document upload refused",
    group: wire,
    cause: "A document is uploaded 16 minutes after its target was made.",
    call: "client.kyc.uploadDocument(frontDocumentUpload, file)",
    provoke: async ({ client, sandbox }) => {
      const { frontDocumentUpload } = await client.kyc.individual.standard.create(person);
      sandbox.advance(960_000);
      return client.kyc.uploadDocument(
        frontDocumentUpload,
        new Blob(["a picture"], { type: "image/jpeg" }),
      );
    },
  },
  {
    title: "Response drift",
    group: answers,
    cause: "A transaction comes without its status, and with a number for its id.",
    call: "client.wallets.history(walletAddress).firstPage()",
    provoke: ({ connect, address }) =>
      connect({
        fetch: async () => json({ nextLastId: null, transactions: [{ id: 17, type: "SWAP" }] }),
      })
        .wallets.history(address)
        .firstPage(),
  },
  {
    title: "Not JSON",
    group: answers,
    cause: "A portal answers 200 with a page of its own.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ connect }) =>
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
    group: answers,
    cause: "200, and nothing in it.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ connect }) =>
      connect({
        fetch: async () => new Response("", { headers: { "content-type": "application/json" } }),
      })
        .tokens.list()
        .firstPage(),
  },
  {
    title: "Redirect",
    group: answers,
    cause: "The service's address has moved. The key would go along, so nobody follows.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ connect }) =>
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
    group: answers,
    cause: "Every page points to the same next one.",
    call: "client.wallets.history(walletAddress).toArray({ limit: 1_000 })",
    provoke: ({ connect, address }) => {
      const transactions = [{ id: "tx_1", type: "SWAP", status: "COMPLETED" }];
      return connect({ fetch: async () => json({ nextLastId: "tx_1", transactions }) })
        .wallets.history(address)
        .toArray({ limit: 1_000 });
    },
  },
  {
    title: "Bad request with several problems",
    group: before,
    cause: "Five fields cannot be right. All of them are named at once, and nothing is sent.",
    call: "client.swap.quote(request)",
    provoke: (kit) =>
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
    title: "Range upside down",
    group: before,
    cause: "The lower price of a position is above the upper one.",
    call: "client.liquidity.create(request)",
    provoke: (kit) =>
      kit.client.liquidity.create({ ...positionOf(kit), minPrice: 0.0008, maxPrice: 0.0002 }),
  },
  {
    title: "Unsafe configuration",
    group: before,
    cause: "A base URL without encryption: everybody on the way could read the key.",
    call: 'createClient({ baseUrl: "http://api.example.com" })',
    provoke: () => createClient({ baseUrl: "http://api.example.com", apiKey: null }),
  },
  {
    title: "Key in a browser",
    group: before,
    cause: "An API key is handed to a client in this page, where everybody could read it.",
    call: 'createClient({ baseUrl: "https://api.example.com", apiKey })',
    provoke: () => createClient({ baseUrl: "https://api.example.com", apiKey: "made-up" }),
  },
  {
    title: "Unsafe to sign",
    group: signing,
    cause: "Somebody has changed the receiver, the input token and the least amount of a quote.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    provoke: async (kit) => {
      const { quote, terms } = await quoted(kit);
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
    cause: "The person presses Reject.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    provoke: async (kit) => {
      const { quote, terms } = await quoted(kit);
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
    cause: "The signer answers with the signature of another account.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    provoke: async (kit) => {
      const { quote, terms } = await quoted(kit);
      const { generatePrivateKey, privateKeyToAccount } = await import("viem/accounts");
      const other = privateKeyToAccount(generatePrivateKey());
      const signer: AccountSigner = {
        address: kit.owner.address,
        signMessage: (asked) => other.signMessage(asked),
      };
      return signQuote(quote, signer, terms);
    },
  },
  {
    title: "A signer that cannot sign this",
    group: signing,
    cause: "An account without a method that signs messages.",
    call: "signQuote(quote, signer, { expect: request, owner })",
    provoke: async (kit) => {
      const { quote, terms } = await quoted(kit);
      return signQuote(quote, { address: kit.owner.address } as never, terms);
    },
  },
  {
    title: "An amount that would change",
    group: signing,
    cause: `1e-7 is no decimal string, and USDC (${usdc.slice(0, 6)}…) has six decimals only.`,
    call: 'toUnits("1e-7", 6)',
    provoke: () => toUnits("1e-7", 6),
  },
];
