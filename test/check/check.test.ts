import { expect, onTestFinished, test } from "vitest";
import { createKnownValues } from "../../src/check/known-values.js";
import { assertHarmless } from "../../src/check/run-check.js";
import { checkSteps, operationsWithoutDefault } from "../../src/check/steps.js";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { inFakeTime } from "../resources/fake-time.js";
import { findClosedPort } from "../support/server.js";
import { check, checkWith, openCheckable, openSmallSandbox } from "./open-check.js";

const harmless = endpoints.filter(({ effect }: Endpoint) => effect !== "write");

test("finds no drift in a served sandbox, in any read or quote", async () => {
  const { sandbox, args } = await openCheckable();
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const connection = ["--base-url", server.url, "--api-key", sandbox.apiKey];
  const { code, out, err } = await checkWith([...connection, ...args]);
  expect(err).toBe("");
  expect(out).not.toContain("Drift");
  for (const { name } of harmless) expect(out).toMatch(new RegExp(`^  ${name} +ok  20[01]$`, "m"));
  const compared = out.match(/^ {2}\S+ .*\bok {2}20[01]$/gm) ?? [];
  expect(out.endsWith(`\n${compared.length} responses compared, no drift.\n`)).toBe(true);
  expect(code).toBe(0);
});

test("sends reads and quotes only", async () => {
  const { sandbox, args } = await openCheckable();
  const before = sandbox.requests.length;
  await check(sandbox, args);
  const sent = sandbox.requests.slice(before);
  const effects = new Map<string | undefined, string>(
    endpoints.map(({ name, effect }) => [name, effect]),
  );
  expect(sent.length).toBeGreaterThanOrEqual(harmless.length);
  for (const { operation } of sent) expect(effects.get(operation)).toMatch(/^(?:read|quote)$/);
});

test("has no input for any operation that changes something", () => {
  const known = { ...createKnownValues({ wallet: "0x1", owner: "0x2", individual: "i" }) };
  const writes = checkSteps.filter(({ endpoint }) => endpoint.effect === "write");
  expect(writes.length).toBe(endpoints.length - harmless.length);
  for (const { input } of writes) expect(input(known)).toBe("it changes something");
});

test("lists every operation of the contract as compared, failed or not called", async () => {
  const sandbox = openSmallSandbox();
  const { out } = await check(sandbox, []);
  for (const { name } of endpoints) expect(out).toContain(`  ${name} `);
  expect(out).toMatch(/fiat\.quoteDeposit +pass --wallet and --individual/);
  expect(out).toMatch(/kyc\.financialLimits +pass --input kyc\.financialLimits='\{…\}'/);
  expect(out).toMatch(/wallets\.register +it changes something/);
});

/** Changes the JSON of the responses of an operation. */
function withDrift(
  sandbox: Sandbox,
  changes: Partial<Record<EndpointName, (body: never) => void>>,
) {
  const fetch = async (request: Request) => {
    const response = await sandbox.fetch(request);
    const { operation } = sandbox.requests.at(-1) ?? {};
    const change = operation && changes[operation];
    if (!change) return response;
    const body = await response.json();
    change(body as never);
    return Response.json(body, { status: response.status });
  };
  return { ...sandbox, fetch };
}

interface Quotes {
  quotes: Record<string, unknown>[];
}
interface Tokens {
  tokens: { symbol?: string; chain: { id: number } }[];
}

test("reports a removed field, a wrong type and an unknown chain by field, and how often", async () => {
  const { sandbox, args } = await openCheckable();
  const drifting = withDrift(sandbox, {
    "swap.quote": ({ quotes }: Quotes) => {
      for (const quote of quotes) {
        delete quote.swapProvider;
        quote.amountIn = 3.25;
      }
    },
    "tokens.list": ({ tokens }: Tokens) => {
      for (const { chain } of tokens.filter((token) => token.chain.id !== 0).slice(0, 2))
        chain.id = 777;
    },
    "liquidity.pools": ({ pools }: { pools: { stats: unknown }[] }) => {
      for (const pool of pools) pool.stats = [];
    },
  });
  const { code, out } = await check(drifting, args);
  expect(code).toBe(1);
  const drift = /\nDrift\n([\s\S]*?)\n\n/.exec(out)?.[1]?.split("\n") ?? [];
  const quoted = /(\d+)×/.exec(drift.find((line) => line.includes("swapProvider")) ?? "")?.[1];
  expect(Number(quoted)).toBeGreaterThanOrEqual(2);
  const fields = drift.map((line) => line.trim().split(/ {2,}/));
  expect(fields).toEqual([
    ["tokens.list", "tokens[].chain.id", "expected a known chain id", "got a number", "4×"],
    [
      "liquidity.pools",
      "pools[].stats",
      "expected an object",
      "got an array",
      expect.stringMatching(/^\d+×$/),
    ],
    ["swap.quote", "quotes[].amountIn", "expected a string", "got a number", `${quoted}×`],
    ["swap.quote", "quotes[].swapProvider", "expected a string", "got nothing", `${quoted}×`],
  ]);
  expect(out).toMatch(/swap\.quote +drift +200/);
});

test("does not report new words and new fields as drift, but lists the fields", async () => {
  const { sandbox, args } = await openCheckable();
  const drifting = withDrift(sandbox, {
    "wallets.history": ({ transactions }: { transactions: Record<string, unknown>[] }) => {
      for (const transaction of transactions) {
        transaction.type = "TELEPORT";
        transaction.status = "ON_MOON";
        transaction.route = { hops: 3 };
      }
    },
  });
  const { code, out } = await check(drifting, args);
  expect(code).toBe(0);
  expect(out).toMatch(/wallets\.history +transactions\[\]\.route\n/);
});

test("reports a success that is not JSON", async () => {
  const sandbox = openSmallSandbox();
  const fetch = async (request: Request) =>
    new URL(request.url).pathname.endsWith("/tokens")
      ? new Response("tokens: none", { headers: { "content-type": "text/plain" } })
      : sandbox.fetch(request);
  const { code, out } = await check({ ...sandbox, fetch }, []);
  expect(out).toMatch(/tokens\.list +\(response\) +expected JSON +got another form +2×/);
  expect(code).toBe(1);
});

test("reads the key and the URL from the environment", async () => {
  const sandbox = openSmallSandbox();
  process.env.BURSAR_API_KEY = sandbox.apiKey;
  process.env.BURSAR_BASE_URL = sandbox.baseUrl;
  onTestFinished(() => {
    delete process.env.BURSAR_API_KEY;
    delete process.env.BURSAR_BASE_URL;
  });
  expect(await checkWith([], sandbox.fetch)).toMatchObject({ code: 0, err: "" });
});

test("prints its options", async () => {
  const { code, out } = await checkWith(["--help"]);
  expect(code).toBe(0);
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  for (const name of operationsWithoutDefault) expect(out).toContain(name);
});

test.each([
  ["an unknown option", ["--walet", "0x1"], "--walet"],
  ["a chain that does not exist", ["--chain", "5"], "--chain 5: expected the id of a chain"],
  ["a mistyped wallet", ["--wallet", "0x12"], "--wallet: expected an EVM address"],
  ["an amount that is no decimal", ["--amount", "1e3"], "--amount 1e3"],
  ["an input without JSON", ["--input", "swap.quote=1"], "--input: expected <operation>="],
  ["an input of an unknown operation", ["--input", "swap.buy={}"], "--input swap.buy"],
  [
    "an input of an operation that changes something",
    ["--input", 'wallets.register={"salt":"1"}'],
    "wallets.register: it changes something, a check never calls it",
  ],
])("exits with 2 for %s", async (_, args, message) => {
  const sandbox = openSmallSandbox();
  const { code, err } = await check(sandbox, args);
  expect(err).toContain(message);
  expect(err).toContain("bursar check --help");
  expect(code).toBe(2);
});

test("reports an input with rejected fields, compares the other operations and exits with 2", async () => {
  const sandbox = openSmallSandbox();
  const given = { walletAddress: 5, provider: "LENDER_X" };
  const { code, out, err } = await check(sandbox, [
    "--input",
    `tokens.list={"perPage":"many"}`,
    "--input",
    `lending.quote=${JSON.stringify(given)}`,
  ]);
  expect(out).toMatch(/lending\.quote +failed +--input: body\.walletAddress: .*; body\.gas: /);
  expect(out).toMatch(/tokens\.list +failed +--input: query\.perPage: /);
  expect(out).toMatch(/liquidity\.pools +ok/);
  expect([code, err]).toEqual([2, ""]);
});

test("exits with 2 without a key, with a rejected key and without a connection", async () => {
  const sandbox = openSmallSandbox();
  const { baseUrl } = sandbox;
  const missing = await checkWith(["--base-url", baseUrl], sandbox.fetch);
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("BURSAR_API_KEY") });
  const rejected = await check({ ...sandbox, apiKey: "another" }, []);
  expect(rejected).toMatchObject({ code: 2, err: expect.stringContaining("Invalid Api key") });
  const url = `http://127.0.0.1:${await findClosedPort()}`;
  const closed = await checkWith(["--base-url", url, "--api-key", "key"]);
  expect(closed.code).toBe(2);
});

test("exits with 2 if a call cannot be completed, and compares the others", async () => {
  const sandbox = openSmallSandbox();
  sandbox.hang("liquidity.pools", { times: 9 });
  const { code, out } = await inFakeTime(() => check(sandbox, ["--timeout", "10000"]));
  expect(out).toMatch(/liquidity\.pools +unreachable/);
  expect(out).toMatch(/tokens\.list +ok/);
  expect(code).toBe(2);
});

test.each([
  ["POST", "/api/v1/wallets/register"],
  ["POST", "/api/v1/crypto/execute-user-op"],
  ["PATCH", "/api/v1/wallets/transactions/tx_1/metadata"],
  ["POST", "/api/v1/unknown"],
  ["DELETE", "/api/v1/wallets"],
])("does not send %s %s, even if a step of the check were wrong", (method, path) => {
  const [read] = checkSteps;
  const request = new Request(`https://service.example/base${path}`, { method });
  expect(() => assertHarmless(request, read?.endpoint, "https://service.example/base")).toThrow(
    "it was not sent",
  );
});
