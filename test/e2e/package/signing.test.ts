import { beforeAll, describe, expect, test } from "vitest";
import {
  type Consumer,
  compilations,
  createConsumer,
  has,
  loadedPackages,
  loadings,
  oldestTypeScript,
  outputOf,
  typeErrors,
} from "./consumer.js";

/** A project after `npm install bursar viem`, without the Bitcoin peers. */
let plain: Consumer;
/** Has only the package. */
let bare: Consumer;
let compilers: Consumer;

beforeAll(async () => {
  [plain, bare, compilers] = await Promise.all([
    createConsumer(["viem", "@types/node"]),
    createConsumer(),
    createConsumer([`typescript@${oldestTypeScript}`]),
  ]);
});

/**
 * Registers, funds, quotes, signs with an account and with a wallet client, executes. Prints one
 * line of JSON.
 */
const job = `
  const account = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const request = async ({ method, params }) => {
    if (method === "personal_sign") return account.signMessage({ message: { raw: params[0] } });
    throw new TypeError("unexpected request: " + method);
  };
  const wallet = createWalletClient({ account: account.address, transport: custom({ request }) });
  const main = async () => {
    const sandbox = createSandbox();
    const { baseUrl, apiKey, fetch } = sandbox;
    const client = createClient({ baseUrl, apiKey, fetch, validation: "strict" });
    const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
    const { wallet: { walletAddress } } = await client.wallets.register({ externallyOwnedAccount: account.address, factory });
    sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
    const expect = {
      amountIn: "10", chainIdIn: 137, chainIdOut: 137, tokenIn: usdc, tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
      payGasFeeToken: usdc, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT", walletAddress, toAddress: walletAddress,
    };
    const options = { expect, owner: account.address };
    const quote = pickExecutable((await client.swap.quote(expect)).quotes, options);
    const hash = await signUserOperation(quote.userOperationHash, account);
    const signed = await signQuote(quote, account, options);
    const byWallet = await signQuote(quote, wallet, options);
    // It is of the current time.
    for (const each of [signed, byWallet]) {
      delete each.expiresAt;
      delete each.statement.expiresAt;
    }
    const error = await signQuote({ ...quote, tokenOut: usdc }, account, options).catch((error) => error);
    const late = await signQuote(quote, account, { ...options, now: Date.parse("2100-01-01") }).catch((error) => error);
    const { userOperationHash } = await client.operations.execute(signed);
    console.log(JSON.stringify({
      hash, signed, byWallet, executed: userOperationHash === quote.userOperationHash,
      refused: [error, late].map((each) => each instanceof UnsafeToSignError && each instanceof SigningError && !(each instanceof ApiError) && isBursarError(each)),
      codes: [error, late].map(({ problems }) => problems[0].code),
    }));
  };
  main();`;

const parts = [
  ["createClient, UnsafeToSignError, SigningError, ApiError, isBursarError", "bursar"],
  ["createSandbox", "bursar/sandbox"],
  ["pickExecutable, signQuote, signUserOperation", "bursar/signing"],
  ["createWalletClient, custom", "viem"],
  ["privateKeyToAccount", "viem/accounts"],
] as const;

describe("without the Bitcoin peers, a swap", () => {
  beforeAll(async () => {
    for (const name of ["bitcoinjs-lib", "@bitcoinerlab/secp256k1"])
      expect(await has(plain, name)).toBe(false);
  });

  const outputs = new Set<string>();
  test.each(loadings)("is signed and executed %s", async (_, args, load) => {
    const output = await plain.node([
      ...args,
      parts.map(([names, from]) => load(names, from)).join("\n") + job,
    ]);
    outputs.add(output);
    const result = JSON.parse(output);
    expect(result.hash).toMatch(/^0x[0-9a-f]{130}$/);
    expect(result.signed.signature).toBe(result.hash);
    expect(result.byWallet).toEqual(result.signed);
    expect(result).toMatchObject({
      executed: true,
      refused: [true, true],
      codes: ["token", "expired"],
    });
  });

  test("has the same signatures, byte for byte, by import and by require", () =>
    expect(outputs.size).toBe(1));
});

test("an error of one kind of module is an instance of the other's class", async () => {
  const program = `
    import { createRequire } from "node:module";
    import * as root from "bursar";
    import * as signing from "bursar/signing";
    const require = createRequire(process.cwd() + "/x.js");
    const roots = [root, require("bursar")];
    const results = [roots[0].UnsupportedSignerError === roots[1].UnsupportedSignerError];
    for (const { signUserOperation } of [signing, require("bursar/signing")]) {
      const error = await signUserOperation("0x" + "a1".repeat(32), "no signer").catch((error) => error);
      for (const { UnsupportedSignerError, SigningError, UnsafeToSignError, isBursarError } of roots)
        results.push(error instanceof UnsupportedSignerError && error instanceof SigningError
          && !(error instanceof UnsafeToSignError) && isBursarError(error));
    }
    console.log(results.join(" "));`;
  expect(await plain.node(["--input-type=module", "-e", program])).toBe(
    "false true true true true",
  );
});

describe("the loaded packages", () => {
  test("bursar/signing loads viem and bursar does not", async () => {
    expect(await loadedPackages(plain, `await import("bursar");`)).toEqual(
      expect.not.arrayContaining(["viem"]),
    );
    expect(await loadedPackages(plain, `await import("bursar/signing");`)).toEqual(
      expect.arrayContaining(["bursar", "viem"]),
    );
  });

  test("bursar/signing loads no Zod", async () => {
    const loaded = await loadedPackages(plain, `await import("bursar/signing");`);
    expect(loaded).not.toContain("zod");
  });

  test("bursar/signing names the missing peer", async () => {
    expect(await has(bare, "viem")).toBe(false);
    expect(
      await outputOf(bare.node(["--input-type=module", "-e", `import "bursar/signing";`])),
    ).toMatch(/Cannot find package 'viem'/);
    expect(
      await outputOf(bare.node(["--input-type=commonjs", "-e", `require("bursar/signing");`])),
    ).toMatch(/Cannot find module 'viem\//);
  });
});

describe("types", () => {
  const program = `
import { type Client, SigningError, UnsafeToSignError, type LimitOrderRequest, type SwapQuote, type SwapQuoteRequest } from "bursar";
import {
  cancelLimitOrder, type ClientSigner, describeQuote, pickExecutable, type SignedLimitOrder, type SignedOperation, type Signer,
  signQuote, signUserOperation,
} from "bursar/signing";
import { type Account, type Chain, createWalletClient, custom, type LocalAccount, type Transport, type WalletClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";

export const account: Signer = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
export const fits = (local: LocalAccount, plain: WalletClient, full: WalletClient<Transport, Chain, Account>): Signer[] => [local, plain, full];
export const walletClient: Signer = createWalletClient({
  account: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  transport: custom({ request: async () => "0x" }),
});
export const client: ClientSigner = createWalletClient({ transport: custom({ request: async () => "0x" }) });

export async function place(api: Client, expect: SwapQuoteRequest, signer: Signer): Promise<string> {
  const owner = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  try {
    const quote: SwapQuote = pickExecutable((await api.swap.quote(expect)).quotes, { now: undefined });
    console.log(describeQuote(quote).text, await signUserOperation("0x12", signer));
    const signed: SignedOperation = await signQuote(quote, signer, { expect, owner });
    await cancelLimitOrder(api, "id", signer, { owner, walletAddress: expect.walletAddress, chainId: 137, signal: new AbortController().signal });
    return (await api.operations.execute(signed)).userOperationHash;
  } catch (error) {
    if (error instanceof UnsafeToSignError) console.log(error.problems.map(({ code, path }) => code + path));
    if (error instanceof SigningError) console.log(error.kind, error.hint);
    throw error;
  }
}

export const order = (quote: SwapQuote, signer: Signer, expect: LimitOrderRequest): Promise<SignedLimitOrder> =>
  signQuote(quote, signer, { expect, owner: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });

// @ts-expect-error A key is not a signer. This also shows that the types are not \`any\`.
signUserOperation("0x12", "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
// @ts-expect-error An owner is an address.
export const misspelt = (quote: SwapQuote, signer: Signer) => signQuote(quote, signer, { owner: "12" });
`;

  test(`compile with ${compilations.oldest.name}`, async () => {
    const errors = typeErrors(plain, compilers.folder, compilations.oldest, program, ["viem"]);
    expect(await errors).toEqual([]);
  });
});
