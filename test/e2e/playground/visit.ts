import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { type Served, serve } from "./serve.js";
import { addWallet, type TestWallet } from "./wallet.js";

/** The title of every suite, which is their row in the table of runtimes. */
export const suite = inject("suite");

/** The timeout of a step. It is long, because the machine may be busy. */
const stepTimeout = 90_000;

/** Options for a visit of the page. */
export interface VisitOptions {
  /** The response time of the sandbox in milliseconds. @defaultValue `15` */
  latency?: number | undefined;
  /** The served page. @defaultValue the built page without a proxy */
  at?: Served | undefined;
  browser?: BrowserContextOptions | undefined;
  /** A browser wallet that announces itself. */
  wallet?: TestWallet | undefined;
  /** A script that runs before the page's scripts. */
  script?: string | undefined;
  /** Whether the test can move the clock of the page. */
  clock?: boolean | undefined;
  /** The section to open. @defaultValue the first */
  section?: string | undefined;
}

/** An open page and its network traffic. */
export interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly requests: readonly Request[];
  /**
   * Console errors, policy violations and requests to other origins. The visit fails if there are
   * any.
   */
  readonly pageErrors: string[];
}

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];

/** A page, and what it did since it was opened for a visit. */
interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  requests: Request[];
  pageErrors: string[];
}

async function openTab(browser: Browser, origin: string, options: VisitOptions): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    ...options.browser,
  });
  context.setDefaultTimeout(stepTimeout);
  const page = await context.newPage();
  const tab: Tab = { context, page, requests: [], pageErrors: [] };
  const report = (text: string) => void tab.pageErrors.push(text);
  context.on("request", (request) => {
    tab.requests.push(request);
    const { origin: to, protocol } = new URL(request.url());
    if (to !== origin && !["data:", "blob:"].includes(protocol))
      report(`a request to ${request.url()}`);
  });
  await context.exposeBinding("reportPageError", (_source, text: string) => report(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      (globalThis as unknown as { reportPageError: (text: string) => void }).reportPageError(
        `policy violation: ${event.violatedDirective} ${event.blockedURI}`,
      ),
    );
  });
  await context.addInitScript((ms) => {
    // A blank page has no storage.
    if (location.protocol !== "about:")
      localStorage.setItem("bursar-playground-latency", String(ms));
  }, options.latency ?? 15);
  if (options.wallet) await addWallet(context, options.wallet);
  if (options.script) await context.addInitScript({ content: options.script });
  if (options.clock) await context.clock.install();
  page.on("pageerror", (error) => report(`uncaught: ${error}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) report(`console: ${message.text()}`);
  });
  return tab;
}

/** Leaves the page of the last visit, and removes what it has stored. */
async function clearTab(tab: Tab, origin: string): Promise<void> {
  await tab.page.evaluate(() => sessionStorage.clear());
  await tab.page.goto("about:blank");
  const session = await tab.context.newCDPSession(tab.page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  tab.requests = [];
  tab.pageErrors = [];
}

/** Starts a browser and serves the page for the tests of one file. */
export function usePlayground() {
  let browser: Browser;
  let served: Served;
  /** The tab of all visits without options. One that has loaded the page loads it faster again. */
  let shared: Tab | undefined;
  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM;
    served = await serve(inject("playground"));
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: [...args, "--disable-component-update", "--disable-sync"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });

  async function takeShared(): Promise<Tab> {
    const tab = shared;
    // A visit that passes gives it back. The steps of one that has failed may still run.
    shared = undefined;
    if (!tab) return openTab(browser, served.origin, {});
    await clearTab(tab, served.origin);
    return tab;
  }

  /** Opens the page, runs the steps, and asserts that the page had no errors. */
  return async (
    steps: (visit: Visit) => Promise<void>,
    { section = "connect", ...options }: VisitOptions = {},
  ): Promise<void> => {
    const isShared = Object.keys(options).length === 0;
    const { origin } = options.at ?? served;
    const tab = isShared ? await takeShared() : await openTab(browser, origin, options);
    const { page, requests, pageErrors } = tab;
    try {
      await page.goto(`${origin}/#/${section}`);
      await steps({ page, origin, requests, pageErrors });
      expect(pageErrors).toEqual([]);
      if (isShared) shared = tab;
    } catch (problem) {
      const name = (expect.getState().currentTestName ?? "a test")
        .replaceAll(/[^\w]+/g, "-")
        .slice(-100);
      await page
        .screenshot({ path: join(inject("screenshots"), `failed-${name}.png`) })
        .catch(() => {});
      if (problem instanceof Error && pageErrors.length > 0)
        problem.message += `\nErrors of the page: ${pageErrors.join("; ")}`;
      throw problem;
    } finally {
      if (shared !== tab) await tab.context.close();
    }
  };
}
