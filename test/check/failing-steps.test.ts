import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compareResponse } from "../../src/check/compare-response.js";
import { runCheck } from "../../src/check/run-check.js";
import { checkSteps } from "../../src/check/steps.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { check, openSmallSandbox } from "./open-check.js";

const isTokens = ({ url }: Request) => new URL(url).pathname.endsWith("/tokens");

/** Responds to the list of tokens itself. */
function withTokens(sandbox: Sandbox, respond: () => Response) {
  const fetch = async (request: Request) =>
    isTokens(request) ? respond() : sandbox.fetch(request);
  return { ...sandbox, fetch };
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bursar-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("reports a redirect of all calls as an unreachable service, not as drift", async () => {
  const fetch = async () =>
    new Response(null, { status: 302, headers: { location: "https://login.example/sign-in" } });
  const { code, out } = await check({ ...openSmallSandbox(), fetch }, []);
  expect(code).toBe(2);
  expect(out).toMatch(/tokens\.list +unreachable +302 .*https:\/\/login\.example.*--base-url/);
  expect(out).not.toContain("Drift");
});

test("reports an HTML page as an unreachable service, not as drift", async () => {
  const fetch = async () =>
    new Response("<!doctype html><p>Hello", { headers: { "content-type": "text/html" } });
  const { code, out } = await check({ ...openSmallSandbox(), fetch }, []);
  expect(code).toBe(2);
  expect(out).toMatch(/tokens\.list +unreachable +200 an HTML page.*--base-url/);
  expect(out).not.toContain("Drift");
});

test("stops reading a response that exceeds the limit, and compares the others", async () => {
  const sandbox = openSmallSandbox();
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          if (sent > 64 * 65_536) controller.error(new Error("the reader did not stop"));
          else controller.enqueue(new Uint8Array(65_536).fill(32));
        },
      }),
    );
  const { steps, exchanges } = await runCheck({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    maxResponseBytes: 1_000_000,
    fetch: withTokens(sandbox, endless).fetch,
  });
  const outcomes = steps.filter(({ operation }) => operation === "tokens.list");
  expect(outcomes[0]).toMatchObject({
    outcome: "failed",
    detail: expect.stringContaining("more than 1000000 bytes"),
  });
  // Two calls list tokens.
  expect(sent).toBeLessThan(40 * 65_536);
  expect(steps.find(({ operation }) => operation === "liquidity.pools")?.outcome).toBe("ok");
  expect(exchanges.some(({ endpoint }) => endpoint.name === "tokens.list")).toBe(false);
});

test("counts every item of a long list that differs", async () => {
  const tokens = checkSteps.find(({ endpoint }) => endpoint.name === "tokens.list");
  const response = { total: 1_000, tokens: Array.from({ length: 1_000 }, () => ({})) };
  if (!tokens) throw new RangeError("no step lists tokens");
  const drift = compareResponse(tokens.endpoint, response);
  const ids = drift.filter(({ field }) => field === "tokens[].id");
  expect(ids.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  expect(drift.length).toBeLessThan(1_000);
});

test("reports and records all calls if one response has too many differences", async () => {
  const sandbox = openSmallSandbox();
  const folder = createFolder();
  const body = { total: 1_000, tokens: Array.from({ length: 1_000 }, () => ({})) };
  const drifting = withTokens(sandbox, () => Response.json(body));
  const { code, out } = await check(drifting, ["--record", folder]);
  expect(out).toMatch(/tokens\.list +drift +200\n/);
  expect(out).toMatch(/tokens\.list +tokens\[\]\.id +expected a string +got nothing +2000×/);
  expect(out).toMatch(/liquidity\.pools +ok/);
  expect(readdirSync(folder).some((file) => file.includes("liquidity-pools"))).toBe(true);
  expect(code).toBe(1);
});

test("records the other exchanges if one cannot be described", async () => {
  const sandbox = openSmallSandbox();
  const folder = createFolder();
  const depth = 50_000;
  const deep = `{"total":0,"page":1,"totalPerPage":100,"tokens":[],"x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const { code, out } = await check(
    withTokens(sandbox, () => new Response(deep)),
    ["--record", folder],
  );
  expect(out).toMatch(/Not recorded: \d+-get-crypto-tokens-200\.json: RangeError/);
  expect(readdirSync(folder).some((file) => file.includes("liquidity-pools"))).toBe(true);
  expect(readdirSync(folder).some((file) => file.includes("crypto-tokens-200"))).toBe(false);
  expect(code).toBe(2);
});

test("prints the report and exits with 2 if the folder cannot be written", async () => {
  const sandbox = openSmallSandbox();
  const file = join(createFolder(), "file");
  writeFileSync(file, "");
  const { code, out, err } = await check(sandbox, ["--record", join(file, "recorded")]);
  expect(out).toContain("responses compared");
  expect(err).toContain(`mkdir '${join(file, "recorded")}'`);
  expect(existsSync(join(file, "recorded"))).toBe(false);
  expect(code).toBe(2);
});

test("compares the other calls if the key is rejected by a later call", async () => {
  const sandbox = openSmallSandbox();
  const fetch = async (request: Request) =>
    new URL(request.url).pathname.endsWith("/pools")
      ? Response.json({ message: "Invalid Api key.", id: "HTTP_EXCEPTION" }, { status: 403 })
      : sandbox.fetch(request);
  const { code, out } = await check({ ...sandbox, fetch }, []);
  expect(out).toMatch(/tokens\.list +ok/);
  expect(out).toMatch(/liquidity\.pools +failed +403 HTTP_EXCEPTION: Invalid Api key/);
  expect(code).toBe(2);
});
