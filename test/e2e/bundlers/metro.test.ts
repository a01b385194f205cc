import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../src/index.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { compileForHermes, runInHermes } from "../runtimes/hermes.js";
import { createProject, runNode, versionOf } from "./prepare.js";

const reactNative = "0.88.1";
/** The newest version whose engine, not only its compiler, is in the registry for Linux. */
const engine = "0.12.0";
const owner = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

const packages = [
  `react-native@${reactNative}`,
  `@react-native/metro-config@${reactNative}`,
  `hermes-engine-cli@${engine}`,
];
const project = await createProject(
  [...packages, "react", "viem"],
  ["--ignore-scripts", "--legacy-peer-deps"],
);
const versions = project.folder
  ? {
      metro: await versionOf(project.folder, "metro"),
      compiler: await versionOf(project.folder, "hermes-compiler"),
    }
  : undefined;

const clientFor = ({ baseUrl, apiKey, fetch }: Sandbox) => createClient({ baseUrl, apiKey, fetch });

/** Quotes of the sandbox for a funded wallet, and the request for them. */
async function prepare() {
  // A fixed clock: bundling takes longer than a quote lasts.
  const sandbox = createSandbox({ seed: "native", now: new Date() });
  const client = clientFor(sandbox);
  const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
  const { wallet } = await client.wallets.register({ externallyOwnedAccount: owner, factory });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
  const request = {
    ...({
      amountIn: "10",
      chainIdIn: 137,
      chainIdOut: 137,
      tokenIn: usdc,
      payGasFeeToken: usdc,
    } as const),
    ...({
      tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    } as const),
    walletAddress,
    toAddress: walletAddress,
  };
  const { quotes } = await client.swap.quote(request);
  return { sandbox, walletAddress, given: { quotes, request, owner, now: sandbox.now() } };
}

interface Line {
  readonly name: string;
  readonly result?: unknown;
  readonly failed?: string;
}

let bundle = "";
let ready: Awaited<ReturnType<typeof prepare>>;

/** Runs the bundle in the engine. Returns the result of each of the app's jobs by its name. */
async function run(): Promise<Map<string, Line>> {
  const folder = project.folder ?? "";
  const file = join(folder, "run.js");
  await writeFile(
    file,
    `globalThis.given = ${JSON.stringify(ready.given)};\n${await readFile(bundle, "utf8")}`,
  );
  const hermes = join(folder, "node_modules/hermes-engine-cli/linux64-bin/hermes");
  const stdout = await runInHermes(hermes, file);
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  const all = new Map(
    lines.map((line) => JSON.parse(line) as Line).map((line) => [line.name, line]),
  );
  if (!all.has("end")) throw new TypeError(`the program did not run to its end:\n${stdout}`);
  return all;
}

describe(`React Native | ${reactNative} | Metro ${versions?.metro ?? ""}, Hermes ${engine}`, () => {
  const system = `${process.platform} ${process.arch}`;
  const reason = project.reason ?? (system === "linux x64" ? undefined : `no engine for ${system}`);
  if (reason !== undefined || !project.folder) {
    test("bundles and runs here", ({ skip }) => skip(reason));
    return;
  }
  const { folder } = project;
  let results: Map<string, Line>;

  beforeAll(async () => {
    ready = await prepare();
  });

  test("Metro bundles the root, signing and the sandbox with React Native's settings, without a warning", async () => {
    expect(JSON.parse(await runNode(folder, ["metro.mjs", "apps/native", "bundle.js"]))).toEqual(
      [],
    );
    bundle = join(folder, "bundle.js");
  });

  test("the newest Hermes compiler compiles the bundle", async () => {
    const compiler = join(folder, "node_modules/hermes-compiler/hermesc/linux64-bin/hermesc");
    expect(await compileForHermes(compiler, bundle, join(folder, "bundle.hbc"))).toBe("");
  });

  test("the bundle, whose first import is the root, runs in the engine with React Native's fetch, URL and AbortController", async () => {
    results = await run();
    expect([...results.values()].filter(({ failed }) => failed !== undefined)).toEqual([]);
    expect(
      results.get("ends a call without a response after the timeout or an abort")?.result,
    ).toEqual({ late: true, name: "AbortedError" });
    expect(results.get("sends a body through the platform's fetch")?.result).toMatchObject({
      late: true,
    });
    expect(results.get("repeats a failed read")?.result).toEqual({ requests: 2 });
    expect(results.get("iterates over pages")?.result).toEqual({ pages: 2 });
    expect(results.get("counts units exactly")?.result).toBe(
      "123456789012345678123456789012345678",
    );
  });

  test("a call adds nothing to its URL", () => {
    expect(results.get("calls through the platform's fetch")?.result).toEqual({
      method: "GET",
      url: "https://app.example.com/api/bursar/api/v1/kyc/identities/ind_1/financial-limits",
      headers: { accept: "application/json", "cache-control": "no-cache" },
    });
  });

  test("the service executes the signed quote", async () => {
    const { sandbox, walletAddress } = ready;
    // The clock of the earlier client ran on. This one gets the sandbox's with its first quote.
    const client = clientFor(sandbox);
    await client.swap.quote(ready.given.request);
    const signed = results.get("checks and signs a quote")?.result as Parameters<
      typeof client.operations.execute
    >[0];
    const { userOperationHash } = await client.operations.execute(signed);
    sandbox.advance(120_000);
    const [record] = (
      await client.wallets.history(walletAddress, { userOperationHash }).firstPage()
    ).items;
    expect(record?.status).toBe("COMPLETED");
  });

  test("the sandbox runs in the app and completes a swap", () => {
    const operations = ["wallets.register", "swap.quote", "operations.execute", "wallets.history"];
    expect(results.get("completes a swap on a sandbox in the app")?.result).toEqual({
      status: "COMPLETED",
      operations: expect.arrayContaining(operations),
    });
  });

  test("rejects a tampered quote", () => {
    const rejection = results.get("rejects a tampered quote")?.result;
    expect(rejection).toMatchObject({
      name: "UnsafeToSignError",
      codes: expect.arrayContaining(["token"]),
    });
  });

  test("removing half of a surrogate pair keeps the next character", () => {
    expect(results.get("cleans displayed text")?.result).toContain("For: Abcd 1000\u{1F600}\n");
  });
});
