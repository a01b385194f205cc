import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { version } from "../../package.json";
import { main } from "../../src/cli/main.js";
import { openWallet } from "../sandbox/open-sandbox.js";

interface Message {
  readonly id?: unknown;
  readonly result?: Record<string, never>;
  readonly error?: { code: number };
}

/** Runs the command on a sandbox, or on a service that responds otherwise. */
async function start(
  environment: Readonly<Record<string, string>> = {},
  respond?: (apiKey: string) => Response,
) {
  const { sandbox, address } = await openWallet();
  const { baseUrl, apiKey } = sandbox;
  for (const [name, value] of Object.entries({
    BURSAR_BASE_URL: baseUrl,
    BURSAR_API_KEY: apiKey,
    ...environment,
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const input = new PassThrough();
  const messages: Message[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  const output = { err: "" };
  const print = (text: string) => {
    expect(text).toMatch(/^[^\n]+\n$/);
    expect(text).not.toContain(apiKey);
    const message = JSON.parse(text);
    messages.push(message);
    waiting.get(message.id)?.(message);
  };
  const printError = (text: string) => {
    output.err += text;
  };
  const gate = { hold: undefined as Promise<void> | undefined };
  const fetch = async (request: Request) => {
    await gate.hold;
    return respond ? respond(String(request.headers.get("x-api-key"))) : sandbox.fetch(request);
  };
  const code = main(["mcp"], { print, printError, fetch, input });
  const write = (message: unknown) =>
    input.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  const call = (id: unknown, method: string, params?: object) =>
    new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      write({ jsonrpc: "2.0", id, method, params });
    });
  return { sandbox, address, input, messages, output, code, write, call, gate };
}

test("serves the reads and quotes of a project, and ends with stdin", async () => {
  const { call, write, input, code, address } = await start();
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: {} };
  expect((await call(0, "initialize", client)).result).toMatchObject({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "bursar", version },
  });
  write({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect((await call("p", "ping")).result).toEqual({});
  const { tools } = (await call(1, "tools/list")).result as unknown as {
    tools: { name: string; annotations: { readOnlyHint: boolean } }[];
  };
  expect(tools.map(({ name }) => name)).toContain("swap_quote");
  expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
  const params = { name: "wallets_portfolio", arguments: { walletAddress: address } };
  const { result } = await call(2, "tools/call", params);
  expect(result).toMatchObject({ isError: false, structuredContent: { ok: true } });
  const text = JSON.stringify(result?.structuredContent);
  expect(result?.content).toEqual([{ type: "text", text }]);
  input.end();
  expect(await code).toBe(0);
});

// A server of 2025-03-26 must accept batches.
test.each(["2099-01-01", "2025-03-26"])(
  "responds to a client of version %s, which it does not have, with the newest one",
  async (protocolVersion) => {
    const { call } = await start();
    const { result } = await call(0, "initialize", { protocolVersion });
    expect(result?.protocolVersion).toBe("2025-11-25");
  },
);

test("returns a failure of a tool as a result, and of the protocol as an error", async () => {
  const { call, write, messages, input, code } = await start();
  const invalid = { name: "wallets_history", arguments: { walletAddress: "x" } };
  expect((await call(1, "tools/call", invalid)).result).toMatchObject({
    isError: true,
    structuredContent: { ok: false, error: { kind: "request_validation" } },
  });
  expect((await call(2, "tools/call", { name: "wallets_register" })).error?.code).toBe(-32602);
  expect((await call(3, "tools/call", { name: "pay" })).error?.code).toBe(-32602);
  expect((await call(4, "resources/list")).error?.code).toBe(-32601);
  expect((await call(5, "constructor")).error?.code).toBe(-32601);
  for (const line of ["{", "[]", "1", '{"jsonrpc":"1.0","id":1,"method":"ping"}', "null"])
    write(line);
  write('{"jsonrpc":"2.0","id":null,"method":"ping"}');
  write('{"jsonrpc":"2.0","id":"7","method":"ping","params":null}');
  write("");
  write({ jsonrpc: "2.0", method: "notifications/unknown" });
  input.end();
  expect(await code).toBe(0);
  const rest = messages.slice(5);
  expect(rest.map(({ error }) => error?.code)).toEqual([-32700, ...Array(6).fill(-32600)]);
  expect(rest.map(({ id }) => id)).toEqual([null, null, null, 1, null, null, "7"]);
});

const echoes: readonly [place: string, respond: (apiKey: string) => Response][] = [
  ["a value", (key) => Response.json({ chains: [{ id: 1, name: `a ${key}`, logo: key }] })],
  ["a field name", (key) => Response.json({ chains: [{ id: 1, name: "a", logo: "b", [key]: 1 }] })],
  [
    "a value with an invisible character",
    (key) => {
      const name = `${key.slice(0, 4)}\u200b${key.slice(4)}`;
      return Response.json({ chains: [{ id: 1, name, logo: "b" }] });
    },
  ],
  ["an error", (key) => Response.json({ id: "BAD_REQUEST", message: key }, { status: 400 })],
];

test.each(
  echoes.flatMap(([place, respond]) =>
    ["sandbox-key", 'a-"key"-\\of-%-signs'].map((key) => [place, key, respond] as const),
  ),
)("prints no API key if the service sends it in %s: %s", async (_, key, respond) => {
  const { call } = await start({ BURSAR_API_KEY: key }, respond);
  const { result } = await call(1, "tools/call", { name: "tokens_chains" });
  const text = JSON.stringify(result?.structuredContent);
  expect(text).toContain("[api key]");
  expect(text).not.toContain(key);
  expect(text).not.toContain(JSON.stringify(key).slice(1, -1));
  expect(result?.content).toEqual([{ type: "text", text }]);
});

test("aborts a call that is cancelled, and does not respond to it", async () => {
  const { call, write, gate, messages, input, code } = await start();
  let release = () => {};
  gate.hold = new Promise((resolve) => {
    release = resolve;
  });
  void call(1, "tools/call", { name: "tokens_chains" });
  write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  await call(2, "ping");
  // Without an abort, the command would wait for it.
  input.end();
  expect(await code).toBe(0);
  release();
  expect(messages.map(({ id }) => id)).toEqual([2]);
});

test("responds to the running calls after the end of stdin, and ends then", async () => {
  const { gate, call, input, code, messages } = await start();
  let release = () => {};
  gate.hold = new Promise((resolve) => {
    release = resolve;
  });
  const response = call(1, "tools/call", { name: "tokens_chains" });
  input.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(messages).toEqual([]);
  release();
  expect((await response).result).toMatchObject({ isError: false });
  expect(await code).toBe(0);
});

test.each(["BURSAR_API_KEY", "BURSAR_BASE_URL"])("names %s if it is missing", async (name) => {
  const { code, output } = await start({ [name]: "" });
  expect(await code).toBe(1);
  expect(output.err).toContain(`set ${name}`);
  expect(output.err).toContain("See bursar mcp --help");
});

test("shows its help, and rejects arguments that it does not have", async () => {
  const output = { out: "", err: "" };
  const run = (...args: string[]) =>
    main(["mcp", ...args], {
      print: (text) => {
        output.out += text;
      },
      printError: (text) => {
        output.err += text;
      },
    });
  expect(await run("--help")).toBe(0);
  expect(output.out).toMatch(/^Usage: bursar mcp[\s\S]*BURSAR_API_KEY/);
  expect(await run("--api-key", "secret")).toBe(1);
  expect(output.err).toContain("See bursar mcp --help");
});
