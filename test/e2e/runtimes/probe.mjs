// Uses the package as a user does, in one program for every runtime. It has no imports and uses
// only web APIs. `modules` contains every entry of the package by its name, and viem's accounts.
// `probe` returns the results of named checks.

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const ownerKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const ownerAddress = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
const hash = `0x${"a1".repeat(32)}`;
const signature = `0x${"b2".repeat(65)}`;
/** A person with a passport, which needs no photo of the back. */
const person = {
  firstName: "Ana",
  lastName: "Silva",
  birthDate: "1990-05-17",
  email: "ana@example.com",
  livenessRequired: false,
  documentCategory: "PASSPORT",
  documentCountry: "BRAZIL",
  documentId: "123456789",
  address: "Rua Augusta 1",
  city: "Sao Paulo",
  state: "SP",
  postalCode: "01000000",
};
const psbt =
  "cHNidP8BAFICAAAAAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAAAAD/////ASgjAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBHxAnAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==";

function assert(condition, problem) {
  if (!condition) throw new Error(problem);
}

function assertEqual(actual, expected, name) {
  assert(
    JSON.stringify(actual) === JSON.stringify(expected),
    `${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
  );
}

/** Returns the error of a rejected call. */
async function errorOf(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}

/** Statuses after which some runtimes, gateways or clients repeat a request. */
const writeStatuses = [301, 302, 303, 307, 308, 421, 401, 407, 408, 425, 429, 503];

/**
 * A failed write is an error of the service or an unknown outcome, never a success or a raw error.
 */
const isWriteFailure = (bursar, error) =>
  bursar.isApiError(error) || error instanceof bursar.OutcomeUnknownError;

const describeError = (error) => `${error?.name}: ${error?.message} ${error?.cause?.message ?? ""}`;

/** Registers and funds a wallet, and requests quotes for a swap. */
async function quoteSwap({ client, fund }) {
  const { wallet } = await client.wallets.ensure({ externallyOwnedAccount: ownerAddress, factory });
  await fund(wallet.walletAddress);
  const request = {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress: wallet.walletAddress,
    toAddress: wallet.walletAddress,
  };
  const { quotes } = await client.swap.quote(request);
  return { request, quotes, walletAddress: wallet.walletAddress };
}

/** The checks for any service: in memory or over the network. */
function rootChecks(check, bursar, where, open) {
  const { isApiError } = bursar;
  check(`${where}: returns the response of a read`, async () => {
    const { data, response } = await open()
      .client.wallets.check({ externallyOwnedAccount: ownerAddress, factory, salt: "77" })
      .withResponse();
    assert(response.status === 200 && typeof data === "object", `status ${response.status}`);
  });
  check(`${where}: iterates over all pages of a list`, async () => {
    const { client } = open();
    const all = { filterWhitelist: false, perPage: 100 };
    let count = 0;
    for await (const token of client.tokens.list(all)) count += token.address ? 1 : 0;
    let pages = 0;
    for await (const { items } of client.tokens.list(all).pages())
      pages += items.length > 0 ? 1 : 0;
    assert(pages > 1 && pages === Math.ceil(count / 100), `${count} tokens on ${pages} pages`);
  });
  check(`${where}: throws an error of the service with its id`, async () => {
    const request = {
      amountIn: "1",
      chainIdIn: 137,
      chainIdOut: 137,
      tokenIn: usdc,
      tokenOut: weth,
      payGasFeeToken: usdc,
    };
    const address = "0x00000000000000000000000000000000000000ff";
    const error = await errorOf(
      open().client.swap.quote({
        ...request,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
        walletAddress: address,
        toAddress: address,
      }),
    );
    assert(
      isApiError(error, "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"),
      describeError(error),
    );
    assert(
      error instanceof bursar.WalletNotRegisteredError && error.status >= 400,
      describeError(error),
    );
  });
  check(`${where}: rejects an invalid request with every issue, without sending it`, async () => {
    const error = await errorOf(
      open().client.swap.quote({ amountIn: "1e5", chainIdIn: 99, tokenIn: "0x1", surprise: true }),
    );
    assert(error instanceof bursar.RequestValidationError, describeError(error));
    const paths = error.issues.map(({ path }) => path.split(".").at(-1));
    for (const path of [
      "amountIn",
      "chainIdIn",
      "tokenIn",
      "tokenOut",
      "walletAddress",
      "surprise",
    ])
      assert(paths.includes(path), `${path}: ${paths}`);
  });
  check(`${where}: uploads a document and reports its progress`, async () => {
    const { client } = open();
    const session = await client.kyc.individual.standard.create(person);
    const steps = [];
    const bytes = new Uint8Array(200_000).map((_, index) => index % 251);
    await client.kyc.uploadDocument(session.frontDocumentUpload, bytes, {
      onProgress: ({ sent, total }) => steps.push([sent, total]),
    });
    const [sent, total] = steps.at(-1) ?? [];
    assert(sent === total && total > 200_000, JSON.stringify(steps));
    const again = await client.kyc.individual.standard.create(person);
    await client.kyc.uploadDocument(
      again.frontDocumentUpload,
      new Blob([bytes], { type: "image/png" }),
    );
  });
}

const probes = {
  bursar(check, { bursar, "bursar/sandbox": sandboxes }, { service, faults, closed }) {
    const { createClient } = bursar;
    const quiet = { logLevel: "off", validation: "strict" };
    const clientFor = (path, options) =>
      createClient({ ...quiet, baseUrl: `${faults}/${path}`, apiKey: "key-of-a-test", ...options });
    const received = async (path) => (await (await fetch(`${faults}/received`)).json())[path] ?? 0;

    const sandbox = sandboxes.createSandbox();
    const inMemory = createClient({
      ...quiet,
      baseUrl: sandbox.baseUrl,
      apiKey: sandbox.apiKey,
      fetch: sandbox.fetch,
    });
    rootChecks(check, bursar, "in memory", () => ({ client: inMemory }));
    const overNetwork = createClient({
      ...quiet,
      baseUrl: service.url,
      apiKey: async () => service.apiKey,
    });
    rootChecks(check, bursar, "over the network", () => ({ client: overNetwork }));

    check("names a missing option, also without access to the environment", async () => {
      const error = await errorOf((async () => createClient())());
      assert(
        error instanceof bursar.ConfigurationError && /baseUrl is missing/.test(error.message),
        describeError(error),
      );
    });
    check("ends a read without a response after its timeout", async () => {
      const error = await errorOf(
        clientFor("hang", { timeout: 150, retry: false }).tokens.list().firstPage(),
      );
      assert(error instanceof bursar.TimeoutError && error.timeout === 150, describeError(error));
    });
    check("ends an aborted call immediately, with the reason", async () => {
      const controller = new AbortController();
      // The request is sent after this hook.
      const onRequest = () => setTimeout(() => controller.abort("enough"));
      const error = await errorOf(
        clientFor("hang-on", { hooks: { onRequest } }).wallets.portfolio(
          ownerAddress,
          {},
          { signal: controller.signal },
        ),
      );
      assert(
        error instanceof bursar.AbortedError && error.reason === "enough" && error.sent,
        describeError(error),
      );
    });
    check("retries a read after a broken connection", async () => {
      const error = await errorOf(
        clientFor("reset-read", { retry: { limit: 2, baseDelay: 1 } })
          .tokens.list()
          .firstPage(),
      );
      assert(
        error instanceof bursar.ConnectionError && error.phase === "exchange",
        describeError(error),
      );
      assert((await received("reset-read")) >= 3, `${await received("reset-read")} requests`);
    });
    check(
      "reports an unknown outcome for a write whose response is lost, and sends it once",
      async () => {
        const error = await errorOf(
          clientFor("reset").operations.execute({ userOperationHash: hash, signature }),
        );
        assert(error instanceof bursar.OutcomeUnknownError, describeError(error));
        assertEqual(await received("reset"), 1, "requests");
      },
    );
    for (const [path, name, send] of [
      [
        "reset-reused",
        "a write",
        (client) => client.operations.execute({ userOperationHash: hash, signature }),
      ],
      [
        "reset-reused-2",
        "a write without a body",
        (client) => client.kyc.individual.standard.process("session"),
      ],
    ]) {
      check(`sends ${name} once if a reused connection breaks`, async () => {
        for (let i = 0; i < 3; i++)
          await (await fetch(`${faults}/ok`, { method: "POST", body: "{}" })).text();
        const error = await errorOf(send(clientFor(path)));
        assert(error instanceof bursar.OutcomeUnknownError, describeError(error));
        assertEqual(await received(path), 1, "requests");
      });
    }
    const writes = [
      (client) => client.operations.execute({ userOperationHash: hash, signature }),
      (client) => client.kyc.individual.standard.process("session"),
    ];
    for (const status of writeStatuses) {
      check(
        `sends a write once if the response has status ${status}, with or without a body`,
        async () => {
          for (const path of [`status-${status}`, `status-${status}-empty`]) {
            for (const [index, send] of writes.entries()) {
              const error = await errorOf(
                send(clientFor(`${path}-${index}`, { retry: { limit: 3, baseDelay: 1 } })),
              );
              assert(isWriteFailure(bursar, error), describeError(error));
              if (status < 400)
                assert(error instanceof bursar.OutcomeUnknownError, describeError(error));
              assertEqual(await received(`${path}-${index}`), 1, "requests");
            }
          }
        },
      );
    }
    check(
      "reports an unknown outcome for a write if the connection closes in the headers, and sends it once",
      async () => {
        const error = await errorOf(
          clientFor("close-in-headers").operations.execute({ userOperationHash: hash, signature }),
        );
        assert(error instanceof bursar.OutcomeUnknownError, describeError(error));
        assertEqual(await received("close-in-headers"), 1, "requests");
      },
    );
    check(
      "reports an unknown outcome for a write if the connection closes in the body",
      async () => {
        const error = await errorOf(
          clientFor("cut").operations.execute({ userOperationHash: hash, signature }),
        );
        assert(
          error instanceof bursar.OutcomeUnknownError && error.cause.phase === "body",
          describeError(error),
        );
        assertEqual(await received("cut"), 1, "requests");
      },
    );
    check("rejects a write to a closed port", async () => {
      const client = createClient({
        ...quiet,
        baseUrl: closed,
        apiKey: "key",
        retry: { limit: 1, baseDelay: 1 },
      });
      const error = await errorOf(
        client.operations.execute({ userOperationHash: hash, signature }),
      );
      // Only some runtimes report that the connection failed. Otherwise the outcome is unknown.
      assert(
        error instanceof bursar.OutcomeUnknownError ||
          (error instanceof bursar.ConnectionError && error.phase === "connect"),
        describeError(error),
      );
    });
    check("does not follow a redirect", async () => {
      const error = await errorOf(clientFor("redirect").wallets.portfolio(ownerAddress));
      assert(error instanceof bursar.RedirectError, describeError(error));
      assertEqual(await received("elsewhere"), 0, "requests to the target of the redirect");
    });
    check("keeps the key out of an error and its printed form", async () => {
      const error = await errorOf(
        clientFor("reset-key", { retry: false }).tokens.list().firstPage(),
      );
      const texts = [
        String(error),
        error.stack,
        JSON.stringify(error),
        String(error.cause),
        JSON.stringify(error.cause),
        error.cause?.stack,
      ];
      assert(!texts.join(" ").includes("key-of-a-test"), texts.join("\n"));
    });
  },

  "bursar/signing"(check, modules, { service }) {
    const {
      bursar,
      "bursar/signing": signing,
      "bursar/sandbox": sandboxes,
      "viem/accounts": accounts,
    } = modules;
    const owner = accounts.privateKeyToAccount(ownerKey);
    const setups = {
      "in memory": () => {
        const sandbox = sandboxes.createSandbox();
        const client = bursar.createClient({
          baseUrl: sandbox.baseUrl,
          apiKey: sandbox.apiKey,
          fetch: sandbox.fetch,
        });
        return {
          client,
          fund: (account) => sandbox.fund({ account, chainId: 137, token: usdc, amount: "500" }),
        };
      },
      "over the network": () => ({
        client: bursar.createClient({ baseUrl: service.url, apiKey: service.apiKey }),
        async fund(account) {
          const body = JSON.stringify({ account, chainId: 137, token: usdc, amount: "500" });
          const headers = { "content-type": "application/json" };
          const response = await fetch(`${service.url}/__sandbox/fund`, {
            method: "POST",
            headers,
            body,
          });
          assert(response.ok, `funding: ${response.status} ${await response.text()}`);
        },
      }),
    };
    for (const [where, open] of Object.entries(setups)) {
      check(`${where}: quotes, signs and executes a swap`, async () => {
        const setup = open();
        const { request, quotes, walletAddress } = await quoteSwap(setup);
        const quote = signing.pickExecutable(quotes);
        const signed = await signing.signQuote(quote, owner, {
          expect: request,
          owner: owner.address,
        });
        const queued = await setup.client.operations.execute(signed);
        const done = await setup.client.wallets.waitForTransaction(walletAddress, queued, {
          interval: 100,
        });
        assertEqual(done.status, "COMPLETED", "the swap");
      });
    }
    check("rejects a tampered quote without a signature request", async () => {
      const { request, quotes } = await quoteSwap(setups["in memory"]());
      let signatureRequests = 0;
      const signMessage = (message) => ++signatureRequests && owner.signMessage(message);
      const signer = { ...owner, signMessage };
      const tampered = {
        ...signing.pickExecutable(quotes),
        toAddress: "0x00000000000000000000000000000000000bad00",
        minAmountOut: "0.001",
      };
      const error = await errorOf(
        signing.signQuote(tampered, signer, { expect: request, owner: owner.address }),
      );
      assert(
        error instanceof bursar.UnsafeToSignError &&
          error.problems.some(({ code }) => code === "receiver"),
        describeError(error),
      );
      assertEqual(signatureRequests, 0, "signature requests");
    });
    check("describes a quote", async () => {
      const { quotes } = await quoteSwap(setups["in memory"]());
      assert(
        signing.describeQuote(signing.pickExecutable(quotes)).text.includes("100"),
        "the text lacks the amount",
      );
    });
  },

  "bursar/bitcoin"(check, { bursar, "bursar/bitcoin": bitcoin }) {
    const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const read = () =>
      bitcoin.readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
    check("detects a mistyped address", () => {
      assertEqual(
        [address, address.replace("t4", "t5")].map(bitcoin.isBitcoinAddress),
        [true, false],
        "addresses",
      );
    });
    check("derives an address from a key", () => {
      assertEqual(bitcoin.bitcoinAddress(read()), address, "P2WPKH");
      assertEqual(
        bitcoin.bitcoinAddress(read(), { kind: "P2TR" }),
        "bc1pmfr3p9j00pfxjh0zmgp99y8zftmd3s5pmedqhyptwy6lm87hf5sspknck9",
        "P2TR",
      );
    });
    check("signs and verifies a message", () => {
      const signed = bitcoin.signBitcoinMessage("Grüße", read());
      assertEqual(
        [
          bitcoin.verifyBitcoinMessage(signed),
          bitcoin.verifyBitcoinMessage({ ...signed, message: "other" }),
        ],
        [true, false],
        "messages",
      );
    });
    check("signs a valid PSBT and rejects one with another amount", async () => {
      const { complete, transaction } = bitcoin.signPsbt(psbt, read());
      assert(
        complete && /^[0-9a-f]{64}$/.test(transaction.txid),
        "the transaction is not complete",
      );
      const error = await errorOf(
        (async () =>
          bitcoin.signPsbt(psbt, read(), { expect: { outputs: [{ address, value: 1n }] } }))(),
      );
      assert(error instanceof bursar.UnsafeToSignError, describeError(error));
    });
  },

  "bursar/schemas"(check, { "bursar/schemas": schemas }) {
    check("parses a valid record and rejects an invalid one", () => {
      const chain = schemas.endpoints.find(({ name }) => name === "tokens.list");
      const token = {
        id: "token_1",
        symbol: "USDC",
        name: "USD Coin",
        marketDataId: "usd-coin",
        address: usdc,
        decimals: 6,
        logo: "https://cdn.example/usdc.svg",
        marketCap: 1,
        chain: { id: 137, name: "POLYGON", logo: "https://cdn.example/137.svg" },
        isWhitelistedInProject: true,
        unknownField: 1,
      };
      const parsed = schemas.ListedToken.parse(token);
      assertEqual([parsed.symbol, parsed.unknownField], ["USDC", 1], "the token");
      assert(
        !schemas.ListedToken.safeParse({ ...token, address: 7 }).success,
        "a number was accepted as an address",
      );
      assertEqual(chain?.method, "GET", "the method of tokens.list");
    });
  },

  "bursar/openapi"(check, { "bursar/openapi": openapi }) {
    check("describes every operation", () => {
      const { paths, components } = openapi.createOpenApi();
      assert(Boolean(paths["/api/v1/crypto/swap"].post), "no swap");
      assertEqual(components.schemas.Chain.properties.name.type, "string", "the name");
    });
  },

  "bursar/sandbox"(check, { bursar, "bursar/sandbox": sandboxes }, { listens }) {
    check(
      "returns the same responses for the same seed and calls, and fails on request",
      async () => {
        const run = async () => {
          const sandbox = sandboxes.createSandbox({ seed: "probe", now: 1_767_225_600_000 });
          const client = bursar.createClient({
            baseUrl: sandbox.baseUrl,
            apiKey: sandbox.apiKey,
            fetch: sandbox.fetch,
            retry: false,
          });
          const { quotes } = await quoteSwap({
            client,
            fund: (account) => sandbox.fund({ account, chainId: 137, token: usdc, amount: "500" }),
          });
          sandbox.fail("tokens.list", { status: 503 });
          const error = await errorOf(client.tokens.list().firstPage());
          return JSON.stringify([
            quotes,
            error.status,
            sandbox.requests.map(({ operation }) => operation),
          ]);
        };
        assertEqual(await run(), await run(), "two runs");
      },
    );
    check(
      listens ? "serves a sandbox and closes it" : "rejects listen() in this runtime",
      async () => {
        const serving = sandboxes.createSandbox().listen();
        if (!listens) {
          const error = await errorOf(serving);
          return assert(error instanceof bursar.ConfigurationError, describeError(error));
        }
        const server = await serving;
        const response = await fetch(`${server.url}/__sandbox/requests`);
        await response.text();
        await server.close();
        assertEqual(response.status, 200, "the status");
        await errorOf(fetch(server.url));
      },
    );
  },

  "bursar/proxy"(check, { bursar, "bursar/proxy": proxies }, { service, faults }) {
    const proxyTo = (baseUrl) =>
      proxies.createProxy({
        baseUrl,
        apiKey: service.apiKey,
        prefix: "/api/bursar",
        allow: ["tokens.list", "operations.execute"],
        authorize: (request) => request.headers.get("cookie") === "session=ana",
      });
    const clientOf = (proxy, headers = { cookie: "session=ana" }) => {
      const fetch = (request) => {
        const original = new Request(request);
        // A browser sends the cookies by itself. Add them here.
        const all = new Headers(original.headers);
        for (const [name, value] of Object.entries(headers)) all.set(name, value);
        const { url, method, body, signal } = original;
        return proxy(
          new Request(url, { method, headers: all, signal, ...(body && { body, duplex: "half" }) }),
        );
      };
      return bursar.createClient({
        baseUrl: "https://app.example.com/api/bursar",
        apiKey: null,
        fetch,
        logLevel: "off",
        retry: false,
      });
    };
    check("forwards an allowed request with the key", async () => {
      const { items } = await clientOf(proxyTo(service.url))
        .tokens.list({ filterWhitelist: false })
        .firstPage();
      assertEqual(items.length, 10, "the first page");
    });
    check("rejects an operation that is not allowed, and an unauthorized user", async () => {
      const proxy = proxyTo(service.url);
      const notAllowed = await errorOf(clientOf(proxy).wallets.portfolio(ownerAddress));
      const unauthorized = await errorOf(
        clientOf(proxy, { cookie: "session=eve" }).tokens.list().firstPage(),
      );
      for (const error of [notAllowed, unauthorized])
        assert(
          bursar.isApiError(error) && error.status >= 400 && error.status < 500,
          describeError(error),
        );
    });
    for (const status of writeStatuses) {
      check(`sends a write once if the response has status ${status}`, async () => {
        const path = `status-${status}-proxied`;
        const error = await errorOf(
          clientOf(proxyTo(`${faults}/${path}`)).operations.execute({
            userOperationHash: hash,
            signature,
          }),
        );
        assert(isWriteFailure(bursar, error), describeError(error));
        if (status < 400) assert(error instanceof bursar.OutcomeUnknownError, describeError(error));
        assertEqual((await (await fetch(`${faults}/received`)).json())[path], 1, "requests");
      });
    }
    check(
      "reports an unknown outcome for a write whose response is lost, and sends it once",
      async () => {
        for (let i = 0; i < 3; i++)
          await (await fetch(`${faults}/ok`, { method: "POST", body: "{}" })).text();
        const error = await errorOf(
          clientOf(proxyTo(`${faults}/reset-proxied`)).operations.execute({
            userOperationHash: hash,
            signature,
          }),
        );
        assert(error instanceof bursar.OutcomeUnknownError, describeError(error));
        assertEqual(
          (await (await fetch(`${faults}/received`)).json())["reset-proxied"],
          1,
          "requests",
        );
      },
    );
  },

  "bursar/intents"(check, { bursar, "bursar/intents": intents, "bursar/sandbox": sandboxes }) {
    check("keeps what is known of an intent, and settles what was never sent", async () => {
      const { baseUrl, apiKey, fetch } = sandboxes.createSandbox();
      const client = bursar.createClient({ baseUrl, apiKey, fetch, logLevel: "off" });
      const journal = intents.createMemoryJournal();
      const walletAddress = "0x1111111111111111111111111111111111111111";
      const entry = {
        version: 1,
        intent: "order 17",
        revision: 1,
        state: "begun",
        walletAddress,
        chainId: 137,
      };
      assertEqual(await journal.begin(entry), undefined, "the earlier entry");
      const states = [];
      for await (const { state } of intents.recover(client, journal)) states.push(state);
      assertEqual(states.join(), "failed", "states");
      assertEqual((await journal.begin(entry)).revision, 2, "the revision");
    });
  },

  "bursar/policy"(check, { "bursar/policy": policies, "bursar/signing": signing }) {
    check("refuses what states no amounts", async () => {
      const policy = policies.createSigningPolicy({ chains: [], receivers: [], limits: [] });
      const signer = { address: ownerAddress, signMessage: () => assert(false, "it was called") };
      const error = await errorOf(signing.signUserOperation(hash, signer, { policy }));
      assertEqual(error.problems?.[0].policy.rule, "allowRaw", describeError(error));
    });
  },

  "bursar/receipts"(check, { "bursar/receipts": entry, "bursar/signing": signing }) {
    check("writes why nothing was signed, and names a line that was changed", async () => {
      const lines = [];
      const receipts = entry.createReceipts({ append: (line) => void lines.push(line) });
      await errorOf(signing.signUserOperation("0x12", {}, { receipts }));
      const [line = ""] = lines;
      assertEqual(entry.verifyReceipts(line).ok, true, line);
      const [problem] = entry.verifyReceipts(line.replace("refused", "signed")).problems;
      assertEqual(`line ${problem?.line} ${problem?.what}`, "line 1 was changed", line);
    });
  },

  "bursar/stores"(check, { "bursar/stores": stores }) {
    check("names a query function that returns something else", async () => {
      const journal = stores.sqlJournal({ query: async () => [], dialect: "sqlite" });
      const error = await errorOf(journal.begin({ intent: "order 17" }));
      assert(error.message.includes("expected { rows, changes }"), describeError(error));
    });
  },

  "bursar/tools"(check, { bursar, "bursar/tools": tools }, { service }) {
    check("runs a read, and refuses a task without a policy", async () => {
      const client = bursar.createClient({ baseUrl: service.url, apiKey: service.apiKey });
      const [list] = tools.createTools(client, { allow: ["tokens.list"] });
      const { ok, data } = await list.execute({ filterWhitelist: false, fields: ["items.symbol"] });
      assert(ok && data.items.length === 10, "a page of 10 tokens");
      const pay = async () => tools.createTools(client, { allow: ["pay"] });
      assertEqual((await errorOf(pay())).kind, "configuration", "the kind");
    });
  },

  "bursar/undici"(check, { bursar, "bursar/undici": wires }, { service, faults, closed }) {
    const { undiciWire } = wires;
    const withWire = async (baseUrl, work) => {
      const wire = undiciWire({ connections: 2 });
      const retry = { limit: 1, baseDelay: 1 };
      const { apiKey } = service;
      try {
        await work(bursar.createClient({ baseUrl, apiKey, wire, retry, logLevel: "off" }));
      } finally {
        await wire.close();
      }
    };
    const execute = (client) => client.operations.execute({ userOperationHash: hash, signature });
    check("sends a read and reads the response", () =>
      withWire(service.url, async (client) => {
        const { items } = await client.tokens.list({ filterWhitelist: false }).firstPage();
        assertEqual(items.length, 10, "the first page");
      }),
    );
    check("proves that a write to a closed port was not sent", () =>
      withWire(closed, async (client) => {
        const error = await errorOf(execute(client));
        assert(error.phase === "connect", describeError(error));
      }),
    );
    check("sends a write once if its response is lost", () =>
      withWire(`${faults}/reset-undici`, async (client) => {
        const error = await errorOf(execute(client));
        assert(error instanceof bursar.OutcomeUnknownError, describeError(error));
        const requests = (await (await fetch(`${faults}/received`)).json())["reset-undici"];
        assertEqual(requests, 1, "requests");
      }),
    );
    check("does not follow a redirect", () =>
      withWire(`${faults}/redirect`, async (client) => {
        const error = await errorOf(client.tokens.list().firstPage());
        assert(error instanceof bursar.RedirectError, describeError(error));
      }),
    );
  },

  "bursar/query"(check, { bursar, "bursar/query": query }, { service }) {
    const client = bursar.createClient({
      baseUrl: service.url,
      apiKey: service.apiKey,
      logLevel: "off",
    });
    check(
      "fetches with the options of a read, stops after an abort, and uses one key per input",
      async () => {
        const queries = query.createQueries(client);
        const options = queries.wallets.check({
          externallyOwnedAccount: ownerAddress,
          factory,
          salt: "78",
        });
        const controller = new AbortController();
        const context = { queryKey: options.queryKey, signal: controller.signal, meta: undefined };
        assert(typeof (await options.queryFn(context)) === "object", "expected a result");
        const other = queries.wallets.check({
          externallyOwnedAccount: ownerAddress,
          factory,
          salt: "79",
        });
        assert(
          JSON.stringify(other.queryKey) !== JSON.stringify(options.queryKey),
          "two inputs have the same key",
        );
        controller.abort();
        assert(
          (await errorOf(options.queryFn(context))) instanceof bursar.AbortedError,
          "the call was not aborted",
        );
      },
    );
    check("never retries a write", () =>
      assertEqual(query.createQueries(client).operations.execute().retry, false, "retry"),
    );
  },

  "bursar/webhooks"(check, { bursar, "bursar/webhooks": webhooks }) {
    const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
    check("verifies the published delivery", async () => {
      const headers = {
        "svix-id": "msg_loFOjxBNrRLzqYUf",
        "svix-timestamp": "1731705121",
        "svix-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
      };
      const body = '{"event_type":"ping","data":{"success":true}}';
      const { id } = await webhooks.verifyWebhook(headers, body, secret, {
        now: 1_731_705_121_000,
      });
      assertEqual(id, "msg_loFOjxBNrRLzqYUf", "its id");
    });
    check(
      "signs, verifies and handles a delivery, and rejects one with a changed byte",
      async () => {
        const events = [];
        const handler = webhooks.createWebhookHandler({
          secret,
          onEvent: (event) => events.push(event.event_type),
        });
        const { headers, body } = await webhooks.signWebhook(
          { event_type: "ping", data: { success: true } },
          secret,
        );
        const post = (text) =>
          handler(
            new Request("https://example.com/webhooks", { method: "POST", headers, body: text }),
          );
        const statuses = [
          (await post(body.replace("true", "tru3"))).status,
          (await post(body)).status,
        ];
        assert(statuses[0] >= 400 && statuses[1] < 300, String(statuses));
        assertEqual(events, ["ping"], "events");
        const error = await errorOf(
          webhooks.verifyWebhook(headers, body, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
        );
        assert(bursar.isBursarError(error), describeError(error));
      },
    );
  },
};

/** Runs the checks of the given entries. */
export async function probe(modules, settings) {
  const jobs = [];
  const check = (name, work) => jobs.push([name, work]);
  for (const entry of Object.keys(modules).filter((name) => name.startsWith("bursar"))) {
    const checkEntry = (name, work) => check(`${entry}: ${name}`, work);
    if (probes[entry]) probes[entry](checkEntry, modules, settings);
    else
      checkEntry("has a probe", () =>
        assert(false, `the package exports ${entry}, but probe.mjs has no checks for it: add them`),
      );
  }
  const results = [];
  for (const [name, work] of jobs) {
    // If a check hangs, the process is killed, and this is the last line of its output.
    console.log(`running ${name}`);
    results.push({ name, problem: await findProblem(work) });
  }
  return results;
}

async function findProblem(work) {
  try {
    await work();
    return null;
  } catch (error) {
    return `${describeError(error)}\n${error?.stack ?? ""}`;
  }
}
