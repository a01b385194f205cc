// What an app does with the root and signing. Prints one line of JSON for each thing that it tries, and never stops at the first that fails.
// Run before all else, which a named import is not where imports are loaded late.
require("./host.js");
const { network } = require("./host.js");
const { createClient, isApiError, TimeoutError } = require("bursar");
const { createSandbox } = require("bursar/sandbox");
const { describeQuote, describeTypedData, pickExecutable, signAuthorization, signQuote, signUserOperation, toUnits } = require("bursar/signing");
const { privateKeyToAccount } = require("viem/accounts");

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const account = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");

function json(value) {
  return { status: 200, text: JSON.stringify(value) };
}

async function open() {
  const sandbox = createSandbox({ seed: "native" });
  const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch });
  const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
  const { wallet } = await client.wallets.register({ externallyOwnedAccount: account.address, factory });
  const { walletAddress } = wallet;
  sandbox.fund(walletAddress, { chainId: 137, address: usdc }, "500");
  const request = {
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  };
  const options = { expect: request, owner: account.address, now: sandbox.now() };
  const quote = pickExecutable((await client.swap.quote(request)).quotes, options);
  return { sandbox, client, walletAddress, quote, options };
}

const jobs = {
  async "calls through the platform's fetch"() {
    network.answer = async () => json({ limits: [] });
    const client = createClient({ baseUrl: "https://app.example.com/api/bursar" });
    await client.kyc.financialLimits("ind_1");
    const [{ method, url, headers }] = network.asked.splice(0);
    return { method, url, headers };
  },
  async "sends a body through the platform's fetch"() {
    network.answer = async (_method, _url, _headers, body) => ({ status: 400, text: JSON.stringify({ id: "FIAT_QUOTE_EXPIRED", message: body }) });
    const client = createClient({ baseUrl: "https://app.example.com/api/bursar", logLevel: "off" });
    const error = await client.fiat.createDeposit({ quoteId: "q" }).catch((each) => each);
    network.asked.splice(0);
    return { late: isApiError(error, "FIAT_QUOTE_EXPIRED"), message: error.message };
  },
  async "ends a call that is not answered, by the time and by the caller"() {
    network.answer = () => new Promise(() => undefined);
    const client = createClient({ baseUrl: "https://app.example.com/api/bursar", retry: { limit: 0 }, logLevel: "off" });
    const late = await client.kyc.financialLimits("ind_1", { timeout: 50 }).catch((error) => error);
    const controller = new AbortController();
    const stopped = client.kyc.financialLimits("ind_1", { signal: controller.signal }).catch((error) => error);
    setTimeout(() => controller.abort(), 10);
    const { name } = await stopped;
    network.asked.splice(0);
    return { late: late instanceof TimeoutError, name };
  },
  async "walks a listing"() {
    const { client } = await open();
    const symbols = [];
    for await (const { symbol } of client.tokens.list({ search: "USD" })) symbols.push(symbol);
    return { found: symbols.includes("USDC"), more: symbols.length > 1 };
  },
  async "describes a quote"() {
    const { quote } = await open();
    return describeQuote(quote).text;
  },
  async "signs a user operation"() {
    return signUserOperation(`0x${"a1".repeat(32)}`, account);
  },
  async "signs an authorization"() {
    const authorization = { address: "0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9", chainId: 137, nonce: 0 };
    return typeof signAuthorization === "function" ? JSON.stringify(await signAuthorization(authorization, account)).length > 100 : false;
  },
  async "checks, signs and executes a quote"() {
    const { sandbox, client, walletAddress, quote, options } = await open();
    const signed = await signQuote(quote, account, options);
    const { userOperationHash } = await client.operations.execute(signed);
    sandbox.advance(120_000);
    const [record] = (await client.wallets.history(walletAddress, { userOperationHash }).firstPage()).items;
    return { status: record.status, signature: signed.signature };
  },
  async "refuses a quote that was tampered with"() {
    const { quote, options } = await open();
    const error = await signQuote({ ...quote, tokenOut: usdc }, account, options).catch((each) => each);
    return { name: error.name, codes: error.problems?.map(({ code }) => code), message: error.message };
  },
  async "counts units exactly"() {
    return String(toUnits("123456789012345678.123456789012345678", 18));
  },
  async "cleans text that a person reads"() {
    const domain = { name: "A\u202Eb\u200Bc\u{E0041}\uD800d 1\uDC00000\u{1F600}", chainId: 1 };
    const types = { Note: [{ name: "text", type: "string" }] };
    return describeTypedData({ domain, types, primaryType: "Note", message: { text: "a" } }).text;
  },
};

async function main() {
  for (const [name, job] of Object.entries(jobs)) {
    try {
      globalThis.hostPrint(JSON.stringify({ name, told: await job() }));
    } catch (error) {
      globalThis.hostPrint(JSON.stringify({ name, failed: `${error}`, stack: error?.stack }));
    }
  }
  globalThis.hostPrint(JSON.stringify({ name: "end" }));
}
main();
