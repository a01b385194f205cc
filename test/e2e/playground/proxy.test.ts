import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type * as ProxyModule from "../../../src/proxy/index.js";
import type * as SandboxModule from "../../../src/sandbox/index.js";
import { type Served, serve } from "./serve.js";
import { bestQuote, connect, connected, go, seen, seenMessage, signDialog } from "./steps.js";
import { suite, usePlayground, type Visit } from "./visit.js";

// The built package, as in the page. Its types come from the sources.
const built = (name: string) => new URL(`../../../dist/${name}.js`, import.meta.url).href;

/** The project's key: a value that occurs nowhere else. */
const key = `live_${crypto.randomUUID()}`;
const internal = `internal-${crypto.randomUUID()}`;
const cookie = `session-${crypto.randomUUID()}`;
const prefix = "/api/bursar";

describe(suite, () => {
  const visit = usePlayground();
  let sandbox: SandboxModule.Sandbox;
  let service: SandboxModule.SandboxServer;
  let page: Served;
  /** The wallet of the signed-in user. */
  const user = { wallet: "" };
  const received: Headers[] = [];

  beforeAll(async () => {
    const { createSandbox } = (await import(built("sandbox"))) as typeof SandboxModule;
    const { createProxy, toNodeHandler, walletsOf } = (await import(
      built("proxy")
    )) as typeof ProxyModule;
    sandbox = createSandbox();
    service = await sandbox.listen();
    const proxy = createProxy({
      baseUrl: service.url,
      apiKey: key,
      prefix,
      allow: [
        ...(["wallets.check", "wallets.register", "wallets.portfolio", "wallets.history"] as const),
        ...(["swap.quote", "operations.execute"] as const),
      ],
      authorize: (request, call) =>
        Boolean(request.headers.get("cookie")?.includes(cookie)) &&
        walletsOf(call).every(
          (wallet) => user.wallet === "" || wallet.toLowerCase() === user.wallet.toLowerCase(),
        ),
      // The service accepts only the project's key, and adds internal headers to its responses.
      fetch: async (request) => {
        received.push(request.headers);
        if (request.headers.get("x-api-key") !== key)
          return Response.json({ id: "UNAUTHORIZED_EXCEPTION", message: "No" }, { status: 401 });
        const forwarded = new Request(request);
        forwarded.headers.set("x-api-key", sandbox.apiKey);
        const response = await fetch(forwarded);
        const headers = new Headers(response.headers);
        headers.append("set-cookie", `upstream=${internal}`);
        headers.set("x-api-key", key);
        headers.set("x-internal-node", internal);
        return new Response(response.body, { status: response.status, headers });
      },
    });
    page = await serve(inject("playground"), prefix, toNodeHandler(proxy));
  });
  afterAll(async () => {
    page?.close();
    await service?.close();
  });

  /**
   * Asserts that no request or response contains a secret. Returns the number of calls.
   */
  async function checkTraffic({ requests, origin }: Visit): Promise<number> {
    const calls = requests.filter((request) => request.url().startsWith(`${origin}${prefix}/`));
    for (const request of requests) {
      const headers = await request.allHeaders();
      const response = await request.response();
      const received = response ? await response.allHeaders() : {};
      const body = await response?.text().catch(() => "");
      const all = JSON.stringify([request.url(), headers, request.postData(), received, body]);
      expect(all.includes(key), `${request.url()} contains the key`).toBe(false);
      expect(all.includes(internal), `${request.url()} contains an internal value`).toBe(false);
    }
    return calls.length;
  }

  test("a swap works through a proxy, and neither the key nor a header of the service reaches the page", () =>
    visit(
      async (guest) => {
        await guest.page
          .context()
          .addCookies([{ name: "session", value: cookie, url: guest.origin }]);
        user.wallet = "";
        const { page: tab } = guest;
        await tab.getByRole("button", { name: "Settings" }).click();
        const settings = tab.getByRole("dialog", { name: "Settings" });
        await settings.getByRole("textbox", { name: "Base URL" }).fill(prefix);
        await settings.getByRole("button", { name: "Save" }).click();
        await seenMessage(tab, "Calls now go to /api/bursar");
        await connect(tab);
        const address = await connected(tab);
        user.wallet = address;
        sandbox.fund({
          account: address,
          chainId: 137,
          token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
          amount: "500",
        });
        await go(tab, "fund");
        await seen(tab.getByText("Send tokens to the wallet"));
        await go(tab, "swap");
        await bestQuote(tab).click();
        await seen(signDialog(tab).getByText("100 USDC"));
        await signDialog(tab).getByRole("button", { name: "Sign and execute" }).click();
        await seen(tab.getByText("The swap has ended: Completed."));
        await go(tab, "portfolio");
        await seen(tab.getByRole("row").filter({ hasText: "WETH" }));
        await go(tab, "log");
        await seen(
          tab.getByRole("table", { name: "Requests of this page" }).getByText("operations.execute"),
        );
        expect(await tab.content()).not.toContain(key);
        const state = await tab.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        );
        expect(state).not.toContain(key);
        expect(await checkTraffic(guest)).toBeGreaterThan(5);
        // The service received the key with every call, and no header of the page's session.
        expect(received.length).toBeGreaterThan(5);
        for (const headers of received) {
          expect(headers.get("x-api-key")).toBe(key);
          expect(
            [...headers.keys()].filter((name) =>
              /cookie|origin|referer|sec-|forwarded|bursar-/.test(name),
            ),
          ).toEqual([]);
        }
        // After a reload the page still uses the proxy.
        await tab.reload();
        await seen(tab.getByText(`${guest.origin}${prefix}`).or(tab.getByText(prefix)));
      },
      { at: page },
    ));

  test("the built page contains no key", () => {
    const folder = inject("playground");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.\w+$/.test(name),
    );
    expect(files.length).toBeGreaterThan(5);
    let sandboxKeys = 0;
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8");
      expect(
        text.includes(inject("buildKey")),
        `${name} contains the key of the build's environment`,
      ).toBe(false);
      expect(text.includes(key), name).toBe(false);
      sandboxKeys += text.split("sandbox-key").length - 1;
      expect(text, `${name} contains a key next to the header's name`).not.toMatch(
        /["'`]?x-api-key["'`]?\s*:\s*["'`][^"'`]+["'`]/i,
      );
      expect(text, `${name} passes a key to a client`).not.toMatch(
        /apiKey\s*:\s*["'`][^"'`]{12,}["'`]/,
      );
    }
    // The sandbox's code contains its default key once. The page does not use it.
    expect(sandboxKeys).toBeLessThanOrEqual(1);
  });
});
