import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { callOptions, parseCallArguments } from "../../src/cli/call-input.js";
import { endpoints } from "../../src/contract/endpoints.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { listFlatFields, splitFlatInput } from "../../src/contract/routing/flat-input.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { buildRequest, type CallInput } from "../../src/http/request/build-request.js";
import { parsePath } from "../../src/http/request/url.js";
import { type Sandbox, veteranWallet } from "../../src/sandbox/index.js";
import { openSandbox, openWallet } from "../sandbox/open-sandbox.js";
import { validCalls } from "../sandbox/valid-calls.js";
import { drained } from "../support/drained.js";
import { key, runMain } from "./run-main.js";

const all = endpoints as readonly Endpoint[];
const names = endpoints.map(({ name }) => name);
type Name = (typeof names)[number];

const prepared = new Map<Name, Awaited<ReturnType<typeof prepareOnce>>>();

/** Prepares a valid call of an operation, and returns its request without having sent it. */
async function prepareRequest(name: Name) {
  const request = prepared.get(name) ?? (await prepareOnce(name));
  prepared.set(name, request);
  request.sandbox.restore(request.before);
  return request;
}

async function prepareOnce(name: Name) {
  const opened = await openWallet();
  const { sandbox } = opened;
  const call = await validCalls[name](opened);
  const before = sandbox.snapshot();
  await call();
  const { method, path, body } = sandbox.requests.at(-1) as Sandbox["requests"][number];
  return { sandbox, before, sent: toSent(method, path, body), ...toArguments(method, path, body) };
}

const parse = (body: unknown) =>
  typeof body === "string" && body !== "" ? JSON.parse(body) : (body ?? "");
const toSent = (method: string, path: string, body: unknown) => ({
  method,
  path,
  body: parse(body),
});

/** A request as positional arguments, flags and a JSON body. */
function toArguments(method: string, path: string, body: unknown) {
  const { pathname, searchParams } = new URL(path, "https://sandbox.test");
  const { endpoint, params } = findRoute(method, pathname) as NonNullable<
    ReturnType<typeof findRoute>
  >;
  const query = [...searchParams].flatMap(([name, text]) => {
    const texts = endpoint.arrays === "comma" ? text.split(",") : [text];
    return texts.map((each) => `--${name}=${each}`);
  });
  const parsed = parse(body);
  const fields = parsed === "" ? {} : (parsed as Record<string, unknown>);
  const flags = Object.entries(fields).map(
    ([name, value]) => `--${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return { places: Object.values(params), query, flags, fields };
}

function lastRequest(sandbox: Sandbox) {
  const { method, path, body } = sandbox.requests.at(-1) as Sandbox["requests"][number];
  return toSent(method, path, body);
}

test.each(names)("%s sends by flags what the client's method sends", async (name) => {
  const { sandbox, sent, places, query, flags, fields } = await prepareRequest(name);
  const isOpen = all.find((each) => each.name === name)?.body?.kind === "map";
  const body = isOpen ? [`--body=${JSON.stringify(fields)}`] : flags;
  const args = ["call", name, ...places, ...query, ...body, "--yes"];
  const { code, out, err } = await runMain(args, { fetch: sandbox.fetch });
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(lastRequest(sandbox)).toEqual(sent);
  if (out !== "") expect(typeof JSON.parse(out)).toBe("object");
  expect(out).not.toContain(key);
});

const withBody = names.filter((name) => {
  const { body } = all.find((each) => each.name === name) as Endpoint;
  return body !== undefined && name !== "swap.prepareCancellation";
});

test.each(withBody)("%s takes the fields of its body as JSON from standard input", async (name) => {
  const { sandbox, sent, places, query, fields } = await prepareRequest(name);
  const args = ["call", name, ...places, ...query, "--body", "-", "--yes"];
  const input = Readable.from([JSON.stringify(fields)]);
  const { code, err } = await runMain(args, { fetch: sandbox.fetch, input, columns: 100 });
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(lastRequest(sandbox)).toEqual(sent);
});

const writes = names.filter((name) => all.find((each) => each.name === name)?.effect === "write");

test.each(writes)("%s sends nothing without --yes, and shows what it would send", async (name) => {
  const { sandbox, sent, places, query, fields } = await prepareRequest(name);
  const body = sent.body === "" ? [] : ["--body", JSON.stringify(fields)];
  const before = sandbox.requests.length;
  const args = ["call", name, ...places, ...query, ...body];
  const { code, out, err } = await runMain(args, { fetch: sandbox.fetch });
  expect(code).toBe(2);
  expect(await drained(sandbox)).toHaveLength(before);
  expect(out).toBe("");
  expect(err).toContain(`\n${sent.method} ${sent.path}\n`);
  const [, shown = '""'] = err.split("\n\n");
  expect(JSON.parse(shown)).toEqual(sent.body);
  expect(err).not.toContain(key);
});

test.each(names)("the help of %s has its title, path, inputs and errors", async (name) => {
  const endpoint = all.find((each) => each.name === name) as Endpoint;
  const { code, out, err } = await runMain(["call", name, "--help"], {}, "");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const text of [endpoint.title, `${endpoint.method} ${endpoint.path}`, ...endpoint.errors])
    expect(out).toContain(text);
  for (const { name: field, part } of listFlatFields(endpoint))
    expect(out).toMatch(new RegExp(`^  ${part === "params" ? `<${field}>` : `--${field}`} `, "m"));
  expect(out).toContain(`\nUsage: bursar call ${name} `);
});

test.each(withBody)("the example in the help of %s is a valid request", async (name) => {
  const endpoint = all.find((each) => each.name === name) as Endpoint;
  const { places } = await prepareRequest(name);
  const { out } = await runMain(["call", name, "--help"]);
  const [, body = ""] = /^Example:\n {2}npx bursar call .* --body '(.*)'$/m.exec(out) ?? [];
  const args = [...places, "--body", body.replaceAll("'\\''", "'")];
  const { input } = parseCallArguments(endpoint, args.slice(0, places.length));
  const split = splitFlatInput(endpoint, { ...input, ...JSON.parse(args.at(-1) ?? "") });
  expect(split.unknown).toEqual([]);
  expect(() => buildRequest(endpoint, parsePath(endpoint.path), split as CallInput)).not.toThrow();
});

test("no operation has an input with the name of an option", () => {
  for (const endpoint of all)
    for (const { name } of listFlatFields(endpoint))
      expect(Object.keys(callOptions)).not.toContain(name);
});

test("lists every operation in the help of the command", async () => {
  for (const args of [["call"], ["call", "--help"]]) {
    const { code, out } = await runMain(args);
    expect(code).toBe(0);
    for (const name of names) expect(out).toContain(`  ${name} `);
  }
});

test("prints every item of all pages as a line of JSON with --all --json", async () => {
  const { sandbox, client } = openSandbox();
  const args = ["call", "tokens.list", "--search", "USD", "--perPage", "2", "--all", "--json"];
  const { code, out } = await runMain(args, { fetch: sandbox.fetch, columns: 80 });
  const items = await client.tokens.list({ search: "USD" }).toArray({ limit: 100 });
  expect(code).toBe(0);
  expect(items.length).toBeGreaterThan(2);
  const lines = out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(items);
});

test("shows the flags of the next page on a terminal, and continues there", async () => {
  const { sandbox } = openSandbox();
  const options = { fetch: sandbox.fetch, columns: 120 };
  const args = ["call", "wallets.history", veteranWallet, "--take", "3"];
  const first = await runMain(args, options);
  const [, next = ""] = /^Next page: (.+)$/m.exec(first.out) ?? [];
  expect(next).toMatch(/^--lastId \S+ --take 3$/);
  const second = await runMain(
    ["call", "wallets.history", veteranWallet, ...next.split(" ")],
    options,
  );
  expect(second.code).toBe(0);
  expect(second.out.split("\n")[1]).not.toBe(first.out.split("\n")[1]);
});

const wallet = "0x1111111111111111111111111111111111111111";
const rejected: readonly [args: readonly string[], reason: string][] = [
  [["wallets.histroy"], "Did you mean wallets.history?"],
  [["wallets.history", wallet, "more"], 'unexpected argument "more"'],
  [["wallets.history", wallet, `--walletAddress=${wallet}`], "--walletAddress is given 2 times"],
  [["wallets.history", wallet, "--tak", "5"], "Did you mean --take?"],
  [["tokens.list", "--chainId=137"], 'unknown flag "--chainId"'],
  [["wallets.history", wallet, "--take", "5", "--take", "6"], "--take is given 2 times"],
  [["wallets.history", wallet, "--take", "many"], "query.take: expected a whole number"],
  [["wallets.history", wallet, "--take", "0"], "query.take: expected a whole number"],
  [["wallets.history"], "params.walletAddress"],
  [["wallets.history", wallet, "--body", "{}"], "--body: wallets.history has no body"],
  [["wallets.list", "--all"], "--all: wallets.list returns no list in pages"],
  [["swap.quote", "--body", "[1]"], "--body: expected a JSON object"],
  [["swap.quote", "--body", "{"], "--body: expected JSON"],
  [["swap.quote", "--body", "@/no/such/file"], "--body: expected JSON"],
  [["swap.quote", "--body", '{"amountIn":"1"}', "--amountIn", "2"], "amountIn is given twice"],
  [["swap.quote", "--body", '{"amount":"1"}'], "body.amount: expected no field with this name"],
  [["swap.quote", "--extraFee", "5"], "body.extraFee"],
  [["wallets.updateMetadata", "id", "--body", '{"other":{}}', "--yes"], 'unknown field "other"'],
  [["tokens.list", "--search"], "Option '--search <value>' argument missing"],
  [["tokens.list", "--search", "--json="], "use '--search=-XYZ'"],
  [["liquidity.amounts", "--minPrice", "-5"], "use '--minPrice=-XYZ'"],
  [["tokens.list", "--all=1"], "--all"],
  [["swap.quote", "--body", "-", "-x"], "Unknown option '-x'"],
];

test.each(rejected)("%j is wrong usage: nothing is sent", async (args, reason) => {
  const { sandbox } = openSandbox();
  const { code, out, err } = await runMain(["call", ...args], { fetch: sandbox.fetch });
  expect(err).toMatch(/^bursar call: /);
  expect(err).toContain(reason);
  const [name = ""] = args.filter((arg) => names.some((each) => each === arg));
  expect(err).toMatch(new RegExp(`\nSee bursar call ${name ? `${name} ` : ""}--help\n$`));
  expect(err).not.toMatch(/^\s+at /m);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(await drained(sandbox)).toHaveLength(0);
});

test("takes a value that starts with a dash after an equals sign, and a dash alone", async () => {
  const endpoint = all.find(({ name }) => name === "liquidity.amounts") as Endpoint;
  expect(parseCallArguments(endpoint, ["--minPrice=-5"]).input.minPrice).toBe(-5);
  const quote = all.find(({ name }) => name === "swap.quote") as Endpoint;
  expect(parseCallArguments(quote, ["--body", "-"]).body).toBe("-");
});

test.each([
  ["a wrong flag", ["tokens.list", "--json", "--serch", "USDC"]],
  ["an unknown operation", ["wallets.histroy", "--json"]],
])("prints %s as JSON with --json", async (_, args) => {
  const { code, err } = await runMain(["call", ...args]);
  expect(code).toBe(2);
  expect(JSON.parse(err)).toMatchObject({ kind: "configuration", outcome: "none" });
});

test("exits with 4 without a key and with a wrong one, and with 1 after another failure", async () => {
  const { sandbox } = openSandbox();
  const options = { fetch: sandbox.fetch };
  const missing = await runMain(["call", "tokens.chains"], options, "");
  expect(missing.code).toBe(4);
  expect(missing.err).toContain("BURSAR_API_KEY");
  const asJson = await runMain(["call", "tokens.chains", "--json"], options, "");
  expect(asJson.code).toBe(4);
  expect(JSON.parse(asJson.err)).toMatchObject({ kind: "configuration", outcome: "none" });
  const wrong = await runMain(["call", "tokens.chains"], options, "another-key");
  expect(wrong.code).toBe(4);
  expect(wrong.err).toContain("403");
  const args = ["call", "kyc.individual.standard.get", "none"];
  const failed = await runMain(args, options);
  expect(failed.code).toBe(1);
  expect(failed.err).toMatch(/^bursar call: .*404 STANDARD_SESSION_NOT_FOUND.*\(trace \S+\)\n/);
  const json = await runMain([...args, "--json"], options);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.err)).toMatchObject({ kind: "api", status: 404, outcome: "none" });
  for (const { out } of [missing, wrong, failed, json]) expect(out).toBe("");
});

const registered = "WALLET_ALREADY_REGISTERED";

const failures: readonly [outcome: string, code: number, name: Name, () => Response][] = [
  ["unknown", 3, "wallets.register", () => new Response("", { status: 502 })],
  ["unknown", 3, "operations.execute", () => new Response("", { status: 302 })],
  ["unknown", 3, "wallets.register", () => new Response("{")],
  ["unknown", 3, "fiat.createDeposit", () => Promise.reject(new TypeError("lost")) as never],
  ["done", 3, "wallets.register", () => Response.json({ id: registered }, { status: 400 })],
  ["none", 1, "wallets.register", () => Response.json({ id: "BAD_REQUEST" }, { status: 400 })],
  ["none", 4, "wallets.register", () => Response.json({}, { status: 401 })],
  ["none", 1, "swap.quote", () => new Response("", { status: 400 })],
];

test.each(failures)("after the outcome %s, the exit code is %i: %s", async (...failure) => {
  const [outcome, code, name, respond] = failure;
  const { places, query, fields } = await prepareRequest(name);
  const body = ["--body", JSON.stringify(fields)];
  const args = ["call", name, ...places, ...query, ...body, "--yes", "--json"];
  const result = await runMain(args, { fetch: async () => respond() });
  expect(JSON.parse(result.err)).toMatchObject({ outcome });
  expect(result.code).toBe(code);
});

test.each([
  ["tokens.chains", 1],
  ["wallets.register", 3],
] as const)(
  "prints the message of any other error after %s, and exits with %i",
  async (...given) => {
    const [name, code] = given;
    const { sandbox, places, query, flags } = await prepareRequest(name);
    const print = () => {
      // Its code is a number.
      throw new DOMException("no output", "AbortError");
    };
    const args = ["call", name, ...places, ...query, ...flags, "--yes"];
    const result = await runMain(args, { fetch: sandbox.fetch, print });
    expect(result).toMatchObject({ code, err: "bursar call: no output\n" });
  },
);

test("names each exit code in the help, and that 3 forbids a repetition", async () => {
  const { out } = await runMain(["call", "--help"]);
  expect(out.replace(/\s+/g, " ")).toMatch(/3 if a write has happened or may have happened: look/);
});
