import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callOptions, clientOptions } from "../../src/http/config/known-options.js";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/configuration.md", root), "utf8");

/** The names in the first column of the table below a heading. */
function listed(title: string): string[] {
  const [, section = ""] = page.split(`## ${title}\n`);
  const [table = ""] = section.split(/^#/m);
  const cells = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
}

test("docs/configuration.md lists exactly the options of clients", () => {
  expect(listed("Client options").sort()).toEqual(Object.keys(clientOptions()).sort());
});

test("docs/configuration.md lists exactly the options of calls", () => {
  expect(listed("Call options").sort()).toEqual(Object.keys(callOptions()).sort());
});

test("docs/configuration.md lists exactly the environment variables that the sources read", () => {
  const sources = ["src/http/config/resolve-config.ts", "src/proxy/resolve-options.ts"]
    .map((file) => readFileSync(new URL(file, root), "utf8"))
    .join();
  const names = new Set([...sources.matchAll(/"(BURSAR_\w+)"/g)].map(([, name]) => name));
  expect(listed("Environment variables").sort()).toEqual([...names].sort());
});
