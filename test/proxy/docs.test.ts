import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { createProxy, proxyErrors } from "../../src/proxy/index.js";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/proxy.md", root), "utf8");

test("docs/proxy.md lists exactly the proxy's errors", () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d+) \| (.*) \|$/gm)].map(
    ([, id, status, meaning]) => [id, Number(status), meaning],
  );
  expect(rows).toEqual(
    Object.entries(proxyErrors).map(([id, { status, meaning }]) => [id, status, meaning]),
  );
});

test("only the last four errors may follow a sent request", () => {
  const sent = Object.values(proxyErrors).map((facts) => facts.sent);
  expect(sent).toEqual([...sent.slice(0, -4).map(() => false), true, true, true, true]);
});

test("docs/proxy.md links to existing files and names existing operations", () => {
  const links = [
    ...page.matchAll(/\]\(https:\/\/github\.com\/bursar\/bursar\/blob\/main\/([^)]+)\)/g),
  ].map(([, path]) => path as string);
  expect(links).toHaveLength(4);
  for (const link of links) expect(existsSync(new URL(link, root)), link).toBe(true);
  const names = new Set<string>(endpoints.map(({ name }) => name));
  const named = [...page.matchAll(/"(\w+\.\w+)"|`(operations\.\w+|lending\.\w+)`/g)].map(
    ([, quoted, marked]) => quoted ?? marked,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !names.has(name as string))).toEqual([]);
});

test("the program in docs/proxy.md creates a proxy", async () => {
  const program = /```ts\n([\s\S]*?)```/.exec(page)?.[1] as string;
  const body = program
    .replace(/^import \{([^}]*)\}.*$/m, "const {$1} = parts;")
    .replace("export const", "const")
    .replace(/process\.env\.\w+/, '"https://service.test"')
    .replace(/process\.env\.\w+/, '"key"');
  const make = new Function("parts", "sessionOf", `${body}\nreturn proxy;`);
  const { walletOf } = await import("../../src/proxy/index.js");
  const proxy = make({ createProxy, walletOf }, () => undefined) as (
    request: Request,
  ) => Promise<Response>;
  expect(
    (await proxy(new Request("https://app.test/api/bursar/api/v1/crypto/tokens"))).status,
  ).toBe(401);
});
