import { afterAll, beforeAll, expect, test } from "vitest";
import { findNodeApis, openPage, type Page } from "./page.js";

const program = `
  import { createClient, isBursarError, SigningError, UnsafeToSignError } from "bursar";
  import { createSandbox } from "bursar/sandbox";
  import { cancelLimitOrder, describeQuote, pickExecutable, signQuote } from "bursar/signing";
  import { createWalletClient, custom } from "viem";
  import { privateKeyToAccount } from "viem/accounts";

  const account = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const requests = [];
  // The provider that a wallet extension gives to a page.
  const provider = {
    async request({ method, params }) {
      requests.push(method);
      if (method === "personal_sign") return account.signMessage({ message: { raw: params[0] } });
      if (method === "eth_signTypedData_v4") return account.signTypedData(JSON.parse(params[1]));
      throw Object.assign(new Error("no " + method), { code: -32601 });
    },
  };
  const signers = { account, wallet: createWalletClient({ account: account.address, transport: custom(provider) }) };

  const openOrder = async () => {
    const sandbox = createSandbox();
    const { baseUrl, apiKey, fetch } = sandbox;
    const client = createClient({ baseUrl, apiKey, fetch, validation: "strict", dangerouslyAllowBrowser: true, logLevel: "off" });
    const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
    const { wallet: { walletAddress } } = await client.wallets.register({ externallyOwnedAccount: account.address, factory });
    sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
    const request = {
      amountIn: "100", minAmountOut: "0.05", chainIdIn: 137, chainIdOut: 137, tokenIn: usdc,
      tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619", payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT",
      walletAddress, toAddress: walletAddress,
    };
    const quote = pickExecutable((await client.swap.quote(request)).quotes);
    return { sandbox, client, walletAddress, quote, options: { expect: request, owner: account.address } };
  };

  globalThis.jobs = {
    async placeAndCancel(name) {
      const signer = signers[name];
      const { sandbox, client, walletAddress, quote, options } = await openOrder();
      const { text } = describeQuote(quote);
      const signed = await signQuote(quote, signer, options);
      const { userOperationHash } = await client.operations.execute(signed);
      const record = async () => (await client.wallets.history(walletAddress, { userOperationHash }).firstPage()).items[0];
      const before = await record();
      const terms = { owner: account.address, walletAddress, chainId: 137 };
      const cancelled = await cancelLimitOrder(client, before.id, signer, terms);
      const again = await cancelLimitOrder(client, before.id, signer, terms).catch((error) => error);
      return {
        text, requests, cancelled, statuses: [before.status, (await record()).status], again: again.id,
        signatures: [signed.signature, signed.typedDataSignature].map((signature) => signature.length),
        operations: sandbox.requests.map(({ operation }) => operation),
      };
    },
    async tampered() {
      const { quote, options } = await openOrder();
      const error = await signQuote({ ...quote, tokenOut: usdc }, signers.wallet, options).catch((error) => error);
      const kinds = [error instanceof UnsafeToSignError, error instanceof SigningError, isBursarError(error), error instanceof TypeError];
      return { kinds, codes: error.problems.map(({ code }) => code), requests };
    },
  };`;

let page: Page;
beforeAll(async () => {
  page = await openPage(program);
});
afterAll(() => page?.close());

test.each([
  ["account", []],
  ["wallet", ["personal_sign", "eth_signTypedData_v4", "eth_signTypedData_v4"]],
])(
  "places and cancels a limit order in a page that forbids eval, signed by a viem %s",
  async (signer, calls) => {
    const { result, pageErrors } = await page.run("placeAndCancel", signer);
    expect(pageErrors).toEqual([]);
    expect(result).toMatchObject({
      requests: calls,
      cancelled: { success: true },
      statuses: ["PROCESSING", "FAILED"],
      again: "CANCEL_LIMIT_ORDER_NOT_ALLOWED",
      signatures: [132, 132],
    });
    const { text, operations } = result as { text: string; operations: string[] };
    expect(text).toContain("100");
    expect(operations.filter((operation) => operation === "operations.execute")).toHaveLength(1);
  },
);

test("rejects a tampered quote with an error class of the root entry, without a wallet request", async () => {
  const { result, pageErrors } = await page.run("tampered");
  expect(pageErrors).toEqual([]);
  expect(result).toMatchObject({
    kinds: [true, true, true, false],
    codes: expect.arrayContaining(["token"]),
    requests: [],
  });
});

test("sends no other request and contains no Node API", () => {
  expect(new Set(page.requests)).toEqual(new Set(["GET /", "GET /page.js"]));
  expect(findNodeApis(page.code)).toEqual([]);
});
