import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeRunModules } from "../../../scripts/run-modules.mjs";
import type { startRun } from "../../../site/.vitepress/run/start-run.js";
import { hideRandomValues } from "../../docs/markdown.js";
import { findResult, runnableInPage } from "../../docs/page-blocks.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

declare global {
  var runner: { startRun: typeof startRun };
}

let folder: string;
let server: Server;
let browser: Browser;
let page: Page;
let sizes: Readonly<Record<string, number>>;
/** The paths that were requested. */
const requests: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bursar-run-"));
  sizes = await writeRunModules(folder);
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["site/.vitepress/run/start-run.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "runner",
  });
  const icon = '<link rel="icon" href="data:,">';
  const html = `${icon}<script>${outputFiles[0]?.text}</script>`;
  server = createServer(({ url = "/" }, response) => {
    requests.push(url);
    const isPage = url === "/";
    response.setHeader("content-type", isPage ? "text/html" : "application/json");
    response.end(isPage ? html : readFileSync(join(folder, url.replace(/\?.*/, ""))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = process.env.CHROMIUM;
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // The limit of the suite ends a hang.
    timeout: 0,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  readonly lines: readonly string[];
  readonly failure?: string;
}

/** Runs a program as the button does. */
const run = (code: string, timeout = 60_000): Promise<Outcome> =>
  page.evaluate(
    ([code, timeout]) =>
      new Promise<Outcome>((resolve) => {
        const lines: string[] = [];
        globalThis.runner.startRun({
          base: "/",
          code,
          timeout,
          onStart() {},
          onLine: (line) => lines.push(line),
          onEnd: (end) => resolve({ lines, ...end }),
        });
      }),
    [code, timeout] as const,
  );

test.each(runnableInPage.map((block) => [block.where, block] as const))(
  "the block at %s runs in a page as in Node",
  async (_, block) => {
    const { lines, failure } = await run(block.code);
    expect(failure).toBeUndefined();
    const result = findResult(block);
    if (result) expect(hideRandomValues(lines.at(-1) ?? "")).toContain(result);
  },
);

test("most blocks have a button", () => {
  expect(runnableInPage.length).toBeGreaterThan(70);
});

test("the core is below 330 kB with gzip", () => {
  expect(sizes["core"]).toBeLessThan(330_000);
});

test("an error shows its name, its message and its hint", async () => {
  const code = `import { createClient } from "bursar";\ncreateClient({ baseUrl: "http://a.example" });`;
  const { failure } = await run(code);
  expect(failure).toMatch(/^ConfigurationError: baseUrl http:.*\nHint: Use https/);
});

test("a syntax error, an unknown module and an unknown export are shown", async () => {
  expect((await run("const = 1;")).failure).toContain("SyntaxError");
  expect((await run(`import fs from "node:fs";\nconsole.log(fs);`)).failure).toContain("node:fs");
  const { failure } = await run(`import { missing } from "bursar";\nconsole.log(missing);`);
  expect(failure).toContain("missing");
});

test("values are shown as text", async () => {
  const code = `console.log("a", 1n, { b: [2n] }, undefined, new TypeError("c"));`;
  const { lines } = await run(code);
  expect(lines).toEqual([`a 1n {\n  "b": [\n    "2n"\n  ]\n} undefined TypeError: c`]);
});

test("an endless program ends at its time limit, and the page stays usable", async () => {
  const ended = run("for (;;);", 500);
  expect(await page.evaluate(() => 1 + 1)).toBe(2);
  expect((await ended).failure).toBe("The time limit of 0.5 s is over.");
  expect(await page.locator("iframe").count()).toBe(0);
});

test("a program has no network, no page and no storage", async () => {
  const code = `
    const names = ["document", "window", "localStorage", "caches", "importScripts"];
    console.log(names.map((name) => typeof globalThis[name]).join());
    const attempts = [
      () => fetch("${page.url()}packs.json?fetch"),
      () => import("${page.url()}packs.json?import"),
      () => new Promise((resolve, reject) => {
        const socket = new WebSocket("${page.url().replace("http", "ws")}");
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
    ];
    for (const attempt of attempts)
      console.log(await attempt().then(() => "reached", () => "blocked"));
    await new Promise((resolve, reject) => {
      indexedDB.open("a").onerror = reject;
    });`;
  const { lines, failure } = await run(code);
  expect(lines).toEqual([names(5), "blocked", "blocked", "blocked"]);
  expect(failure).toBeDefined();
  expect(requests.filter((path) => path.includes("?"))).toEqual([]);
});

const names = (count: number) => Array.from({ length: count }, () => "undefined").join();
