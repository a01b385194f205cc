import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { allPackages } from "./all-packages.js";
import {
  type Consumer,
  compilations,
  compile,
  createConsumer,
  has,
  outputOf,
  repository,
  typeErrors,
  typesSettings,
} from "./consumer.js";

/** A project after `npm install bursar viem`, without MSW. */
let plain: Consumer;
/** Also has MSW. */
let mocked: Consumer;
/** Has only the package. */
let bare: Consumer;

beforeAll(async () => {
  [plain, mocked, bare] = await Promise.all([
    createConsumer(["viem", "@types/node"]),
    createConsumer(allPackages),
    createConsumer(),
  ]);
});

/** The main flow: register, fund, quote, read. Prints one line of JSON. */
const mainJob = `
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const main = async () => {
    const sandbox = createSandbox({ now: new Date("2026-01-01") });
    const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch, validation: "strict" });
    const { wallet } = await client.wallets.register({
      externallyOwnedAccount: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
      factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
    });
    sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "500" });
    const { quotes } = await client.swap.quote({
      amountIn: "10",
      chainIdIn: 137,
      chainIdOut: 137,
      tokenIn: usdc,
      tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
      payGasFeeToken: usdc,
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      walletAddress: wallet.walletAddress,
      toAddress: wallet.walletAddress,
    });
    const { tokens } = await client.wallets.portfolio(wallet.walletAddress, { includeTokens: true });
    const balance = tokens.find(({ address }) => address === usdc).balanceFormatted;
    console.log(JSON.stringify({ address: wallet.walletAddress, quote: quotes.find(isExecutable), balance }));
  };
  main();`;

const byImport = `import { createClient, isExecutable } from "bursar"; import { createSandbox } from "bursar/sandbox";`;
const byRequire = `const { createClient, isExecutable } = require("bursar"); const { createSandbox } = require("bursar/sandbox");`;

describe("without MSW, the main flow", () => {
  beforeAll(async () => expect(await has(plain, "msw")).toBe(false));

  test.each([
    ["by import", ["--input-type=module", "-e", byImport + mainJob]],
    ["by require", ["--input-type=commonjs", "-e", byRequire + mainJob]],
    [
      "by require where ES modules cannot be required",
      ["--no-experimental-require-module", "--input-type=commonjs", "-e", byRequire + mainJob],
    ],
  ])("runs %s", async (_, args) => {
    const { address, quote, balance } = JSON.parse(await plain.node(args));
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(Number(balance)).toBe(500);
    expect(Number(quote.minAmountOut)).toBeGreaterThan(0);
    expect(quote.userOperationHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test("returns the same responses, byte for byte, by import and by require", async () => {
    const imported = await plain.node(["--input-type=module", "-e", byImport + mainJob]);
    expect(await plain.node(["--input-type=commonjs", "-e", byRequire + mainJob])).toBe(imported);
  });

  test("can be served on a port by both kinds of modules", async () => {
    const served = `
      createSandbox().listen().then(async (server) => {
        const client = createClient({ baseUrl: server.url, apiKey: "sandbox-key" });
        const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
        await server.close();
        console.log(items.length > 0 && isExecutable !== undefined);
      });`;
    expect(await plain.node(["--input-type=module", "-e", byImport + served])).toBe("true");
    expect(await plain.node(["--input-type=commonjs", "-e", byRequire + served])).toBe("true");
  });
});

describe("with MSW, the handlers", () => {
  const intercepted = `
    const sandbox = createSandbox({ baseUrl: "https://api.example.com" });
    const server = setupServer(...sandbox.handlers({ http }));
    server.listen({ onUnhandledRequest: "error" });
    const client = createClient({ baseUrl: "https://api.example.com", apiKey: sandbox.apiKey });
    client.tokens.list({ search: "USDC" }).firstPage().then(({ items }) => {
      server.close();
      console.log(items.length > 0, sandbox.requests.map(({ operation }) => operation).join());
    });`;

  test.each([
    [
      "--input-type=module",
      `import { http } from "msw"; import { setupServer } from "msw/node"; ${byImport} ${intercepted}`,
    ],
    [
      "--input-type=commonjs",
      `const { http } = require("msw"); const { setupServer } = require("msw/node"); ${byRequire} ${intercepted}`,
    ],
  ])("respond to network requests with %s", async (kind, code) => {
    expect(await mocked.node([kind, "-e", code])).toBe("true tokens.list");
  });

  test("match the types of MSW", async () => {
    await mocked.write(
      "handlers.ts",
      `import { http, type RequestHandler } from "msw";
       import { createSandbox } from "bursar/sandbox";
       export const handlers: RequestHandler[] = createSandbox().handlers({ http });
       // @ts-expect-error handlers() needs MSW's http namespace. This also shows that the types are
       // not \`any\`.
       createSandbox().handlers({ http: 1 });`,
    );
    const config = await mocked.write(
      "tsconfig.handlers.json",
      JSON.stringify({
        compilerOptions: {
          ...typesSettings["bundler, the DOM's types"],
          strict: true,
          noEmit: true,
          skipLibCheck: true,
        },
        files: ["handlers.ts"],
      }),
    );
    expect(compile(config, repository)).toEqual([]);
  });
});

describe("without viem", () => {
  beforeAll(async () => expect(await has(bare, "viem")).toBe(false));

  test("bursar and bursar/schemas load neither the sandbox nor its dependencies", async () => {
    // The coverage report names every loaded file.
    await bare.node(
      ["--input-type=module", "-e", `await import("bursar"); await import("bursar/schemas");`],
      {
        NODE_V8_COVERAGE: join(bare.folder, "loaded"),
      },
    );
    const loaded = await loadedFiles(bare, "loaded");
    expect(loaded.some((file) => file.endsWith("/dist/index.js"))).toBe(true);
    const held = await Promise.all(
      loaded.filter((file) => file.includes("/bursar/dist/")).map((file) => readFile(file, "utf8")),
    );
    expect(held.filter((text) => text.includes("\n// src/sandbox/"))).toEqual([]);
    expect(loaded.filter((file) => /node_modules\/(viem|ox|msw)\//.test(file))).toEqual([]);
  });

  test("bursar/sandbox names the missing peer", async () => {
    expect(await outputOf(bare.node(["--input-type=module", "-e", byImport]))).toMatch(
      /Cannot find package 'viem'/,
    );
  });
});

test("with viem, bursar/sandbox loads it and bursar does not", async () => {
  const run = async (name: string, folder: string) => {
    await plain.node(["--input-type=module", "-e", `await import("${name}");`], {
      NODE_V8_COVERAGE: join(plain.folder, folder),
    });
    return (await loadedFiles(plain, folder)).some((file) => file.includes("/node_modules/viem/"));
  };
  expect(await run("bursar", "loaded-root")).toBe(false);
  expect(await run("bursar/sandbox", "loaded-sandbox")).toBe(true);
});

async function loadedFiles({ node }: Consumer, folder: string): Promise<string[]> {
  const print = `
    const { readdirSync, readFileSync } = require("node:fs");
    const reports = readdirSync("${folder}").map((name) => JSON.parse(readFileSync("${folder}/" + name, "utf8")));
    const urls = reports.flatMap(({ result }) => result.map(({ url }) => url)).filter((url) => url.startsWith("file:"));
    console.log(JSON.stringify(urls.map((url) => require("node:url").fileURLToPath(url))));`;
  return JSON.parse(await node(["--input-type=commonjs", "-e", print]));
}

describe("types", () => {
  const program = `
import { createClient } from "bursar";
import { createSandbox, demoWallet, type Failure, type Sandbox, type SandboxDelivery, type SandboxOptions, type SandboxServer, type SandboxWebhooks } from "bursar/sandbox";

const options: SandboxOptions = { seed: "types", now: undefined, latency: 0 };
const sandbox: Sandbox = createSandbox(options);
export const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch });
const failure: Failure = { id: "FIAT_QUOTE_EXPIRED", times: 2 };
sandbox.fail("fiat.createDeposit", failure);
sandbox.fund({ account: demoWallet, chainId: 137, token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", amount: "1.5" });
sandbox.fund({ account: demoWallet, chainId: 137, token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", amount: "1.5" });
export const webhooks: SandboxWebhooks = sandbox.webhooks({ url: "https://app.example", secret: "whsec_plJ3nmyCDGBKInavdOK15jsl" });
export const sent: Promise<SandboxDelivery[]> = sandbox.trigger("ramp.deposit", { sendFiatAmount: "1" });
export const served: Promise<SandboxServer> = sandbox.listen({ port: 0 });
export const operation: string | undefined = sandbox.requests[0]?.operation;
sandbox.restore(sandbox.snapshot());

// @ts-expect-error A field of another event.
sandbox.trigger("ping", { orderId: "1" });
// @ts-expect-error An unknown operation. This also shows that the types are not \`any\`.
sandbox.fail("fiat.createMoney");
`;

  test(`compile with ${compilations.bundled.name}`, async () => {
    expect(await typeErrors(plain, repository, compilations.bundled, program)).toEqual([]);
  });
});
