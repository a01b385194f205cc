import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Consumer, createConsumer, has, outputOf } from "./consumer.js";
import { start } from "./start.js";

/** A project after `npm install bursar viem`. */
let user: Consumer;
/** A project after `npm install bursar`, without the optional peer viem. */
let withoutViem: Consumer;

beforeAll(async () => {
  user = await createConsumer(["viem", "@types/node"]);
  withoutViem = await createConsumer();
});

test("without viem, the command names the install command", async () => {
  expect(await has(withoutViem, "viem")).toBe(false);
  const output = await outputOf(withoutViem.node(["node_modules/bursar/dist/cli.js", "sandbox"]));
  expect(output).toContain("the sandbox needs viem");
  expect(output).toContain("npm install viem");
  expect(output).not.toMatch(/^ {4}at /m);
});

test("without viem, bursar openapi prints the document of the package", async () => {
  const output = await withoutViem.node(["node_modules/bursar/dist/cli.js", "openapi"]);
  const program = `import { createOpenApi } from "bursar/openapi"; console.log(JSON.stringify(createOpenApi()));`;
  const created = await withoutViem.node(["--input-type=module", "-e", program]);
  expect(JSON.parse(output)).toEqual(JSON.parse(created));
});

const npx = (...args: string[]) => start(user.folder, "npx", "--no-install", "bursar", ...args);
/** Runs the command without npx. */
const bursar = (...args: string[]) => start(user.folder, "node_modules/.bin/bursar", ...args);

/** Starts a sandbox on a free port. Resolves when its banner is complete. */
async function open(run: typeof npx, ...args: string[]) {
  const running = run("sandbox", "--port", "0", ...args);
  const [, baseUrl = "", apiKey = ""] = await running.until(
    /base URL\s+(\S+)\s+API key\s+(\S+)[\s\S]*Ctrl-C ends it\.\n\n/,
  );
  return { running, baseUrl, apiKey };
}

/** A program with the address of the sandbox, and the key from the environment. */
const program = (baseUrl: string) => `
import { createClient, isExecutable } from "bursar";
const client = createClient({ baseUrl: "${baseUrl}" });
const wallet = "0x1111111111111111111111111111111111111111";
const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const { quotes } = await client.swap.quote({
  amountIn: "10",
  chainIdIn: 137,
  chainIdOut: 8453,
  tokenIn: usdc,
  tokenOut: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
  walletAddress: wallet,
  toAddress: wallet,
});
console.log("at least", quotes.find(isExecutable).minAmountOut);
`;

describe("npx bursar sandbox", () => {
  test("serves a user's program, logs it without the key, and ends with Ctrl-C", async () => {
    const { running, baseUrl, apiKey } = await open(npx);
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const banner = running.out;
    await user.write("first.mjs", program(baseUrl));
    expect(await user.node(["first.mjs"], { BURSAR_API_KEY: apiKey })).toMatch(
      /^at least \d+(\.\d+)?$/,
    );

    await running.until(/swap\.quote/);
    const log = running.out.slice(banner.length);
    expect(log).toMatch(
      /^\d\d:\d\d:\d\d {2}200 {2}POST +\/api\/v1\/crypto\/swap {2}swap\.quote {2}\d+ ms\n$/,
    );
    expect(log).not.toContain(apiKey);

    running.interrupt();
    await running.ended;
    expect(running.out.slice(banner.length + log.length)).toBe("\nEnded.\n");
    expect(running.err).toBe("");
    await expect(fetch(baseUrl)).rejects.toThrow();
  });

  // npx replaces the exit code after Ctrl-C, so run the command without it.
  test.each(["SIGINT", "SIGTERM"] as const)("exits with 0 after %s", async (signal) => {
    const { running, baseUrl } = await open(bursar);
    running.signal(signal);
    expect(await running.ended).toBe(0);
    expect(running.out).toMatch(/\nEnded\.\n$/);
    expect(running.err).toBe("");
    await expect(fetch(baseUrl)).rejects.toThrow();
  });

  test("ends with Ctrl-C while a response is pending", async () => {
    const { running, baseUrl, apiKey } = await open(bursar, "--latency", "600000");
    const request = get(`${baseUrl}/api/v1/crypto/tokens`, {
      // The server sends the status 100 as soon as it has received this request.
      headers: { "x-api-key": apiKey, expect: "100-continue" },
    });
    const call = once(request, "response").then(
      () => "response",
      () => "connection closed",
    );
    await once(request, "continue");
    running.interrupt();
    expect(await running.ended).toBe(0);
    expect(await call).toBe("connection closed");
    expect(running.err).toBe("");
  });

  test.each(["import", "require"])("serves the OpenAPI document by %s", async (kind) => {
    const load =
      kind === "import"
        ? `import { createSandbox } from "bursar/sandbox";`
        : `const { createSandbox } = require("bursar/sandbox");`;
    const file = kind === "import" ? "openapi.mjs" : "openapi.cjs";
    await user.write(
      file,
      `${load} createSandbox().listen().then(async ({ url, close }) => {
        console.log((await (await fetch(url + "/openapi.json")).json()).openapi);
        await close();
      });`,
    );
    expect(await user.node([file])).toBe("3.1.0");
  });
});

test("an unknown command exits with 2", async () => {
  const running = npx("sandbok");
  expect(await running.ended).toBe(2);
  expect(running.out).toBe("");
  expect(running.err).toBe("bursar: unknown command sandbok\nSee bursar --help\n");
});

test("bursar call and bursar check run without viem", async () => {
  const { baseUrl, apiKey } = await open(bursar);
  const environment = { BURSAR_BASE_URL: baseUrl, BURSAR_API_KEY: apiKey };
  const run = (...args: string[]) =>
    withoutViem.node(["node_modules/bursar/dist/cli.js", ...args], environment);
  const { items } = JSON.parse(await run("call", "tokens.list", "--search", "USDC"));
  expect(items.length).toBeGreaterThan(1);
  expect(await run("check", "--base-url", baseUrl)).toMatch(/tokens\.list +ok +200/);
});

const owner = "--externallyOwnedAccount=0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const factory = "--factory=0x0000000000400cdfef5e2714e63d8040b700bc24";

test.skipIf(process.platform !== "linux").each([
  [3, ["wallets.register", owner, factory, "--yes"]],
  [1, ["tokens.chains"]],
])("exits with %i if the output of a call cannot be written: %j", async (code, args) => {
  const { running, baseUrl, apiKey } = await open(bursar);
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const command = join(user.folder, "node_modules/.bin/bursar");
  const { status, stderr } = spawnSync(command, ["call", ...args], {
    env: { ...process.env, BURSAR_BASE_URL: baseUrl, BURSAR_API_KEY: apiKey },
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  await running.until(/ {2}20[01] {2}/);
  expect(stderr).toBe("bursar: ENOSPC: no space left on device, write\n");
  expect(status).toBe(code);
});
