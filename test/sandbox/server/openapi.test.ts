import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createOpenApi } from "../../../src/openapi/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { runMain } from "../../cli/run-main.js";
import { drained } from "../../support/drained.js";

let document: unknown;
/** The document as JSON has it, created once. */
const getDocument = () => {
  document ??= JSON.parse(JSON.stringify(createOpenApi()));
  return document;
};

async function openServer() {
  const sandbox = createSandbox();
  const server = await sandbox.listen({ origins: ["https://app.example"] });
  onTestFinished(() => server.close());
  return { sandbox, url: `${server.url}/openapi.json` };
}

const runCommand = (...args: string[]) => runMain(["openapi", ...args]);

test("a served sandbox has the OpenAPI document, without a key", async () => {
  const { sandbox, url } = await openServer();
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.json()).toEqual(getDocument());
  expect(await drained(sandbox)).toEqual([]);
});

test("a page of an allowed origin may read the OpenAPI document", async () => {
  const { url } = await openServer();
  const readAs = async (origin: string) =>
    (await fetch(url, { headers: { origin } })).headers.get("access-control-allow-origin");
  expect(await readAs("https://app.example")).toBe("https://app.example");
  expect(await readAs("https://foreign.example")).toBe(null);
});

test("the OpenAPI document has headers for HEAD, and rejects other methods", async () => {
  const { url } = await openServer();
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const post = await fetch(url, { method: "POST", body: "{}" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("a sandbox in memory has no OpenAPI route, like the service", async () => {
  const { baseUrl, apiKey, fetch: send } = createSandbox();
  const request = new Request(`${baseUrl}/openapi.json`, { headers: { "x-api-key": apiKey } });
  expect((await send(request)).status).toBe(404);
});

test("bursar openapi prints the document", async () => {
  const { code, out, err } = await runCommand();
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toEqual(getDocument());
});

test("bursar openapi --out writes the document into a file and prints nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-openapi-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "openapi.json");
  expect(await runCommand("--out", file)).toEqual({ code: 0, out: "", err: "" });
  expect(readFileSync(file, "utf8")).toBe((await runCommand()).out);
});

test("bursar openapi --out names a file that cannot be written", async () => {
  const { code, out, err } = await runCommand("--out", "/missing/folder/openapi.json");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^bursar openapi: ENOENT: .*'\/missing\/folder\/openapi\.json'/);
  expect(err).toContain("See bursar openapi --help");
});

test.each([["--outt"], ["--out"], ["file.json"]])(
  "bursar openapi rejects the argument %s",
  async (argument) => {
    const { code, out, err } = await runCommand(argument);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^bursar openapi: /);
  },
);
