import { type Browser, chromium } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { signWebhook } from "../../../src/webhooks/index.js";
import { closedPort } from "../../support/loopback.js";
import { filesOf, findChromium } from "../bundlers/prepare.js";
import { addWallet } from "../playground/wallet.js";
import { type ExampleProject, openExample, type Program, start } from "./project.js";

const found = findChromium();
if (found.path === undefined)
  test("the Next.js example runs here", ({ skip }) => skip(found.reason));
else describe("examples/next | Next.js, wagmi | Chromium", () => run(found.path));

function run(executablePath: string) {
  const sandbox = createSandbox();
  const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
  let project: ExampleProject;
  let environment: Record<string, string>;
  let server: Program;
  let browser: Browser;
  let service: Awaited<ReturnType<typeof sandbox.listen>>;

  beforeAll(async () => {
    project = await openExample("next");
    service = await sandbox.listen();
    environment = {
      BURSAR_BASE_URL: service.url,
      BURSAR_API_KEY: sandbox.apiKey,
      WEBHOOK_SECRET: secret,
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_ENV: "production",
      CI: "1",
    };
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
    const files = await filesOf(`${project.folder}/.next/static`);
    expect([...files.values()].filter((text) => text.includes(sandbox.apiKey))).toEqual([]);
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
    const operations = new Set(sandbox.requests.map(({ operation }) => operation));
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
}
