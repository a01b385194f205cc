import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { main } from "../../src/cli/main.js";
import { createStateWriter } from "../../src/cli/state-file.js";
import { createClient } from "../../src/client.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createSandboxClient, factory, openWallet } from "../sandbox/open-sandbox.js";
import { waitFor } from "../support/waiting.js";
import { runMain } from "./run-main.js";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Runs the command in this process. test/e2e/package starts it as a process. */
async function run(...args: string[]) {
  const output = { out: "", err: "", code: undefined as number | undefined };
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output.out += text;
    return true;
  });
  const err = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    output.err += text;
    return true;
  });
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const listeners = signals.map((signal) => process.listeners(signal));
  output.code = await main(args);
  const added = signals.flatMap((signal, i) =>
    process.listeners(signal).filter((each) => !listeners[i]?.includes(each)),
  );
  /** Does what a signal does, and waits for the exit. */
  const stop = async () => {
    added[0]?.("SIGINT");
    await waitFor(() => expect(exit).toHaveBeenCalledWith(0));
  };
  onTestFinished(async () => {
    if (added.length > 0 && exit.mock.calls.length === 0) await stop();
    for (const signal of signals)
      for (const each of added) process.removeListener(signal, each as () => void);
    for (const spy of [out, err, exit]) spy.mockRestore();
  });
  return { output, stop };
}

test("serves a sandbox, prints its address, logs each request and stops cleanly", async () => {
  const { output, stop } = await run("sandbox", "--port", "0", "--seed", "x");
  const [, baseUrl = "", apiKey = ""] =
    /base URL\s+(\S+)\s+API key\s+(\S+)[\s\S]*Ctrl-C/.exec(output.out) ?? [];
  expect(output.out).toContain(`curl -H "x-api-key: ${apiKey}" "${baseUrl}/api/v1/crypto/tokens`);
  expect(output.out).toContain("createClient({ baseUrl:");
  expect(output.out).toMatch(/seed {7}x\n/);
  expect(output.out).not.toContain("latency");
  const client = createClient({ baseUrl, apiKey, logLevel: "off", retry: false });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2031, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const { traceId, response } = await client.tokens.list({ search: "USDC" }).withResponse();
  const traces = createSandboxClient(createSandbox({ seed: "x" }));
  expect(traceId).toBe((await traces.tokens.list({ search: "USDC" }).withResponse()).traceId);
  expect(response.headers.get("date")).toBe("Wed, 01 Jan 2031 00:00:00 GMT");
  await expect(client.kyc.individual.standard.get("none")).rejects.toMatchObject({ status: 404 });
  const served = await (await fetch(`${baseUrl}/openapi.json`)).text();
  expect((await runMain(["openapi"])).out).toBe(served);
  await fetch(`${baseUrl}/__sandbox/requests`);
  const lines = output.out.split("Ctrl-C ends it.")[1]?.trim().split("\n") ?? [];
  expect(lines).toEqual(
    [
      /200 {2}GET {5}\/api\/v1\/crypto\/tokens\?\S+ {2}tokens\.list/,
      /404 {2}GET {5}\S+\/none {2}kyc\.individual\.standard\.get/,
      /200 {2}GET {5}\/openapi\.json {2}\(OpenAPI\)/,
      /200 {2}GET {5}\/__sandbox\/requests {2}\(control\)/,
    ].map(({ source }) =>
      expect.stringMatching(new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}${source} {2}\\d+ ms$`)),
    ),
  );
  expect(lines.join()).not.toContain(apiKey);
  await stop();
  expect(output.out).toContain("Ended.");
  await expect(fetch(baseUrl)).rejects.toThrow();
  expect(output.err).toBe("");
});

test("uses the latency and allows pages of the given origins, which the banner lists", async () => {
  const origins = ["https://app.example", "https://other.example"];
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const { output } = await run(
    ...["sandbox", "--port=0", "--latency", "7"],
    ...origins.flatMap((each) => ["--origin", each]),
  );
  expect(output.out).toContain("latency    7 ms\n");
  expect(output.out).toContain(`pages      of this machine, ${origins.join(", ")}\n`);
  const baseUrl = /base URL\s+(\S+)/.exec(output.out)?.[1];
  for (const [origin, allowed] of [
    ...origins.map((each) => [each, each] as const),
    ["https://foreign.example", null] as const,
  ]) {
    const { headers } = await fetch(`${baseUrl}/api/v1/crypto/tokens`, { headers: { origin } });
    expect(headers.get("access-control-allow-origin")).toBe(allowed);
  }
  expect(timers.mock.calls.filter(([, time]) => time === 7)).toHaveLength(3);
});

test("keeps its state in a file, and responds with 500 if it cannot write it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const state = join(folder, "state.json");
  const { sandbox, address } = await openWallet();
  createStateWriter(sandbox, state)();
  const { output } = await run("sandbox", "--port=0", "--state", state);
  expect(output.out).toContain(`state      ${state}\n`);
  const [, baseUrl = "", apiKey = ""] = /base URL\s+(\S+)\s+API key\s+(\S+)/.exec(output.out) ?? [];
  const client = createClient({ baseUrl, apiKey, logLevel: "off", retry: false });
  const { wallets } = await client.wallets.list();
  expect(wallets.map(({ walletAddress }) => walletAddress)).toContain(address);
  const identity = { externallyOwnedAccount: `0x${"12".repeat(20)}`, factory } as const;
  const { wallet } = await client.wallets.register(identity);
  expect(readFileSync(state, "utf8")).toContain(wallet.walletAddress);
  rmSync(folder, { recursive: true });
  const change = client.wallets.register({ ...identity, salt: "1" });
  await expect(change).rejects.toMatchObject({
    status: 500,
    outcome: "unknown",
    message: expect.stringMatching(/^wallets\.register: .*ENOENT/s),
  });
  expect(output.out).toMatch(/^bursar sandbox: ENOENT: .*state\.json/m);
  expect(output.out).toMatch(/ {2}500 {2}POST .* wallets\.register /);
});

test("exits with code 1 if the port is used", async () => {
  const server = await createSandbox().listen();
  onTestFinished(() => server.close());
  const port = String(server.port);
  const { output } = await run("sandbox", "--port", port);
  expect(output.code).toBe(1);
  expect(output.err).toMatch(new RegExp(`^bursar sandbox: port ${port} on 127.0.0.1 is taken\n`));
  expect(output.err).not.toContain(" at ");
});

test.each([
  [["--prot", "1"], "--prot"],
  [["--port", "http"], "--port http"],
  [["--port", "65536"], "--port 65536"],
  [["--latency", "-1"], "--latency"],
  [["--port", "0", "--origin", "app.example"], "app.example"],
  [["more"], "more"],
])("rejects the arguments %j", async (args, named) => {
  const { out, err, code } = (await run("sandbox", ...args)).output;
  expect({ out, code }).toEqual({ out: "", code: 1 });
  expect(err).toMatch(/^bursar sandbox: /);
  expect(err).toContain(named);
  expect(err).toContain("See bursar sandbox --help");
});

test.each(["--help", "-h"])("shows the help for %s", async (flag) => {
  const { out, code } = (await run("sandbox", flag)).output;
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: bursar sandbox/);
  const flags = ["port", "host", "origin", "seed", "latency", "state", "from", "help"];
  for (const name of flags) expect(out).toContain(`--${name}`);
  const names = ["fund", "registerBitcoinWallet", "advance", "fail", "webhooks", "trigger"];
  for (const name of [...names, "requests", "reset"])
    expect(out).toMatch(new RegExp(`^  (?:GET|POST) +/__sandbox/${name}(?: +\\{.*\\})?$`, "m"));
});
