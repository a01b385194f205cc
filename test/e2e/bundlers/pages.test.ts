import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needsOfNode } from "../browser/page.js";
import { pinned } from "../package/consumer.js";
import {
  filesOf,
  findChromium,
  project,
  removeProject,
  runNode,
  sizes,
  versionOf,
} from "./prepare.js";
import { key, openBrowser, openSite, visit } from "./site.js";

/** Where the apps are served: not at the root, so that a chunk that is asked for at a wrong path is missed. */
const base = "/shop/app/";
const peers = ["viem", "bitcoinjs-lib", "@bitcoinerlab/secp256k1"];
const bundlers = [
  { name: "Vite", tool: "vite", packages: [await pinned("vite")] },
  { name: "webpack", tool: "webpack", packages: ["webpack@5.112.2"] },
  { name: "esbuild", tool: "esbuild", packages: [await pinned("esbuild")] },
  { name: "Rolldown", tool: "rolldown", packages: [await pinned("rolldown")] },
  {
    name: "Rollup",
    tool: "rollup",
    packages: [
      "rollup@4.65.0",
      "@rollup/plugin-node-resolve@16.0.3",
      "@rollup/plugin-commonjs@29.0.3",
    ],
  },
];

const chromium = findChromium();
const versions = new Map<string, string>();
// One project of all of them: it is the same package for each, and installed once.
const shared = await project([
  ...(await Promise.all(peers.map(pinned))),
  ...bundlers.flatMap(({ packages }) => packages),
]);
if (shared.folder)
  for (const { tool } of bundlers) versions.set(tool, await versionOf(shared.folder, tool));

let browser: Browser;
beforeAll(async () => {
  if (chromium.path) browser = await openBrowser(chromium.path);
});
afterAll(async () => {
  await browser?.close();
  await removeProject(shared);
});

for (const { name, tool } of bundlers) {
  describe(`${name} | ${versions.get(tool) ?? ""} | page`, () => {
    const reason = shared.reason ?? chromium.reason;
    if (reason !== undefined || !shared.folder) {
      test("builds and runs here", ({ skip }) => skip(reason));
      return;
    }
    const { folder } = shared;
    const built = new Map<string, Map<string, string>>();

    async function build(app: string): Promise<string[]> {
      const out = `out/${tool}/${app}`;
      // As on a developer's machine: the key is in the environment of the build and in a file beside the app.
      const printed = await runNode(folder, [`${tool}.mjs`, `apps/${app}`, base, out], {
        BURSAR_API_KEY: key,
      });
      built.set(app, await filesOf(join(folder, out)));
      return JSON.parse(printed.split("\n").at(-1) ?? "");
    }
    const filesBy = (app: string): Map<string, string> => built.get(app) ?? new Map();

    test("builds an app of all parts without a warning", async () => {
      expect(await build("page")).toEqual([]);
      console.log(`${name}, all parts with viem and bitcoinjs-lib: ${sizes(filesBy("page"))}`);
    }, 180_000);

    test("builds an app of the root alone without a warning", async () => {
      expect(await build("keyless")).toEqual([]);
      console.log(`${name}, the root: ${sizes(filesBy("keyless"))}`);
    }, 180_000);

    test("what it built asks for nothing of Node", async () => {
      for (const app of ["page", "keyless"]) {
        const scripts = [...filesBy(app)].filter(([file]) => file.endsWith(".js"));
        expect(scripts.length).toBeGreaterThan(1);
        // Not every bundler takes out the comments, and they may speak of anything.
        const code = await Promise.all(
          scripts.map(([, text]) => transform(text, { minify: true, legalComments: "none" })),
        );
        expect(code.flatMap((each) => needsOfNode(each.code))).toEqual([]);
      }
    });

    test("a swap is quoted, checked, signed, executed and done in a page that forbids eval", async () => {
      const site = await openSite(base, filesBy("page"));
      const { told, complaints } = await visit(browser, site.url);
      await site.close();
      expect(told).toMatchObject({
        status: "COMPLETED",
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
        bitcoin: true,
      });
      expect(complaints).toEqual([]);
      // The sandbox is in the page: nothing but its files was asked for, and each of them was there.
      expect(site.asked.filter((line) => !line.startsWith(`GET ${base}`))).toEqual([]);
    });

    test("the schemas come from under the site's path, after the page and before the first call", async () => {
      const site = await openSite(base, filesBy("keyless"));
      const { told, complaints } = await visit(browser, site.url);
      await site.close();
      expect(told).toEqual({ symbols: expect.arrayContaining(["USDC"]), refused: true });
      // The browser's own note of the call that was refused on purpose.
      expect(
        complaints.filter((line) => !/the server responded with a status of 4\d\d/.test(line)),
      ).toEqual([]);
      const firstCall = site.asked.findIndex((line) => line.includes("/api/bursar/"));
      const before = site.asked.slice(0, firstCall);
      expect(before.every((line) => line.startsWith(`GET ${base}`))).toBe(true);
      const page = filesBy("keyless").get("index.html") ?? "";
      // What the page itself does not name was loaded by the first call.
      expect(
        before.filter(
          (line) => line.endsWith(".js") && !page.includes(line.split("/").at(-1) ?? ""),
        ).length,
      ).toBeGreaterThan(0);
    });

    test("the key is neither in what was built nor in what the page sends and gets", async () => {
      expect(await readFile(join(folder, "apps/keyless/.env"), "utf8")).toContain(key);
      for (const [file, text] of filesBy("keyless")) expect(text.includes(key), file).toBe(false);
      const site = await openSite(base, filesBy("keyless"));
      const { traffic } = await visit(browser, site.url);
      await site.close();
      expect(traffic.some((line) => line.includes("/api/bursar/"))).toBe(true);
      expect(traffic.filter((line) => line.includes(key))).toEqual([]);
    });
  });
}
