import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSoak } from "../../support/random-runs.js";
import { findNodeApis } from "../browser/page.js";
import { createProject, filesOf, findChromium, runNode, versionOf } from "./prepare.js";
import { key, openBrowser, openSite, visit } from "./site.js";

/**
 * The path of the apps. It is not the root, so that a request for a chunk at a wrong path fails.
 */
const base = "/shop/app/";

const peers = ["viem", "bitcoinjs-lib", "@bitcoinerlab/secp256k1"];
/** `page` uses every entry, `keyless` only the root. */
const apps = ["page", "keyless"] as const;
type App = (typeof apps)[number];

interface Bundler {
  readonly name: string;
  readonly tool: string;
  readonly gate: readonly App[];
  readonly packages: readonly string[];
}

/**
 * The apps that the gate builds. Vite reads .env, the others do not. Vite contains Rolldown, the
 * successor of Rollup.
 */
const bundlers: readonly Bundler[] = [
  { name: "Vite", tool: "vite", gate: apps, packages: ["vite"] },
  { name: "webpack", tool: "webpack", gate: ["page"], packages: ["webpack@5.112.2"] },
  { name: "esbuild", tool: "esbuild", gate: apps, packages: ["esbuild"] },
  {
    name: "Rollup",
    tool: "rollup",
    gate: ["keyless"],
    packages: [
      "rollup@4.65.0",
      "@rollup/plugin-node-resolve@16.0.3",
      "@rollup/plugin-commonjs@29.0.3",
    ],
  },
];

const chromium = findChromium();
const versions = new Map<string, string>();
// All bundlers share one project, so that the package is installed once.
const shared = await createProject([...peers, ...bundlers.flatMap(({ packages }) => packages)]);
if (shared.folder)
  for (const { tool } of bundlers) versions.set(tool, await versionOf(shared.folder, tool));

let browser: Browser;
beforeAll(async () => {
  if (chromium.path) browser = await openBrowser(chromium.path);
});
afterAll(async () => {
  await browser?.close();
});

for (const { name, tool, gate } of bundlers) {
  describe(`${name} | ${versions.get(tool) ?? ""} | page`, () => {
    const reason = shared.reason ?? chromium.reason;
    if (reason !== undefined || !shared.folder) {
      test("builds and runs here", ({ skip }) => skip(reason));
      return;
    }
    const { folder } = shared;
    const selected = isSoak ? apps : gate;
    const built = new Map<App, Map<string, string>>();

    async function build(app: App): Promise<string[]> {
      const out = `out/${tool}/${app}`;
      // As on a developer's machine, the key is in the environment of the build and in the app's
      // .env.
      const printed = await runNode(folder, [`${tool}.mjs`, `apps/${app}`, base, out], {
        BURSAR_API_KEY: key,
      });
      built.set(app, await filesOf(join(folder, out)));
      return JSON.parse(printed.split("\n").at(-1) ?? "");
    }
    const filesBy = (app: App): Map<string, string> => built.get(app) ?? new Map();

    test(`builds the apps ${selected.join(" and ")} without a warning`, async () => {
      for (const app of selected) expect(await build(app)).toEqual([]);
    });

    test("the built files use no Node API", async () => {
      for (const app of selected) {
        const scripts = [...filesBy(app)].filter(([file]) => file.endsWith(".js"));
        expect(scripts.length).toBeGreaterThan(0);
        // Not every bundler removes comments, and they may mention Node APIs.
        const code = await Promise.all(
          scripts.map(([, text]) => transform(text, { minify: true, legalComments: "none" })),
        );
        expect(code.flatMap((script) => findNodeApis(script.code))).toEqual([]);
      }
    });

    if (selected.includes("page"))
      test("a page that forbids eval completes a swap from the quote to its execution", async () => {
        const site = await openSite(base, filesBy("page"));
        const { result, pageErrors } = await visit(browser, site.url);
        await site.close();
        expect(result).toMatchObject({
          status: "COMPLETED",
          signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
          bitcoin: true,
        });
        expect(pageErrors).toEqual([]);
        // The sandbox is in the page, so the page requests only its own files.
        expect(site.requests.filter((line) => !line.startsWith(`GET ${base}`))).toEqual([]);
      });

    if (!selected.includes("keyless")) return;
    test("a page requests no script after its first call, and never gets the key", async () => {
      expect(await readFile(join(folder, "apps/keyless/.env"), "utf8")).toContain(key);
      for (const [file, text] of filesBy("keyless")) expect(text.includes(key), file).toBe(false);
      const site = await openSite(base, filesBy("keyless"));
      const { result, pageErrors, traffic } = await visit(browser, site.url);
      await site.close();
      expect(result).toEqual({ symbols: expect.arrayContaining(["USDC"]), refused: true });
      // The browser logs the call that is rejected on purpose.
      expect(
        pageErrors.filter((line) => !/the server responded with a status of 4\d\d/.test(line)),
      ).toEqual([]);
      const isOwn = (line: string) => line.startsWith(`GET ${base}`);
      const firstCall = site.requests.findIndex((line) => line.includes("/api/bursar/"));
      expect(site.requests.slice(0, firstCall).every(isOwn)).toBe(true);
      expect(site.requests.slice(firstCall).filter(isOwn)).toEqual([]);
      expect(traffic.some((line) => line.includes("/api/bursar/"))).toBe(true);
      expect(traffic.filter((line) => line.includes(key))).toEqual([]);
    });
  });
}
