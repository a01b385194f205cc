import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConsumer, outputOf, repository } from "./consumer.js";
import { start } from "./start.js";

const playground = join(repository, "examples/playground");
let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-playground-"));
  // Its prepack script builds the page.
  const args = ["pack", "--json", "--pack-destination", folder];
  const env = { ...process.env, NODE_ENV: "production" };
  const { stdout } = await promisify(execFile)("npm", args, { cwd: playground, env });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[\n")));
  tarball = join(folder, filename);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const policy =
  /^default-src 'none'; script-src 'self'; .*connect-src 'self'; .*frame-ancestors 'none'$/;

test.each(["bursar playground", "bursar-playground"])(
  "npx %s serves the installed page under its policy, and no other file",
  async (command) => {
    const user = await createConsumer([tarball]);
    const args = ["--no-install", ...command.split(" "), "--port", "0"];
    const { until } = start(user.folder, "npx", ...args);
    const [, url = ""] = await until(/(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toMatch(policy);
    const [, script = ""] = /<script [^>]*src="\.\/([^"]+)"/.exec(await page.text()) ?? [];
    const asset = await fetch(`${url}${script}`);
    expect(asset.status).toBe(200);
    expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(asset.headers.get("content-security-policy")).toMatch(policy);
    expect((await asset.text()).length).toBeGreaterThan(10_000);
    for (const path of ["package.json", "assets/..%2f..%2fpackage.json", "assets/", "LICENSE"])
      expect((await fetch(url + path)).status).toBe(404);
  },
);

test("the package has about the size that the command names, and no dependency", async () => {
  const { size } = await stat(tarball);
  expect(size).toBeGreaterThan(400_000);
  expect(size).toBeLessThan(550_000);
  const user = await createConsumer([tarball]);
  const output = await user.node(["node_modules/bursar/dist/cli.js", "playground", "--help"]);
  expect(output).toContain("npx downloads it: 0.5 MB.");
  const program = `console.log(require("./node_modules/bursar-playground/package.json").dependencies)`;
  expect(await user.node(["--input-type=commonjs", "-e", program])).toBe("undefined");
});

test("without the package and without a registry, the command names the install command", async () => {
  const user = await createConsumer();
  const run = user.node(["node_modules/bursar/dist/cli.js", "playground", "--port", "0"], {
    npm_config_registry: "http://127.0.0.1:1/",
    npm_config_fetch_retries: "0",
    npm_config_cache: join(folder, "cache"),
  });
  await expect(run).rejects.toMatchObject({ code: 1 });
  const output = await outputOf(run);
  expect(output).toMatch(
    /^The playground is a package of its own: npx downloads bursar-playground@/,
  );
  expect(output).toMatch(/npm install --save-dev bursar-playground@\d/);
  expect(output).not.toMatch(/^ {4}at /m);
});
