import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hideRandomValues } from "../../docs/markdown.js";
import { findResult, runnableInPage } from "../../docs/page-blocks.js";
import { samplePrograms } from "./sample-programs.js";
import { type Outcome, runInPage, serveRunner } from "./serve-runner.js";

let served: Awaited<ReturnType<typeof serveRunner>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  served = await serveRunner();
  const executablePath = process.env.CHROMIUM;
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // The limit of the suite ends a hang.
    timeout: 0,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(served.url);
});

afterAll(async () => {
  await browser?.close();
  served?.close();
});

const run = (code: string, timeout?: number): Promise<Outcome> =>
  page.evaluate(`(${runInPage})(${JSON.stringify(code)}, ${timeout})`);

test.each(samplePrograms(24).map((block) => [block.where, block] as const))(
  "the block at %s runs in a page as in Node",
  async (_, block) => {
    const { lines, failure } = await run(block.code);
    expect(failure).toBeUndefined();
    // Without the warnings of the client, which pages do not show either.
    const printed = lines.filter((line) => !line.startsWith("[bursar] "));
    if (block.output !== undefined)
      expect(`${hideRandomValues(printed.join("\n"))}\n`).toBe(block.output);
    const result = findResult(block);
    if (result) expect(printed.at(-1)).toContain(result);
  },
);

test("most blocks have a button", () => {
  expect(runnableInPage.length).toBeGreaterThan(70);
});

test("the core is below 330 kB with gzip", () => {
  expect(served.sizes["core"]).toBeLessThan(330_000);
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

test("values are shown as in Node", async () => {
  const code = `
    const circle: unknown[] = [];
    circle.push(circle);
    console.log("a", 1n, { b: ["c", null], "d-e": new Set([1]) }, undefined, circle, [], {});
    console.log(new TypeError("f"), () => 1, new Map([["g", { h: true }]]));
    console.log({ long: "x".repeat(60), other: "it's" });
    console.log(new Date(0), new Date(NaN), new Uint8Array([1, 2]), { i: new Uint8Array() });`;
  const { lines } = await run(code);
  expect(lines).toEqual([
    "a 1n { b: [ 'c', null ], 'd-e': Set(1) [ 1 ] } undefined [ [Circular] ] [] {}",
    "TypeError: f [Function: anonymous] Map(1) [ [ 'g', { h: true } ] ]",
    `{\n  long: '${"x".repeat(60)}',\n  other: "it's"\n}`,
    "1970-01-01T00:00:00.000Z Invalid Date Uint8Array(2) [ 1, 2 ] { i: Uint8Array(0) [] }",
  ]);
});

test("a page that is older than the deployment runs the second time", async () => {
  const old = { core: "core.old.json", modules: {} };
  await page.reload();
  await page.route("**/packs.json", (route) => route.fulfill({ json: old }), { times: 1 });
  await page.route("**/core.old.json", (route) => route.fulfill({ status: 404 }));
  expect((await run("console.log(1);")).failure).toContain("core.old.json responded with 404");
  expect(await run("console.log(1);")).toEqual({ lines: ["1"] });
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
  expect(served.requests.filter((path) => path.includes("?"))).toEqual([]);
});

const names = (count: number) => Array.from({ length: count }, () => "undefined").join();
