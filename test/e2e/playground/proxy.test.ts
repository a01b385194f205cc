import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type * as ProxyModule from "../../../src/proxy/index.js";
import type * as SandboxModule from "../../../src/sandbox/index.js";
import { type Served, serve } from "./serve.js";
import { bestQuote, connect, connected, go, said, seen, signing } from "./steps.js";
import { suite, usePlayground, type Visit } from "./visit.js";

// The built package, as the page has it; its types are those of the sources.
const built = (name: string) => new URL(`../../../dist/${name}.js`, import.meta.url).href;

/** Opens the project at the service: a word that stands nowhere else. */
const key = `live_${crypto.randomUUID()}`;
const internal = `internal-${crypto.randomUUID()}`;
const cookie = `session-${crypto.randomUUID()}`;
const prefix = "/api/bursar";

/** What a page's request may carry: what browsers add by themselves, and what says what is sent. */
const requestHeaders = [
  ...[
    "accept",
    "accept-encoding",
    "accept-language",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "host",
    "origin",
  ],
  ...[
    "referer",
    "sec-ch-ua",
    "sec-ch-ua-mobile",
    "sec-ch-ua-platform",
    "sec-fetch-dest",
    "sec-fetch-mode",
    "sec-fetch-site",
    "user-agent",
  ],
  ...["cache-control", "pragma"],
  // Tells the proxy one sending of a write from another.
  "bursar-once",
];
/** What a page may be told: the proxy's own, and what says what has come. */
const responseHeaders = [
  ...[
    "cache-control",
    "connection",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-resource-policy",
    "date",
  ],
  ...[
    "keep-alive",
    "referrer-policy",
    "retry-after",
    "trace-id",
    "transfer-encoding",
    "vary",
    "x-content-type-options",
  ],
];

describe(suite, () => {
  const visit = usePlayground();
  let sandbox: SandboxModule.Sandbox;
  let service: SandboxModule.SandboxServer;
  let page: Served;
  /** Whose wallet it is that may be acted on. */
  const own = { wallet: "" };
  const arrived: Headers[] = [];

  beforeAll(async () => {
    const { createSandbox } = (await import(built("sandbox"))) as typeof SandboxModule;
    const { createProxy, toNodeHandler, walletsOf } = (await import(
      built("proxy")
    )) as typeof ProxyModule;
    sandbox = createSandbox({ now: () => Date.now() });
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
          (wallet) => own.wallet === "" || wallet.toLowerCase() === own.wallet.toLowerCase(),
        ),
      // The project's door: it takes the project's key only, and says more than is anybody's business.
      fetch: async (request) => {
        arrived.push(request.headers);
        if (request.headers.get("x-api-key") !== key)
          return Response.json({ id: "UNAUTHORIZED_EXCEPTION", message: "No" }, { status: 401 });
        const inside = new Request(request);
        inside.headers.set("x-api-key", sandbox.apiKey);
        const answer = await fetch(inside);
        const headers = new Headers(answer.headers);
        headers.append("set-cookie", `upstream=${internal}`);
        headers.set("x-api-key", key);
        headers.set("x-internal-node", internal);
        return new Response(answer.body, { status: answer.status, headers });
      },
    });
    page = await serve(inject("playground"), prefix, toNodeHandler(proxy));
  });
  afterAll(async () => {
    page?.close();
    await service?.close();
  });

  /** Holds that nothing that went by had what it may not have; answers with how many calls there were. */
  async function inspect({ requests, origin }: Visit): Promise<number> {
    const calls = requests.filter((request) => request.url().startsWith(`${origin}${prefix}/`));
    for (const request of requests) {
      const headers = await request.allHeaders();
      const response = await request.response();
      const answer = response ? await response.allHeaders() : {};
      const body = await response?.text().catch(() => "");
      const all = JSON.stringify([request.url(), headers, request.postData(), answer, body]);
      expect(all.includes(key), `${request.url()} shows the key`).toBe(false);
      expect(all.includes(internal), `${request.url()} shows what is internal`).toBe(false);
      if (!calls.includes(request)) continue;
      expect(
        Object.keys(headers).filter(
          (name) => !requestHeaders.includes(name) && !name.startsWith(":"),
        ),
      ).toEqual([]);
      expect(Object.keys(answer).filter((name) => !responseHeaders.includes(name))).toEqual([]);
    }
    return calls.length;
  }

  test("through a proxy a swap is quoted and executed, and neither the key nor a header off the list is ever in the page", () =>
    visit(
      async (guest) => {
        await guest.page
          .context()
          .addCookies([{ name: "session", value: cookie, url: guest.origin }]);
        own.wallet = "";
        const { page: tab } = guest;
        await tab.getByRole("button", { name: "Settings" }).click();
        const settings = tab.getByRole("dialog", { name: "Settings" });
        await settings.getByRole("textbox", { name: "Base URL" }).fill(prefix);
        await settings.getByRole("button", { name: "Save" }).click();
        await said(tab, "Calls now go to /api/bursar");
        await connect(tab);
        const address = await connected(tab);
        own.wallet = address;
        sandbox.fund(
          address,
          { chainId: 137, address: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" },
          "500",
        );
        await go(tab, "fund");
        await seen(tab.getByText("Send tokens to the wallet"));
        await go(tab, "swap");
        await bestQuote(tab).click();
        await seen(signing(tab).getByText("100 USDC"));
        await signing(tab).getByRole("button", { name: "Sign and execute" }).click();
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
        expect(await inspect(guest)).toBeGreaterThan(5);
        // The service saw the key with every call, and nothing of the page's own session.
        expect(arrived.length).toBeGreaterThan(5);
        for (const headers of arrived) {
          expect(headers.get("x-api-key")).toBe(key);
          expect(
            [...headers.keys()].filter((name) =>
              /cookie|origin|referer|sec-|forwarded|bursar-/.test(name),
            ),
          ).toEqual([]);
        }
        // After a reload the page still talks to the proxy.
        await tab.reload();
        await seen(tab.getByText(`${guest.origin}${prefix}`).or(tab.getByText(prefix)));
      },
      { at: page },
    ));

  test("the built page holds no key: not the deployment's, not one in the shape of a key", () => {
    const folder = inject("playground");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.\w+$/.test(name),
    );
    expect(files.length).toBeGreaterThan(5);
    let ofTheSandbox = 0;
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8");
      expect(
        text.includes(inject("keyOfTheBuild")),
        `${name} holds the key of the build's environment`,
      ).toBe(false);
      expect(text.includes(key), name).toBe(false);
      ofTheSandbox += text.split("sandbox-key").length - 1;
      expect(text, `${name} has a key beside the header's name`).not.toMatch(
        /["'`]?x-api-key["'`]?\s*:\s*["'`][^"'`]+["'`]/i,
      );
      expect(text, `${name} hands a key to a client`).not.toMatch(
        /apiKey\s*:\s*["'`][^"'`]{12,}["'`]/,
      );
    }
    // The word by which the sandbox in the page knows its own project stands in its code, and opens nothing else. Nothing is given it.
    expect(ofTheSandbox).toBeLessThanOrEqual(1);
  });
});
