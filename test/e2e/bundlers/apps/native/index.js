// Uses the root and signing as an app does. Prints one line of JSON per job, also after a failed
// job.

// The root loads first of all: an app may import it before anything defines fetch and Request. Both
// statements name nothing, because Metro loads a named import late.
require("bursar");
require("./host.js");
const { network } = require("./host.js");
const { createClient, isApiError, TimeoutError } = require("bursar");
const { createSandbox } = require("bursar/sandbox");
const {
  describeQuote,
  describeTypedData,
  pickExecutable,
  signAuthorization,
  signQuote,
  signUserOperation,
  toUnits,
} = require("bursar/signing");
const { privateKeyToAccount } = require("viem/accounts");
const { hashAuthorization } = require("viem/utils");

// The quotes and their request. The test sets them.
const { quotes, request, owner, now } = globalThis.given;
const options = { expect: request, owner, now };
const account = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);

function json(value) {
  return { status: 200, text: JSON.stringify(value) };
}

const client = createClient({
  baseUrl: "https://app.example.com/api/bursar",
  retry: { limit: 0 },
  logLevel: "off",
});

async function fetchQuote() {
  network.respond = async () => json({ quotes });
  const response = await client.swap.quote(request);
  network.requests.splice(0);
  return pickExecutable(response.quotes, options);
}

const jobs = {
  async "calls through the platform's fetch"() {
    network.respond = async () => json({ limits: [] });
    await client.kyc.financialLimits("ind_1");
    const [{ method, url, headers }] = network.requests.splice(0);
    return { method, url, headers };
  },
  async "sends a body through the platform's fetch"() {
    network.respond = async (_method, _url, _headers, body) => ({
      status: 400,
      text: JSON.stringify({ id: "FIAT_QUOTE_EXPIRED", message: body }),
    });
    const error = await client.fiat.createDeposit({ quoteId: "q" }).catch((each) => each);
    network.requests.splice(0);
    return { late: isApiError(error, "FIAT_QUOTE_EXPIRED"), message: error.message };
  },
  async "ends a call without a response after the timeout or an abort"() {
    network.respond = () => new Promise(() => undefined);
    const late = await client.kyc.financialLimits("ind_1", { timeout: 50 }).catch((error) => error);
    const controller = new AbortController();
    const stopped = client.kyc
      .financialLimits("ind_1", { signal: controller.signal })
      .catch((error) => error);
    setTimeout(() => controller.abort(), 10);
    const { name } = await stopped;
    network.requests.splice(0);
    return { late: late instanceof TimeoutError, name };
  },
  async "repeats a failed read"() {
    const replies = [{ status: 503, text: "{}" }, json({ limits: [] })];
    network.respond = async () => replies.shift();
    const patient = client.withOptions({ retry: { limit: 1, baseDelay: 10 } });
    await patient.kyc.financialLimits("ind_1");
    return { requests: network.requests.splice(0).length };
  },
  async "iterates over pages"() {
    network.respond = async (_method, url) => {
      const after = /lastId=(\w+)/.exec(url)?.[1];
      return json(
        after ? { transactions: [], nextLastId: null } : { transactions: [], nextLastId: "next" },
      );
    };
    const pages = [];
    for await (const page of client.wallets.history(request.walletAddress).pages())
      pages.push(page.items.length);
    network.requests.splice(0);
    return { pages: pages.length };
  },
  async "describes a quote"() {
    return describeQuote(await fetchQuote()).text;
  },
  async "signs a user operation"() {
    return signUserOperation(`0x${"a1".repeat(32)}`, account);
  },
  async "signs an authorization"() {
    const authorization = {
      address: "0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9",
      chainId: 137,
      nonce: 0,
    };
    const given = { ...authorization, hash: hashAuthorization(authorization) };
    return signAuthorization(given, account, { chainId: 137, delegates: [authorization.address] });
  },
  async "checks and signs a quote"() {
    return signQuote(await fetchQuote(), account, options);
  },
  async "rejects a tampered quote"() {
    const quote = { ...(await fetchQuote()), tokenOut: request.tokenIn };
    const error = await signQuote(quote, account, options).catch((each) => each);
    return { name: error.name, codes: error.problems?.map(({ code }) => code) };
  },
  async "counts units exactly"() {
    return String(toUnits("123456789012345678.123456789012345678", 18));
  },
  async "completes a swap on a sandbox in the app"() {
    const sandbox = createSandbox();
    const { baseUrl, apiKey, fetch } = sandbox;
    const inMemory = createClient({ baseUrl, apiKey, fetch, dangerouslyAllowBrowser: true });
    const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
    const { wallet } = await inMemory.wallets.register({
      externallyOwnedAccount: account.address,
      factory,
    });
    const { walletAddress } = wallet;
    const token = request.tokenIn;
    sandbox.fund({ account: walletAddress, chainId: 137, token, amount: "500" });
    const expect = { ...request, walletAddress, toAddress: walletAddress };
    const quote = pickExecutable((await inMemory.swap.quote(expect)).quotes);
    const signed = await signQuote(quote, account, { expect, owner: account.address });
    const queued = await inMemory.operations.execute(signed);
    const { status } = await inMemory.wallets.waitForTransaction(walletAddress, queued, {
      interval: 10,
    });
    sandbox.restore(sandbox.snapshot());
    return { status, operations: sandbox.requests.map(({ operation }) => operation) };
  },
  async "cleans displayed text"() {
    const domain = { name: "A\u202Eb\u200Bc\u{E0041}\uD800d 1\uDC00000\u{1F600}", chainId: 1 };
    const types = { Note: [{ name: "text", type: "string" }] };
    return describeTypedData({ domain, types, primaryType: "Note", message: { text: "a" } }).text;
  },
};

async function main() {
  for (const [name, job] of Object.entries(jobs)) {
    try {
      globalThis.hostPrint(JSON.stringify({ name, result: await job() }));
    } catch (error) {
      globalThis.hostPrint(JSON.stringify({ name, failed: `${error}`, stack: error?.stack }));
    }
  }
  globalThis.hostPrint(JSON.stringify({ name: "end" }));
}
main();
