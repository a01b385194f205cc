import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExamples } from "./run.js";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");
const vitest = join(root, "node_modules/vitest/vitest.mjs");

let examples: Awaited<ReturnType<typeof openExamples>>;
beforeAll(async () => {
  examples = await openExamples();
});
afterAll(() => examples?.remove());

/** The lines that each example prints, in this order. */
const expectedOutput: Record<string, RegExp[]> = {
  "quickstart.mjs": [
    /^100 USDC buy at least 0\.03\d+ WETH$/m,
    /^the swap is COMPLETED$/m,
    /^usdc: 400$/m,
    /^weth: 0\.0\d+$/m,
  ],
  "read-history.mjs": [
    /^failed, by type: \{/m,
    /^since 2025-12-02: \d{3} transactions$/m,
    /^first run: 2500 transactions, then stopped$/m,
    /^second run: the other 7500, together 10000$/m,
  ],
  "sign-a-swap.mjs": [
    /^What you are about to sign:$/m,
    /^You give: 100 of USDC on Polygon \(137\)$/m,
    /^You get at least: 0\.03\d+ of WETH on Polygon \(137\) \(expected: 0\.03\d+\)$/m,
    /^A tampered quote is rejected\.$/m,
    /^swap quote: nothing was signed, 2 problems:$/m,
    /^ {2}toAddress: expected 0x[0-9a-f]{40}, got "0x0{35}bad00"$/m,
    /^ {2}minAmountOut: expected at least 0\.03\d+ .*, got "0\.001"$/m,
    /^signatures made: 0$/m,
    /^The genuine quote is signed\. signatures made: 1$/m,
    /^the swap is COMPLETED$/m,
  ],
  "limit-order-and-cancel.mjs": [
    /^signed: userOperationHash, signature, typedDataSignature, digests$/m,
    /^the order is PROCESSING: at least 0\.5 WETH for 1000 USDC$/m,
    /^You sign: LightAccountMessage$/m,
    /^Chain: Polygon \(137\)$/m,
    /^A cancellation for another wallet is rejected\.$/m,
    /^cancellation: nothing was signed, 1 problem:$/m,
    /verifyingContract: expected 0x[0-9a-f]{40}, got "0x0{35}bad00"$/m,
    /^cancelled: true$/m,
    /^cancelled again: CANCEL_LIMIT_ORDER_NOT_ALLOWED$/m,
  ],
  "eip-7702-wallet.mjs": [
    /^one address for wallet and owner: true$/m,
    /^Permission: Hands your account over to the contract 0xd6cedde8\w+ on Polygon \(137\)/m,
    /^A contract that is not on the list is rejected\.$/m,
    /^swap quote: nothing was signed, 1 problem:$/m,
    /^ {2}authorization\.address: .* on your list, the option delegates: 0x0{38}aa, got "?0xd6cedde8\w+"?$/m,
    /cannot sign authorizations; nothing was signed$/m,
    /^signed: userOperationHash, signature, authorization, digests$/m,
    /^the first swap is COMPLETED$/m,
    /^signed: userOperationHash, signature, digests$/m,
  ],
  "bitcoin-deposit-address.mjs": [
    /^a key that prints without its secret: \[private key of 0[23]\w+\]$/m,
    /^P2PKH {2}1\w+$/m,
    /^P2WPKH bc1q\w{38}$/m,
    /^P2TR {3}bc1p\w{58}$/m,
    /^valid: a P2WPKH address$/m,
    /^invalid \(checksum\): /m,
    /^invalid \(white_space\): /m,
    /^invalid \(network\): /m,
    /^CRYPTO_DEPOSIT: 0\.001 BTC$/m,
    /^the signature is valid: true$/m,
    /^it is valid for another message: false$/m,
    /^You spend 0\.00100000 BTC from 1 of 1 inputs\.$/m,
    /^0\.00060000 BTC to bc1qw508/m,
    /^0\.00039000 BTC back to you at bc1q/m,
    /^Fee: 0\.00001000 BTC/m,
    /^An absurd fee is rejected\.$/m,
    /^bitcoin\.signPsbt: nothing was signed, 2 problems:$/m,
    /got 40000 satoshis, which is 40 %$/m,
    /^The correct PSBT is signed\. complete: true/m,
  ],
};

/**
 * The setup that the README's signing program needs. Its owner is the first account of every local
 * test chain.
 */
const signingSetup = `import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { privateKeyToAccount } from "viem/accounts";

const signer = privateKeyToAccount("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
const sandbox = createSandbox();
const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch });
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: signer.address,
  factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
});
const { walletAddress } = wallet;
const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
const request = {
  amountIn: "100",
  chainIdIn: 137,
  chainIdOut: 137,
  tokenIn: usdc,
  tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
  walletAddress,
  toAddress: walletAddress,
};
`;

const programs = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".mjs"));

/** Returns the patterns that do not occur in this order. */
function findMissing(out: string, patterns: readonly RegExp[]): RegExp[] {
  let rest = out;
  return patterns.filter((pattern) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found.index + found[0].length);
    return !found;
  });
}

describe("without a network", () => {
  test("the guard ends a program that opens a socket", async () => {
    writeFileSync(
      join(examples.folder, "caught.mjs"),
      'await fetch("http://127.0.0.1:45678/").catch(() => {});',
    );
    expect(await examples.run("caught.mjs")).toMatchObject({
      code: 99,
      err: expect.stringContaining("a socket was opened"),
    });
  });

  test.each(programs)(
    "%s runs to its end and prints the expected lines",
    { timeout: 60_000 },
    async (name) => {
      const { code, out, err } = await examples.run(`examples/${name}`);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(
        findMissing(out, expectedOutput[name] ?? [/this example is not in the list above/]),
      ).toEqual([]);
    },
  );

  test("the README's signing program completes a swap, and signs nothing for another owner", {
    timeout: 60_000,
  }, async () => {
    const program = /^## Sign what you asked for\n[\s\S]*?^```ts\n([\s\S]*?)^```$/m.exec(
      read("README.md"),
    )?.[1] as string;
    writeFileSync(join(examples.folder, "signing.mjs"), signingSetup + program);
    const { code, out, err } = await examples.run("signing.mjs");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(
      findMissing(out, [/^You give: 100 of 0x/m, /^You get at least: 0\.03/m, /^COMPLETED$/m]),
    ).toEqual([]);

    const otherOwner = program.replace(/0xf39F\w+/, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
    writeFileSync(join(examples.folder, "other-owner.mjs"), signingSetup + otherOwner);
    const rejected = await examples.run("other-owner.mjs");
    expect(rejected).toMatchObject({
      code: 0,
      err: expect.stringMatching(/nothing was signed, 1 problem:\n.*0x70997970.*0xf39Fd6e5/),
    });
    expect(rejected.out).not.toContain("COMPLETED");
  });

  test("the README lists exactly the examples that exist", () => {
    const listed = [...read("README.md").matchAll(/^\| \[\S+\]\(examples\/([^)]+)\)/gm)].map(
      ([, path]) => path,
    );
    const folders = readdirSync(join(root, "examples")).filter((name) => name !== "tour");
    expect(listed.sort()).toEqual(folders.sort());
  });

  test("the tests that users copy pass unchanged", { timeout: 60_000 }, async () => {
    const { code, out, err } = await examples.run(
      vitest,
      "run",
      "--root",
      "examples/test-your-app-with-the-sandbox",
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(stripVTControlCharacters(out)).toMatch(/Tests +4 passed/);
  });
});

test.each([...programs, "test-your-app-with-the-sandbox/app.test.mjs"])(
  "%s states in its header what it shows and how to run it",
  (name) => {
    const [first, ...more] = read(`examples/${name}`).split("\n\n")[0]?.split("\n") ?? [];
    expect(first).toMatch(/^\/\/ Shows /);
    expect(more.join("\n")).toContain(
      name.includes("/") ? `examples/${name.split("/")[0]}` : `node examples/${name}`,
    );
  },
);

describe("the tour", () => {
  let tour: Awaited<ReturnType<typeof examples.run>>;
  beforeAll(async () => {
    tour = await examples.run("examples/tour/index.mjs");
  }, 60_000);

  test("runs to its end without a network", () => {
    expect({ code: tour.code, err: tour.err }).toEqual({ code: 0, err: "" });
    expect(tour.out).toMatch(/Next steps[\s\S]*README\.md/);
  });

  test("walks through every main task", () => {
    const missing = findMissing(tour.out, [
      /^ {4}wallet 0x[0-9a-f]{40} since 20\d\d-/m,
      /^ {4}1500000 usdc on chain 137/m,
      /^ {4}ROUTER_[BC] pays at least 119\d{4}/m,
      /^ {4}ROUTER_[BC] pays at least 119\d{4}/m,
      /^ {4}ROUTER_A fails: Insufficient liquidity/m,
      /^ {4}You give: 1200000 of USDC on Polygon \(137\)$/m,
      /^ {4}You get at least: 119\d{4}\.\d+ of USDC on Base \(8453\)/m,
      /^ {4}UnsafeToSignError: swap quote: nothing was signed, 1 problem:\n {6}toAddress: /m,
      /^ {4}queued, not done/m,
      /^ {4}… PROCESSING\n {4}… ON_BRIDGE\n {4}… COMPLETED\n {4}CROSS_SWAP https:/m,
      /^ {4}… read 250 with 3 requests/m,
      /^ {4}order tx_\w+ PROCESSING$/m,
      /^ {4}You sign: LightAccountMessage$/m,
      /^ {4}\{ success: true \}$/m,
      /^ {4}uploaded 100 %$/m,
      /^ {4}session session_/m,
      /^ {4}… PROCESSING\n {4}… VERIFYING\n {4}… COMPLETED\n {4}ind_\w+ may move 3000 USD today$/m,
      /^ {4}250 USD buy 247\.5 USDC/m,
      /^ {4}order deposit_\w+ - pay by ACH/m,
    ]);
    expect(missing).toEqual([]);
  });

  test("shows three typed errors: an invalid request, an API error and an unknown outcome", () => {
    const missing = findMissing(tour.out, [
      /^ {4}body\.amountIn: .*"ten"$/m,
      /^ {4}body\.chainIdIn: /m,
      /^ {4}body\.payGasFeeToken: /m,
      /^ {4}body\.slippage: /m,
      /^ {4}404 ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT$/m,
      /^ {4}look for the userOperationHash /m,
      /^ {4}found: PROCESSING$/m,
    ]);
    expect(missing).toEqual([]);
  });

  test("prints every line of the code that it runs", () => {
    const shown = new Set(tour.out.split("\n").map((line) => line.replace(/^ {2}│ ?/, "")));
    const steps = readdirSync(join(root, "examples/tour/steps"));
    expect(tour.out).toContain(`${steps.length}/${steps.length}  `);
    for (const step of steps) {
      const body = /export async function code\(.*\n([\s\S]*?)(?:\n {2}return .*)?\n\}\n/.exec(
        read(`examples/tour/steps/${step}`),
      )?.[1];
      const missing = (body as string).split("\n").filter((line) => !shown.has(line.slice(2)));
      expect(missing, step).toEqual([]);
    }
  });

  test("refers only to files that exist", () => {
    const next = tour.out.slice(tour.out.indexOf("Next steps"));
    const paths = [...next.matchAll(/^ {2}(examples\/\S+|README\.md)/gm)].map(
      ([, path]) => path as string,
    );
    expect(paths).toHaveLength(8);
    for (const path of paths)
      expect(readdirSync(join(root, path, ".."))).toContain(path.split("/").at(-1));
  });

  test("prints plain text if stdout is not a terminal", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain escapes.
    expect(tour.out).not.toMatch(/[\x1b\r]/);
  });
});
