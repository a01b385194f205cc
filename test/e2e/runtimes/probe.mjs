// What a user does with the package, as one program for every runtime: no import of its own, and nothing but what the web has.
// `modules` holds every entry of the package by its name, and viem's accounts; it answers with named checks.

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const ownerKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const ownerAddress = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
const hash = `0x${"a1".repeat(32)}`;
const signature = `0x${"b2".repeat(65)}`;
/** With a passport, which has no back. */
const person = {
  ...{
    firstName: "Ana",
    lastName: "Silva",
    birthDate: "1990-05-17",
    email: "ana@example.com",
    livenessRequired: false,
  },
  ...{ documentCategory: "PASSPORT", documentCountry: "BRAZIL", documentId: "123456789" },
  ...{ address: "Rua Augusta 1", city: "Sao Paulo", state: "SP", postalCode: "01000000" },
};
const psbt =
  "cHNidP8BAFICAAAAAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAAAAD/////ASgjAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBHxAnAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==";
/** Longer than any check should take, shorter than the patience of who runs this. */
const longest = 20_000;

function holds(condition, what) {
  if (!condition) throw new Error(what);
}

function same(got, wanted, what) {
  holds(
    JSON.stringify(got) === JSON.stringify(wanted),
    `${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`,
  );
}

/** What a call was refused with. */
async function refusal(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("it was not refused");
}

/** Answers after which some runtime, gateway or client sends a request again. */
const writeStatuses = [301, 302, 303, 307, 308, 421, 401, 407, 408, 425, 429, 503];

/** The service's own error, or an outcome that is not known: never a success, and never a raw error. */
const isWriteFailure = (bursar, error) =>
  bursar.isApiError(error) || error instanceof bursar.OutcomeUnknownError;

const told = (error) => `${error?.name}: ${error?.message} ${error?.cause?.message ?? ""}`;

/** A swap of a wallet, and all that leads to it. */
async function swap({ client, fund }) {
  const { wallet } = await client.wallets.ensure({ externallyOwnedAccount: ownerAddress, factory });
  await fund(wallet.walletAddress);
  const request = {
    ...{
      amountIn: "100",
      chainIdIn: 137,
      chainIdOut: 137,
      tokenIn: usdc,
      tokenOut: weth,
      payGasFeeToken: usdc,
    },
    ...{
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      walletAddress: wallet.walletAddress,
      toAddress: wallet.walletAddress,
    },
  };
  const { quotes } = await client.swap.quote(request);
  return { request, quotes, walletAddress: wallet.walletAddress };
}

/** What holds of any service: in memory or over the wire. */
function rootChecks(check, bursar, where, open) {
  const { isApiError } = bursar;
  check(`${where}: a read is typed`, async () => {
    const { data, response } = await open()
      .client.wallets.check({ externallyOwnedAccount: ownerAddress, factory, salt: "77" })
      .withResponse();
    holds(response.status === 200 && typeof data === "object", `status ${response.status}`);
  });
  check(`${where}: a listing is walked across pages`, async () => {
    const { client } = open();
    const all = { filterWhitelist: false, perPage: 100 };
    let count = 0;
    for await (const token of client.tokens.list(all)) count += token.address ? 1 : 0;
    let pages = 0;
    for await (const { items } of client.tokens.list(all).pages())
      pages += items.length > 0 ? 1 : 0;
    holds(pages > 1 && pages === Math.ceil(count / 100), `${count} tokens on ${pages} pages`);
  });
  check(`${where}: an error of the service is told by its id`, async () => {
    const request = {
      ...{
        amountIn: "1",
        chainIdIn: 137,
        chainIdOut: 137,
        tokenIn: usdc,
        tokenOut: weth,
        payGasFeeToken: usdc,
      },
    };
    const address = "0x00000000000000000000000000000000000000ff";
    const error = await refusal(
      open().client.swap.quote({
        ...request,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
        walletAddress: address,
        toAddress: address,
      }),
    );
    holds(
      isApiError(error, "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"),
      told(error),
    );
    holds(error instanceof bursar.WalletNotRegisteredError && error.status >= 400, told(error));
  });
  check(`${where}: a bad request is refused unsent, with every problem`, async () => {
    const error = await refusal(
      open().client.swap.quote({ amountIn: "1e5", chainIdIn: 99, tokenIn: "0x1", surprise: true }),
    );
    holds(error instanceof bursar.RequestValidationError, told(error));
    const paths = error.issues.map(({ path }) => path.at(-1));
    for (const path of [
      "amountIn",
      "chainIdIn",
      "tokenIn",
      "tokenOut",
      "walletAddress",
      "surprise",
    ])
      holds(paths.includes(path), `${path}: ${paths}`);
  });
  check(`${where}: a document is uploaded, with its progress`, async () => {
    const { client } = open();
    const session = await client.kyc.individual.standard.create(person);
    const steps = [];
    const bytes = new Uint8Array(200_000).map((_, index) => index % 251);
    await client.kyc.uploadDocument(session.frontDocumentUpload, bytes, {
      onProgress: ({ sent, total }) => steps.push([sent, total]),
    });
    const [sent, total] = steps.at(-1) ?? [];
    holds(sent === total && total > 200_000, JSON.stringify(steps));
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
    const opened = (path, options) =>
      createClient({ ...quiet, baseUrl: `${faults}/${path}`, apiKey: "key-of-a-test", ...options });
    const arrived = async (path) => (await (await fetch(`${faults}/arrived`)).json())[path] ?? 0;

    const sandbox = sandboxes.createSandbox();
    const inMemory = createClient({
      ...quiet,
      baseUrl: sandbox.baseUrl,
      apiKey: sandbox.apiKey,
      fetch: sandbox.fetch,
    });
    rootChecks(check, bursar, "in memory", () => ({ client: inMemory }));
    const overTheWire = createClient({
      ...quiet,
      baseUrl: service.url,
      apiKey: async () => service.apiKey,
    });
    rootChecks(check, bursar, "over the wire", () => ({ client: overTheWire }));

    check(
      "what is not set is named: the environment may be closed, and is not needed",
      async () => {
        const error = await refusal((async () => createClient())());
        holds(
          error instanceof bursar.ConfigurationError && /baseUrl is missing/.test(error.message),
          told(error),
        );
      },
    );
    check("a read that gets no answer ends in a timeout", async () => {
      const error = await refusal(
        opened("hang", { timeout: 150, retry: false }).tokens.list().firstPage(),
      );
      holds(error instanceof bursar.TimeoutError && error.timeout === 150, told(error));
    });
    check("an abort ends a call at once, with its reason", async () => {
      const controller = new AbortController();
      const begun = Date.now();
      setTimeout(() => controller.abort("enough"), 100);
      const error = await refusal(
        opened("hang-on").wallets.portfolio(ownerAddress, {}, { signal: controller.signal }),
      );
      holds(
        error instanceof bursar.AbortedError && error.reason === "enough" && error.sent,
        told(error),
      );
      holds(Date.now() - begun < 5_000, "it took too long");
    });
    check("a read is tried again when its connection breaks", async () => {
      const error = await refusal(
        opened("reset-read", { retry: { limit: 2, baseDelay: 1 } })
          .tokens.list()
          .firstPage(),
      );
      holds(error instanceof bursar.ConnectionError && error.phase === "exchange", told(error));
      holds((await arrived("reset-read")) >= 3, `${await arrived("reset-read")} arrived`);
    });
    check("a write whose answer is lost has an unknown outcome, and was sent once", async () => {
      const error = await refusal(
        opened("reset").operations.execute({ userOperationHash: hash, signature }),
      );
      holds(error instanceof bursar.OutcomeUnknownError, told(error));
      same(await arrived("reset"), 1, "requests that arrived");
    });
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
      check(
        `${name} is sent once, even where it broke a connection that was used before`,
        async () => {
          for (let i = 0; i < 3; i++)
            await (await fetch(`${faults}/ok`, { method: "POST", body: "{}" })).text();
          const error = await refusal(send(opened(path)));
          holds(error instanceof bursar.OutcomeUnknownError, told(error));
          same(await arrived(path), 1, "requests that arrived");
        },
      );
    }
    const writes = [
      (client) => client.operations.execute({ userOperationHash: hash, signature }),
      (client) => client.kyc.individual.standard.process("session"),
    ];
    for (const status of writeStatuses) {
      check(
        `a write that is answered ${status}, with a body or without, arrives once`,
        async () => {
          for (const path of [`status-${status}`, `status-${status}-empty`]) {
            for (const [index, send] of writes.entries()) {
              const error = await refusal(
                send(opened(`${path}-${index}`, { retry: { limit: 3, baseDelay: 1 } })),
              );
              holds(isWriteFailure(bursar, error), told(error));
              if (status < 400) holds(error instanceof bursar.OutcomeUnknownError, told(error));
              same(await arrived(`${path}-${index}`), 1, "requests that arrived");
            }
          }
        },
      );
    }
    check(
      "a write whose connection is closed in the headers has an unknown outcome, and arrives once",
      async () => {
        const error = await refusal(
          opened("close-in-headers").operations.execute({ userOperationHash: hash, signature }),
        );
        holds(error instanceof bursar.OutcomeUnknownError, told(error));
        same(await arrived("close-in-headers"), 1, "requests that arrived");
      },
    );
    check("a write that was cut off while its answer was read has an unknown outcome", async () => {
      const error = await refusal(
        opened("cut").operations.execute({ userOperationHash: hash, signature }),
      );
      holds(
        error instanceof bursar.OutcomeUnknownError && error.cause.phase === "body",
        told(error),
      );
      same(await arrived("cut"), 1, "requests that arrived");
    });
    check(
      "a write to a port where nobody listens is no success, and not said to have been sent more than it was",
      async () => {
        const client = createClient({
          ...quiet,
          baseUrl: closed,
          apiKey: "key",
          retry: { limit: 1, baseDelay: 1 },
        });
        const error = await refusal(
          client.operations.execute({ userOperationHash: hash, signature }),
        );
        // Only some runtimes say whether a connection was made: without proof the outcome is unknown.
        holds(
          error instanceof bursar.OutcomeUnknownError ||
            (error instanceof bursar.ConnectionError && error.phase === "connect"),
          told(error),
        );
      },
    );
    check("a redirect is not followed, and the key does not go along", async () => {
      const error = await refusal(opened("redirect").wallets.portfolio(ownerAddress));
      holds(error instanceof bursar.RedirectError, told(error));
      same(await arrived("elsewhere"), 0, "requests that arrived elsewhere");
    });
    check("neither an error nor what a runtime prints of it holds the key", async () => {
      const error = await refusal(opened("reset-key", { retry: false }).tokens.list().firstPage());
      const texts = [
        String(error),
        error.stack,
        JSON.stringify(error),
        String(error.cause),
        JSON.stringify(error.cause),
        error.cause?.stack,
      ];
      holds(!texts.join(" ").includes("key-of-a-test"), texts.join("\n"));
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
    const ways = {
      "in memory": () => {
        const sandbox = sandboxes.createSandbox({ now: new Date() });
        const client = bursar.createClient({
          baseUrl: sandbox.baseUrl,
          apiKey: sandbox.apiKey,
          fetch: sandbox.fetch,
        });
        return {
          client,
          fund: (account) => sandbox.fund(account, { chainId: 137, address: usdc }, "500"),
        };
      },
      "over the wire": () => ({
        client: bursar.createClient({ baseUrl: service.url, apiKey: service.apiKey }),
        async fund(account) {
          const body = JSON.stringify({ account, chainId: 137, token: usdc, amount: "500" });
          const headers = { "content-type": "application/json" };
          const response = await fetch(`${service.url}/__sandbox/fund`, {
            method: "POST",
            headers,
            body,
          });
          holds(response.ok, `funding: ${response.status} ${await response.text()}`);
        },
      }),
    };
    for (const [where, open] of Object.entries(ways)) {
      check(`${where}: a swap is quoted, signed, executed and completes`, async () => {
        const opened = open();
        const { request, quotes, walletAddress } = await swap(opened);
        const quote = signing.pickExecutable(quotes);
        const signed = await signing.signQuote(quote, owner, {
          expect: request,
          owner: owner.address,
        });
        const queued = await opened.client.operations.execute(signed);
        const done = await opened.client.wallets.waitForTransaction(walletAddress, queued, {
          interval: 100,
        });
        same(done.status, "COMPLETED", "the swap");
      });
    }
    check("a tampered quote is refused, and the signer is not asked", async () => {
      const { request, quotes } = await swap(ways["in memory"]());
      let asked = 0;
      const signer = { ...owner, signMessage: (message) => ++asked && owner.signMessage(message) };
      const tampered = {
        ...signing.pickExecutable(quotes),
        toAddress: "0x00000000000000000000000000000000000bad00",
        minAmountOut: "0.001",
      };
      const error = await refusal(
        signing.signQuote(tampered, signer, { expect: request, owner: owner.address }),
      );
      holds(
        error instanceof bursar.UnsafeToSignError &&
          error.problems.some(({ code }) => code === "receiver"),
        told(error),
      );
      same(asked, 0, "times the signer was asked");
    });
    check("a quote is described before it is signed", async () => {
      const { quotes } = await swap(ways["in memory"]());
      holds(
        signing.describeQuote(signing.pickExecutable(quotes)).text.includes("100"),
        "no amount in the text",
      );
    });
  },

  "bursar/bitcoin"(check, { bursar, "bursar/bitcoin": bitcoin }) {
    const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const read = () =>
      bitcoin.readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
    check("addresses are told from mistyped ones", () => {
      same(
        [address, address.replace("t4", "t5")].map(bitcoin.isBitcoinAddress),
        [true, false],
        "addresses",
      );
    });
    check("an address is derived from a key", () => {
      same(bitcoin.bitcoinAddress(read()), address, "P2WPKH");
      same(
        bitcoin.bitcoinAddress(read(), { kind: "P2TR" }),
        "bc1pmfr3p9j00pfxjh0zmgp99y8zftmd3s5pmedqhyptwy6lm87hf5sspknck9",
        "P2TR",
      );
    });
    check("a message is signed, and verified", () => {
      const signed = bitcoin.signBitcoinMessage("Grüße", read());
      same(
        [
          bitcoin.verifyBitcoinMessage(signed),
          bitcoin.verifyBitcoinMessage({ ...signed, message: "other" }),
        ],
        [true, false],
        "messages",
      );
    });
    check("a PSBT is signed where it adds up, and refused where not", async () => {
      const { complete, transaction } = bitcoin.signPsbt(psbt, read());
      holds(complete && /^[0-9a-f]{64}$/.test(transaction.txid), "the transaction is not complete");
      const error = await refusal(
        (async () =>
          bitcoin.signPsbt(psbt, read(), { expect: { outputs: [{ address, value: 1n }] } }))(),
      );
      holds(error instanceof bursar.UnsafeToSignError, told(error));
    });
  },

  "bursar/schemas"(check, { "bursar/schemas": schemas }) {
    check("a record is parsed, and a wrong one refused", () => {
      const chain = schemas.endpoints.find(({ name }) => name === "tokens.list");
      const token = {
        symbol: "USDC",
        name: "USD Coin",
        address: usdc,
        chainId: 137,
        decimals: 6,
        unknownField: 1,
      };
      const parsed = schemas.ListedToken.parse(token);
      same([parsed.symbol, parsed.unknownField], ["USDC", 1], "the token");
      holds(
        !schemas.ListedToken.safeParse({ ...token, address: 7 }).success,
        "a number passed for an address",
      );
      same(chain?.method, "GET", "the listing's method");
    });
  },

  "bursar/sandbox"(check, { bursar, "bursar/sandbox": sandboxes }, { listens }) {
    check(
      "the same seed and calls give the same answers, and failures come as ordered",
      async () => {
        const run = async () => {
          const sandbox = sandboxes.createSandbox({ seed: "probe" });
          const client = bursar.createClient({
            baseUrl: sandbox.baseUrl,
            apiKey: sandbox.apiKey,
            fetch: sandbox.fetch,
            retry: false,
          });
          const { quotes } = await swap({
            client,
            fund: (account) => sandbox.fund(account, { chainId: 137, address: usdc }, "500"),
          });
          sandbox.fail("tokens.list", { status: 503 });
          const error = await refusal(client.tokens.list().firstPage());
          return JSON.stringify([
            quotes,
            error.status,
            sandbox.requests.map(({ operation }) => operation),
          ]);
        };
        same(await run(), await run(), "two runs");
      },
    );
    check(
      listens
        ? "a sandbox is served, and closed"
        : "that a sandbox cannot be served here is said so",
      async () => {
        const serving = sandboxes.createSandbox().listen();
        if (!listens) {
          const error = await refusal(serving);
          return holds(error instanceof bursar.ConfigurationError, told(error));
        }
        const server = await serving;
        const response = await fetch(`${server.url}/__sandbox/requests`);
        await response.text();
        await server.close();
        same(response.status, 200, "its answer");
        await refusal(fetch(server.url));
      },
    );
  },

  "bursar/proxy"(check, { bursar, "bursar/proxy": proxies }, { service, faults }) {
    const proxyTo = (baseUrl) =>
      proxies.createProxy({
        ...{
          baseUrl,
          apiKey: service.apiKey,
          prefix: "/api/bursar",
          allow: ["tokens.list", "operations.execute"],
        },
        authorize: (request) => request.headers.get("cookie") === "session=ana",
      });
    const clientOf = (proxy, headers = { cookie: "session=ana" }) => {
      const fetch = (request) => {
        const own = new Request(request);
        // A page's own cookies come by themselves; here they are put in by hand.
        const all = new Headers(own.headers);
        for (const [name, value] of Object.entries(headers)) all.set(name, value);
        const { url, method, body, signal } = own;
        return proxy(
          new Request(url, { method, headers: all, signal, ...(body && { body, duplex: "half" }) }),
        );
      };
      return bursar.createClient({
        baseUrl: "https://app.example.com/api/bursar",
        fetch,
        logLevel: "off",
        retry: false,
      });
    };
    check("what is allowed is forwarded with the key, over the wire", async () => {
      const { items } = await clientOf(proxyTo(service.url))
        .tokens.list({ filterWhitelist: false })
        .firstPage();
      same(items.length, 10, "the first page");
    });
    check("what is not on the list, and who may not, is refused", async () => {
      const proxy = proxyTo(service.url);
      const offList = await refusal(clientOf(proxy).wallets.portfolio(ownerAddress));
      const stranger = await refusal(
        clientOf(proxy, { cookie: "session=eve" }).tokens.list().firstPage(),
      );
      for (const error of [offList, stranger])
        holds(bursar.isApiError(error) && error.status >= 400 && error.status < 500, told(error));
    });
    for (const status of writeStatuses) {
      check(`a write that is answered ${status} arrives once through it too`, async () => {
        const path = `status-${status}-proxied`;
        const error = await refusal(
          clientOf(proxyTo(`${faults}/${path}`)).operations.execute({
            userOperationHash: hash,
            signature,
          }),
        );
        holds(isWriteFailure(bursar, error), told(error));
        if (status < 400) holds(error instanceof bursar.OutcomeUnknownError, told(error));
        same((await (await fetch(`${faults}/arrived`)).json())[path], 1, "requests that arrived");
      });
    }
    check(
      "a write whose answer is lost has an unknown outcome through it too, and was sent once",
      async () => {
        for (let i = 0; i < 3; i++)
          await (await fetch(`${faults}/ok`, { method: "POST", body: "{}" })).text();
        const error = await refusal(
          clientOf(proxyTo(`${faults}/reset-proxied`)).operations.execute({
            userOperationHash: hash,
            signature,
          }),
        );
        holds(error instanceof bursar.OutcomeUnknownError, told(error));
        same(
          (await (await fetch(`${faults}/arrived`)).json())["reset-proxied"],
          1,
          "requests that arrived",
        );
      },
    );
  },

  "bursar/query"(check, { bursar, "bursar/query": query }, { service }) {
    const client = bursar.createClient({
      baseUrl: service.url,
      apiKey: service.apiKey,
      logLevel: "off",
    });
    check(
      "options of a read fetch, stop at an abort, and their keys tell inputs apart",
      async () => {
        const queries = query.createQueries(client);
        const options = queries.wallets.check({
          externallyOwnedAccount: ownerAddress,
          factory,
          salt: "78",
        });
        const controller = new AbortController();
        const context = { queryKey: options.queryKey, signal: controller.signal, meta: undefined };
        holds(typeof (await options.queryFn(context)) === "object", "nothing came");
        const other = queries.wallets.check({
          externallyOwnedAccount: ownerAddress,
          factory,
          salt: "79",
        });
        holds(
          JSON.stringify(other.queryKey) !== JSON.stringify(options.queryKey),
          "two inputs have one key",
        );
        controller.abort();
        holds(
          (await refusal(options.queryFn(context))) instanceof bursar.AbortedError,
          "it went on",
        );
      },
    );
    check("a write is never tried again", () =>
      same(query.createQueries(client).operations.execute().retry, false, "retry"),
    );
  },

  "bursar/webhooks"(check, { bursar, "bursar/webhooks": webhooks }) {
    const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
    check("the published delivery is verified", async () => {
      const headers = {
        "svix-id": "msg_loFOjxBNrRLzqYUf",
        "svix-timestamp": "1731705121",
        "svix-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
      };
      const body = '{"event_type":"ping","data":{"success":true}}';
      const { id } = await webhooks.verifyWebhook(headers, body, secret, {
        now: 1_731_705_121_000,
      });
      same(id, "msg_loFOjxBNrRLzqYUf", "its id");
    });
    check(
      "a delivery is signed, verified and handled, and one with a changed byte refused",
      async () => {
        const seen = [];
        const handler = webhooks.createWebhookHandler({
          secret,
          onEvent: (event) => seen.push(event.event_type),
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
        holds(statuses[0] >= 400 && statuses[1] < 300, String(statuses));
        same(seen, ["ping"], "events");
        const error = await refusal(
          webhooks.verifyWebhook(headers, body, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
        );
        holds(bursar.isBursarError(error), told(error));
      },
    );
  },
};

/** Runs all that is known of the entries that are given. */
export async function probe(modules, settings) {
  const jobs = [];
  const check = (name, work) => jobs.push([name, work]);
  for (const entry of Object.keys(modules).filter((name) => name.startsWith("bursar"))) {
    const about = (name, work) => check(`${entry}: ${name}`, work);
    if (probes[entry]) probes[entry](about, modules, settings);
    else
      about("has a probe", () =>
        holds(
          false,
          `the package exports ${entry}, and nothing here tries it: add it to probe.mjs`,
        ),
      );
  }
  const results = [];
  for (const [name, work] of jobs) results.push({ name, fault: await outcome(work) });
  return results;
}

async function outcome(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${longest} ms`)), longest);
  });
  try {
    await Promise.race([(async () => work())(), late]);
    return null;
  } catch (error) {
    return `${told(error)}\n${error?.stack ?? ""}`;
  } finally {
    clearTimeout(timer);
  }
}
