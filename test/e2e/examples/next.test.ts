import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signWebhook } from "../../../src/webhooks/index.js";
import { closedPort } from "../../support/loopback.js";
import { inSoak } from "../../support/random-runs.js";
import { createProject, filesOf, findChromium, runNode } from "../bundlers/prepare.js";
import { repository } from "../package/consumer.js";
import { addWallet } from "../playground/wallet.js";
import { expectFreshStatus, startService } from "./next-status.js";
import { type ExampleProject, openExample, type Program, start } from "./project.js";

/** A page that reads the status of an operation in a server component. */
const statusAppFolder = join(repository, "test/e2e/bundlers/apps/next");

const found = findChromium();
if (found.path === undefined)
  test("the Next.js example runs here", ({ skip }) => skip(found.reason));
else describe("examples/next | Next.js, wagmi | Chromium", () => run(found.path));

function run(executablePath: string) {
  const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
  let project: ExampleProject;
  let environment: Record<string, string>;
  let server: Program;
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startService>>;

  beforeAll(async () => {
    project = await openExample("next");
    service = await startService();
    environment = { ...toEnvironment(service), WEBHOOK_SECRET: secret };
    // In this segment, the newest version caches as version 14 does everywhere.
    const page = await readFile(join(statusAppFolder, "app/page.js"), "utf8");
    await mkdir(join(project.folder, "app/status"));
    await writeFile(
      join(project.folder, "app/status/page.js"),
      `${page}\nexport const fetchCache = "default-cache";\n`,
    );
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.kill();
    await service?.close();
    await project?.remove();
  });

  const next = (...args: string[]) =>
    start(process.execPath, ["node_modules/next/dist/bin/next", ...args], {
      cwd: project.folder,
      env: environment,
    });

  test("builds without a type error", async () => {
    const build = next("build");
    expect({ code: await build.ended, output: build.output() }).toEqual({
      code: 0,
      output: expect.stringMatching(/api\/bursar\/\[\.\.\.path\]/),
    });
    expect(build.output()).not.toMatch(/critical|Failed|Can't resolve/i);
    const files = await filesOf(`${project.folder}/.next/static`);
    const { apiKey } = service.sandbox;
    expect([...files.values()].filter((text) => text.includes(apiKey))).toEqual([]);
  });

  test("connects a browser wallet by wagmi, and signs and executes a swap", async () => {
    const port = String(await closedPort());
    server = next("start", "-H", "127.0.0.1", "-p", port);
    await server.until(/Ready in/);
    const context = await browser.newContext();
    const account = privateKeyToAccount(generatePrivateKey());
    const requests: string[] = [];
    await addWallet(context, { account, name: "Test Wallet", declines: new Set(), requests });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole("button", { name: "Connect Test Wallet" }).click();
    await page.getByText("You give: 10 of USDC on Polygon (137)").waitFor();
    await page.getByRole("button", { name: "Sign and swap" }).click();
    await page.getByText("The swap is COMPLETED.").waitFor();
    expect(await page.getByRole("alert").allTextContents()).not.toContain(expect.any(String));
    expect(requests.filter((method) => method === "personal_sign")).toHaveLength(1);
    const operations = new Set(service.sandbox.requests.map(({ operation }) => operation));
    expect([...operations]).toEqual(
      expect.arrayContaining(["wallets.register", "swap.quote", "operations.execute"]),
    );
  });

  test("processes a webhook once, and rejects a forged one", async () => {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output())?.[0];
    const { headers, body } = await signWebhook({ event_type: "ping" }, secret);
    const send = async (text: typeof body) =>
      (await fetch(`${url}/api/webhooks`, { method: "POST", headers, body: text })).status;
    expect([await send(body), await send(body), await send(`${body} `)]).toEqual([204, 204, 401]);
    expect(server.output().match(/msg_\w+: ping/g)).toHaveLength(1);
  });

  test("a server component sees each change of a status, which plain fetch does not", async () => {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output())?.[0];
    await expectFreshStatus(`${url}/status`, service);
  });
}

/** The environment of an app that calls a service. */
const toEnvironment = ({ url, sandbox }: Awaited<ReturnType<typeof startService>>) => ({
  BURSAR_BASE_URL: url,
  BURSAR_API_KEY: sandbox.apiKey,
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_ENV: "production",
  CI: "1",
});

/** The last major version whose `fetch` caches in server components by default, and its React. */
describe.each(inSoak(["14.2.35", "18.3.1"]))("Next.js | %s | webpack", (version, react) => {
  test("a server component sees each change of a status, which plain fetch does not", async ({
    skip,
  }) => {
    const packages = [`next@${version}`, `react@${react}`, `react-dom@${react}`];
    const { folder, reason } = await createProject(packages);
    if (folder === undefined) return skip(reason);
    const app = join(folder, "app");
    await cp(statusAppFolder, app, { recursive: true });
    const service = await startService();
    onTestFinished(service.close);
    const env = toEnvironment(service);
    const next = "../node_modules/next/dist/bin/next";
    const built = await runNode(app, [next, "build"], env);
    expect(built).not.toMatch(/warn|critical|Failed|Can't resolve/i);
    const port = String(await closedPort());
    const args = [next, "start", "-H", "127.0.0.1", "-p", port];
    const server = start(process.execPath, args, { cwd: app, env });
    onTestFinished(() => server.kill());
    await server.until(/Ready in/);
    await expectFreshStatus(`http://127.0.0.1:${port}/`, service);
  });
});
