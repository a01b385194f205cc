import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorCatalogue, errorFacts } from "../../src/contract/shared/error-catalogue.js";
import * as errors from "../../src/errors/index.js";
import { anchorsOf } from "./markdown.js";

const root = new URL("../../", import.meta.url);
const anchors = anchorsOf("docs/errors.md");
const details = { operation: "swap.quote", effect: "quote", status: 500 } as const;

test("every error class has a section in docs/errors.md", () => {
  const classes = Object.entries(errors).flatMap(([name, value]) =>
    typeof value === "function" && Object.hasOwn(value, "errorName") ? [name] : [],
  );
  expect(classes.length).toBeGreaterThan(25);
  const missing = classes.filter((name) => !anchors.has(name.toLowerCase()));
  expect(missing).toEqual([]);
});

test("docsUrl of every known error id leads to its row in docs/error-ids.md", () => {
  const rows = anchorsOf("docs/error-ids.md");
  const ids = Object.keys(errorCatalogue);
  expect(ids.length).toBeGreaterThan(30);
  for (const id of ids) {
    const { docsUrl } = new errors.ApiError({ ...details, id, facts: errorFacts(id) });
    expect(docsUrl).toMatch(/\/docs\/error-ids\.md#/);
    expect(docsUrl.split("#")[1]).toBe(id.toLowerCase());
    expect(rows, id).toContain(id.toLowerCase());
  }
});

test("docs/error-ids.md lists the ids in alphabetical order, and marks code in its hints", () => {
  const page = readFileSync(new URL("docs/error-ids.md", root), "utf8");
  const ids = [...page.matchAll(/^\| <a id="\w+"><\/a>`(\w+)`/gm)].map(([, id = ""]) => id);
  const sorted = Object.keys(errorCatalogue).sort((a, b) => a.localeCompare(b, "en"));
  expect(ids).toEqual(sorted);
  expect(page).toContain("share reads with `dedupe`.");
  expect(page).toContain("Read `issues`: each has a path, and `options` lists");
  expect(page).toContain("check `baseUrl` and `paths`.");
});

test("docsUrl of another error leads to the section of its class", () => {
  const { docsUrl } = new errors.ConfigurationError("wrong");
  expect(docsUrl).toMatch(/\/docs\/errors\.md#configurationerror$/);
  expect(new errors.ServerError({ ...details, id: "NEW_ID" }).docsUrl).toMatch(/#servererror$/);
  expect(new errors.ServerError(details).docsUrl).toMatch(/#servererror$/);
  expect(new errors.ApiError({ ...details, id: "toString" }).docsUrl).toMatch(/#apierror$/);
});

test("docsUrl is below the homepage of the package, and part of toJSON", () => {
  const { homepage } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const error = new errors.ConfigurationError("wrong");
  expect(error.docsUrl.startsWith(homepage.replace(/#.*/, "/"))).toBe(true);
  expect(error.toJSON().docsUrl).toBe(error.docsUrl);
});

test("docs/errors.md lists every kind of error with its outcome", () => {
  const page = readFileSync(new URL("docs/errors.md", root), "utf8");
  const source = readFileSync(new URL("src/errors/base.ts", root), "utf8");
  const [, kinds = ""] = /type ErrorKind =([\s\S]*?);/.exec(source) ?? [];
  const names = [...kinds.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  const row = (name: string) =>
    new RegExp(`^\\| \`${name}\` \\|.*\\| .*\`(?:none|unknown|done)\`.* \\|$`, "m");
  for (const name of names) expect(page).toMatch(row(name));
});
