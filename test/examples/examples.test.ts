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

/** What each example says, in this order. */
const said: Record<string, RegExp[]> = {
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
    /^A tampered quote is refused\.$/m,
    /^swap quote: nothing was signed, 2 problems:$/m,
    /^ {2}toAddress: expected 0x[0-9a-f]{40}, got "0x0{35}bad00"$/m,
    /^ {2}minAmountOut: expected at least 0\.03\d+ .*, got "0\.001"$/m,
    /^signatures made: 0$/m,
    /^The true quote is signed\. signatures made: 1$/m,
    /^the swap is COMPLETED$/m,
  ],
  "limit-order-and-cancel.mjs": [
    /^signed: userOperationHash, signature, typedDataSignature$/m,
    /^the order is PROCESSING: at least 0\.5 WETH for 1000 USDC$/m,
    /^You sign: LightAccountMessage$/m,
    /^Chain: Polygon \(137\)$/m,
    /^A cancellation for another wallet is refused\.$/m,
    /^cancellation: nothing was signed, 1 problem:$/m,
    /verifyingContract: expected 0x[0-9a-f]{40}, got "0x0{35}bad00"$/m,
    /^cancelled: true$/m,
    /^cancelled once more: CANCEL_LIMIT_ORDER_NOT_ALLOWED$/m,
  ],
  "eip-7702-wallet.mjs": [
    /^one address for wallet and owner: true$/m,
    /^Permission: Hands your account over to the contract 0xd6cedde8\w+ on Polygon \(137\)/m,
    /^A contract that is not on the list is refused\.$/m,
    /^swap quote: nothing was signed, 1 problem:$/m,
    /^ {2}authorization\.address: .* on your list, the option delegates: 0x0{38}aa, got "?0xd6cedde8\w+"?$/m,
    /cannot sign authorizations; nothing was signed$/m,
    /^signed: userOperationHash, signature, authorization$/m,
    /^the first swap is COMPLETED$/m,
    /^signed: userOperationHash, signature$/m,
  ],
  "bitcoin-deposit-address.mjs": [
    /^a key that keeps its secret: \[private key of 0[23]\w+\]$/m,
    /^P2PKH {2}1\w+$/m,
    /^P2WPKH bc1q\w{38}$/m,
    /^P2TR {3}bc1p\w{58}$/m,
    /^right: a P2WPKH address$/m,
    /^wrong \(checksum\): /m,
    /^wrong \(white_space\): /m,
    /^wrong \(network\): /m,
    /^CRYPTO_DEPOSIT: 0\.001 BTC$/m,
    /^the message is the owner's: true$/m,
    /^another message is not: false$/m,
    /^You spend 0\.00100000 BTC from 1 of 1 inputs\.$/m,
    /^0\.00060000 BTC to bc1qw508/m,
    /^0\.00039000 BTC back to you at bc1q/m,
    /^Fee: 0\.00001000 BTC/m,
    /^An absurd fee is refused\.$/m,
    /^bitcoin\.signPsbt: nothing was signed, 2 problems:$/m,
    /got 40000 satoshis, which is 40 %$/m,
    /^The true one is signed\. complete: true/m,
  ],
};

/** What the README's program on signing takes for granted: its owner is the first account of every local test chain. */
const beforeSigning = `import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { privateKeyToAccount } from "viem/accounts";

const signer = privateKeyToAccount("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
const sandbox = createSandbox({ now: new Date() });
const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch });
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: signer.address,
  factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
});
const { walletAddress } = wallet;
const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
sandbox.fund(walletAddress, { chainId: 137, address: usdc }, "500");
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

const single = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".mjs"));

/** The patterns that are not found, each behind the one before it. */
function notFoundInOrder(out: string, patterns: readonly RegExp[]): RegExp[] {
  let rest = out;
  return patterns.filter((pattern) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found.index + found[0].length);
    return !found;
  });
}

describe("without a network", () => {
  test("nothing could be reached unnoticed", async () => {
    writeFileSync(
      join(examples.folder, "caught.mjs"),
      'await fetch("http://127.0.0.1:45678/").catch(() => {});',
    );
    expect(await examples.run("caught.mjs")).toMatchObject({
      code: 99,
      err: expect.stringContaining("a socket was opened"),
    });
  });

  test.each(single)(
    "%s runs to its end and says what it found",
    { timeout: 60_000 },
    async (name) => {
      const { code, out, err } = await examples.run(`examples/${name}`);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(notFoundInOrder(out, said[name] ?? [/this example is not in the list above/])).toEqual(
        [],
      );
    },
  );

  test("the README's program on signing comes to the end of a swap, and signs nothing for another owner", {
    timeout: 60_000,
  }, async () => {
    const program = /^## Sign what you asked for\n[\s\S]*?^```ts\n([\s\S]*?)^```$/m.exec(
      read("README.md"),
    )?.[1] as string;
    writeFileSync(join(examples.folder, "signing.mjs"), beforeSigning + program);
    const { code, out, err } = await examples.run("signing.mjs");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(
      notFoundInOrder(out, [/^You give: 100 of 0x/m, /^You get at least: 0\.03/m, /^COMPLETED$/m]),
    ).toEqual([]);

    const others = program.replace(/0xf39F\w+/, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
    writeFileSync(join(examples.folder, "others.mjs"), beforeSigning + others);
    const refused = await examples.run("others.mjs");
    expect(refused).toMatchObject({
      code: 0,
      err: expect.stringMatching(/nothing was signed, 1 problem:\n.*0x70997970.*0xf39Fd6e5/),
    });
    expect(refused.out).not.toContain("COMPLETED");
  });

  test("the README lists every example, and nothing else", () => {
    const listed = [...read("README.md").matchAll(/^\| \[\S+\]\(examples\/([^)]+)\)/gm)].map(
      ([, path]) => path,
    );
    const folders = readdirSync(join(root, "examples")).filter((name) => name !== "tour");
    expect(listed.sort()).toEqual(folders.sort());
  });

  test("the tests that users copy pass as they stand", { timeout: 60_000 }, async () => {
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

test.each([...single, "test-your-app-with-the-sandbox/app.test.mjs"])(
  "%s says in its header what it shows and how to run it",
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

  test("comes to its end without a network", () => {
    expect({ code: tour.code, err: tour.err }).toEqual({ code: 0, err: "" });
    expect(tour.out).toMatch(/Where next[\s\S]*README\.md/);
  });

  test("does the whole main job", () => {
    const missing = notFoundInOrder(tour.out, [
      /^ {4}wallet 0x[0-9a-f]{40} since 20\d\d-/m,
      /^ {4}1500000 usdc on chain 137/m,
      /^ {4}ROUTER_[BC] yields at least 119\d{4}/m,
      /^ {4}ROUTER_[BC] yields at least 119\d{4}/m,
      /^ {4}ROUTER_A cannot: Insufficient liquidity/m,
      /^ {4}You give: 1200000 of USDC on Polygon \(137\)$/m,
      /^ {4}You get at least: 119\d{4}\.\d+ of USDC on Base \(8453\)/m,
      /^ {4}UnsafeToSignError: swap quote: nothing was signed, 1 problem:\n {6}toAddress: /m,
      /^ {4}queued, not done/m,
      /^ {4}… PROCESSING\n {4}… ON_BRIDGE\n {4}… COMPLETED\n {4}CROSS_SWAP https:/m,
      /^ {4}… 250 read with 3 requests/m,
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

  test("meets three typed errors: several problems at once, a refusal, and a lost answer", () => {
    const missing = notFoundInOrder(tour.out, [
      /^ {4}body\.amountIn: .*"ten"$/m,
      /^ {4}body\.chainIdIn: /m,
      /^ {4}body\.payGasFeeToken: /m,
      /^ {4}body\.slippage: /m,
      /^ {4}404 ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT$/m,
      /^ {4}look for the userOperationHash /m,
      /^ {4}it did happen: PROCESSING$/m,
    ]);
    expect(missing).toEqual([]);
  });

  test("shows the code that runs, line by line", () => {
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

  test("leads only to what exists", () => {
    const next = tour.out.slice(tour.out.indexOf("Where next"));
    const paths = [...next.matchAll(/^ {2}(examples\/\S+|README\.md)/gm)].map(
      ([, path]) => path as string,
    );
    expect(paths).toHaveLength(8);
    for (const path of paths)
      expect(readdirSync(join(root, path, ".."))).toContain(path.split("/").at(-1));
  });

  test("is plain text where no terminal shows it", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what must not be there.
    expect(tour.out).not.toMatch(/[\x1b\r]/);
  });
});
