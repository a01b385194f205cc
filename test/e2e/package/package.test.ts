import { existsSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { contributorPages, sections } from "../../../site/.vitepress/pages.mjs";
import { findRelativeLinks } from "../../docs/markdown.js";
import { allPackages } from "./all-packages.js";
import { type Consumer, createConsumer, entries, loadedPackages, outputOf } from "./consumer.js";

// test/e2e/runtimes uses every entry on every runtime, as an ES module and by require.

/** Has the package and, among others, the peers of every entry. */
let full: Consumer;
/** Has only the package. */
let bare: Consumer;

beforeAll(async () => {
  [full, bare] = await Promise.all([createConsumer(allPackages), createConsumer()]);
});

const loads: Readonly<Record<string, readonly string[]>> = {
  bursar: [],
  "bursar/bitcoin": ["@bitcoinerlab/secp256k1", "bitcoinjs-lib"],
  "bursar/intents": ["viem"],
  "bursar/openapi": [],
  "bursar/policy": ["viem"],
  "bursar/proxy": [],
  "bursar/query": [],
  "bursar/receipts": [],
  "bursar/sandbox": ["viem"],
  "bursar/schemas": ["zod"],
  "bursar/signing": ["viem"],
  "bursar/stores": [],
  "bursar/tools": [],
  "bursar/undici": ["undici"],
  "bursar/webhooks": [],
};
const external = new Set([...Object.values(loads).flat(), "msw", "@tanstack/query-core"]);

test("every entry has a row in the table of what it loads", () => {
  expect(Object.keys(loads)).toEqual([...entries].sort());
});

test.each(Object.entries(loads))("%s loads %j and no other peer", async (entry, peers) => {
  const loaded = await loadedPackages(full, `await import("${entry}");`);
  expect(loaded.filter((name) => external.has(name))).toEqual(peers);
});

test.each([
  ["import", "module", "await import(entry)"],
  ["require", "commonjs", "require(entry)"],
])("without its peers each entry loads by %s, or names a missing one", async (_, type, load) => {
  const program = `
    const outputs = {};
    for (const entry of ${JSON.stringify(entries)})
      try { ${load}; outputs[entry] = "loaded"; } catch (error) { outputs[entry] = error.message; }
    console.log(JSON.stringify(outputs));`;
  const outputs = JSON.parse(await bare.node([`--input-type=${type}`, "-e", program]));
  expect(Object.keys(outputs)).toEqual(entries);
  for (const [entry, peers] of Object.entries(loads)) {
    const missing = peers.filter((name) => name !== "zod");
    const names = missing.map((name) => `Cannot find (?:package|module) '${name}`).join("|");
    expect(outputs[entry], entry).toMatch(new RegExp(names || "^loaded$"));
  }
});

// Node 20.19 and later can require ES modules unless a flag disables it.
test("bursar/bitcoin names the ES module of its peer if Node cannot require ES modules", async () => {
  const args = ["--no-experimental-require-module", "--input-type=commonjs", "-e"];
  const output = await outputOf(full.node([...args, `require("bursar/bitcoin");`]));
  expect(output).toMatch(/ERR_REQUIRE_ESM/);
  expect(output).toContain("@noble/curves");
});

test.each([
  ["module", `await import("bursar")`],
  ["commonjs", `require("bursar")`],
])("bursar loads as %s before fetch, Request and TextEncoder are defined", async (type, load) => {
  // As in jsdom under Jest, and in older engines of React Native.
  const names =
    "AbortController AbortSignal Blob FormData Headers ReadableStream Request Response TextDecoder TextEncoder URL crypto fetch performance";
  const program = `
    const saved = {};
    for (const name of ${JSON.stringify(names.split(" "))}) {
      saved[name] = Object.getOwnPropertyDescriptor(globalThis, name);
      delete globalThis[name];
    }
    const { createClient } = ${load};
    Object.defineProperties(globalThis, saved);
    console.log(typeof createClient({ baseUrl: "https://api.example.com", apiKey: "key" }).swap.quote);`;
  expect(await full.node([`--input-type=${type}`, "-e", program])).toBe("function");
});

test("the tarball contains only what users need", async () => {
  const needed =
    /^(dist|package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|THIRD-PARTY-NOTICES|docs|examples|skills)$/;
  const files = await readdir(join(full.folder, "node_modules/bursar"));
  expect(files.filter((name) => !needed.test(name))).toEqual([]);
});

test("the package contains the pages for users, what they link to, and none for contributors", () => {
  const isPacked = (file: string) => existsSync(join(full.folder, "node_modules/bursar", file));
  const pages = sections.flatMap((section) => section.pages.map(([name]) => `docs/${name}.md`));
  const files = ["README.md", ...pages].flatMap((page) => [page, ...findRelativeLinks(page)]);
  expect(files.filter((file) => !isPacked(file))).toEqual([]);
  expect(contributorPages.filter((name) => isPacked(`docs/${name}.md`))).toEqual([]);
});

test("instanceof and the error guards work across copies, entries and module kinds of the package", async () => {
  await cp(
    join(full.folder, "node_modules/bursar"),
    join(full.folder, "other/node_modules/bursar"),
    { recursive: true },
  );
  const entry = (load: (name: string) => string) =>
    [load("bursar"), load("bursar/signing")].join("\n");
  await full.write(
    "other/index.js",
    entry((name) => `export * from "${name}";`),
  );
  await full.write(
    "other/index.cjs",
    `Object.assign(exports, require("bursar"), require("bursar/signing"));`,
  );
  await full.write(
    "copies.js",
    `
    import * as root from "bursar";
    import * as signing from "bursar/signing";
    import * as two from "./other/index.js";
    import three from "./other/index.cjs";
    const respond = () => Response.json({ id: "FIAT_QUOTE_EXPIRED", message: "late" }, { status: 400 });
    const fail = ({ createClient }) =>
      createClient({ baseUrl: "https://api.example.com", apiKey: "key", fetch: async () => respond() })
        .fiat.createDeposit({ quoteId: "q" }).then(() => "no error", (error) => error);
    const failToSign = ({ signUserOperation }) =>
      signUserOperation("0x" + "a1".repeat(32), "no signer").then(() => "no error", (error) => error);
    const copies = [{ ...root, ...signing }, two, three];
    const results = [root.ApiError === two.ApiError, two.ApiError === three.ApiError];
    for (const copy of copies) {
      const [error, unsigned] = [await fail(copy), await failToSign(copy)];
      for (const { ApiError, isApiError, isBursarError, QuoteExpiredError, TimeoutError, ...other } of copies) {
        results.push(error instanceof ApiError && error instanceof QuoteExpiredError && !(error instanceof TimeoutError)
          && isBursarError(error) && isApiError(error, "FIAT_QUOTE_EXPIRED") && !isApiError(error, "NOT_FOUND"));
        results.push(unsigned instanceof other.UnsupportedSignerError && unsigned instanceof other.SigningError
          && !(unsigned instanceof other.UnsafeToSignError) && isBursarError(unsigned));
      }
    }
    console.log(results.join(" "));`,
  );
  expect(await full.node(["copies.js"])).toBe(`false false${" true".repeat(18)}`);
});
