import { expect, test } from "vitest";
import { createClient } from "../../../src/client.js";
import {
  expectHelp,
  expectPortTaken,
  expectRejection,
  helpArguments,
  rejectedArguments,
} from "../../cli/sandbox-output.js";
import { bundleCommand } from "./start-command.js";

const { run, serve } = bundleCommand();

test("serves a sandbox, prints its address, logs each request and stops cleanly", async () => {
  const { output, kill, until, baseUrl, apiKey } = await serve("--seed", "x");
  expect(output.out).toMatch(
    /curl -H "x-api-key: sandbox-key" "http:\/\/127\.0\.0\.1:\d+\/api\/v1\/crypto\/tokens/,
  );
  expect(output.out).toContain("createClient({ baseUrl:");
  const client = createClient({
    baseUrl,
    apiKey,
    validation: "strict",
    logLevel: "off",
    retry: false,
  });
  expect((await client.tokens.list({ search: "USDC" }).firstPage()).items.length).toBeGreaterThan(
    1,
  );
  await expect(client.kyc.individual.standard.get("none")).rejects.toMatchObject({ status: 404 });
  await until(
    /\d\d:\d\d:\d\d {2}200 {2}GET {5}\/api\/v1\/crypto\/tokens\?\S+ {2}tokens\.list {2}\d+ ms\n/,
  );
  await until(/ {2}404 {2}GET {5}\S+\/none {2}kyc\.individual\.standard\.get {2}/);
  expect(output.out.split("Ctrl-C")[1]).not.toContain(apiKey);
  expect(await kill("SIGINT")).toBe(0);
  expect(output.err).toBe("");
});

test("serves the OpenAPI document at the address in its banner, and prints it", async () => {
  const { until } = await serve();
  const [, url] = await until(/OpenAPI\s+(\S+)/);
  const served = await (await fetch(url as string)).text();
  await until(/ {2}200 {2}GET {5}\/openapi\.json {2}\(OpenAPI\) {2}/);
  const command = run(["openapi"]);
  expect(await command.ended).toBe(0);
  expect(command.output.out).toBe(served);
});

test("accepts control requests from the same machine", async () => {
  const { until, baseUrl, apiKey } = await serve();
  const [, control] = await until(/control\s+POST (\S+)/);
  expect(control).toBe(`${baseUrl}/__sandbox/fund`);
  const account = "0x00000000000000000000000000000000000000ee";
  const headers = { "content-type": "application/json" };
  const post = (name: string, body: object) =>
    fetch(`${baseUrl}/__sandbox/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  expect((await post("fund", { account, chainId: 137, token: usdc, amount: "7" })).status).toBe(
    200,
  );
  await until(/ {2}200 {2}POST {4}\/__sandbox\/fund {2}\(control\) {2}/);
  const client = createClient({
    baseUrl,
    apiKey,
    logLevel: "off",
    retry: false,
  });
  expect((await client.wallets.portfolio(account)).tokens).toMatchObject([
    { balanceFormatted: "7" },
  ]);
  const before = Date.now();
  const { now } = (await (await post("advance", { milliseconds: 86_400_000 })).json()) as {
    now: string;
  };
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before + 86_400_000);
  expect(Date.parse(now)).toBeLessThanOrEqual(Date.now() + 86_400_000);
  expect((await post("fund", { account, chainId: 137, token: usdc, amount: "-7" })).status).toBe(
    400,
  );
});

test("uses the real clock and the latency option", async () => {
  const { output, baseUrl, apiKey } = await serve("--latency", "150");
  expect(output.out).toMatch(/latency\s+150 ms/);
  const client = createClient({
    baseUrl,
    apiKey,
    logLevel: "off",
  });
  const before = Date.now();
  const { depositQuote } = await client.fiat.quoteDeposit({
    paymentMethodToSend: "ACH",
    amountToSendInFiatCurrency: 100,
    receiveCryptoCurrency: "USDC",
    individualId: "ind_1",
    chainId: 137,
    walletAddress: "0x1111111111111111111111111111111111111111",
  });
  // The response is delayed, so its time is that of its request or later.
  const quotedAt = Date.parse(depositQuote.expiresAt as string) - 300_000;
  expect(quotedAt).toBeGreaterThanOrEqual(before + 149);
  expect(quotedAt).toBeLessThanOrEqual(Date.now());
});

test("allows pages of the given origins, which the banner lists", async () => {
  const origins = ["https://app.example", "https://other.example"];
  const { output, baseUrl } = await serve(...origins.flatMap((each) => ["--origin", each]));
  expect(output.out).toMatch(
    /pages\s+of this machine, https:\/\/app\.example, https:\/\/other\.example\n/,
  );
  for (const [origin, allowed] of [
    ...origins.map((each) => [each, each] as const),
    ["https://foreign.example", null] as const,
  ]) {
    const { headers } = await fetch(`${baseUrl}/api/v1/crypto/tokens`, { headers: { origin } });
    expect(headers.get("access-control-allow-origin")).toBe(allowed);
  }
});

test("exits with code 1 if the port is used", async () => {
  const { port } = new URL((await serve()).baseUrl);
  const second = run(["sandbox", "--port", port]);
  expect(await second.ended).toBe(1);
  expectPortTaken(second.output, port);
});

test.each(rejectedArguments)("rejects the arguments %j", async (args, named) => {
  const { output, ended } = run(args);
  expect(await ended).toBe(1);
  expectRejection(output, named);
});

test.each(helpArguments)("shows the help for %j", async (args) => {
  const { output, ended } = run(args);
  expect(await ended).toBe(0);
  expectHelp(output);
});
