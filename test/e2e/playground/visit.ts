import { join } from "node:path";
import {
  type Browser,
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

/** Starts a browser and serves the page for the tests of one file. */
export function usePlayground() {
  let browser: Browser;
  let served: Served;
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

  /** Opens the page, runs the steps, and asserts that the page had no errors. */
  return async (
    steps: (visit: Visit) => Promise<void>,
    options: VisitOptions = {},
  ): Promise<void> => {
    const { origin } = options.at ?? served;
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 900 },
      locale: "en-US",
      timezoneId: "UTC",
      reducedMotion: "reduce",
      ...options.browser,
    });
    context.setDefaultTimeout(stepTimeout);
    const pageErrors: string[] = [];
    const requests: Request[] = [];
    context.on("request", (request) => {
      requests.push(request);
      const { origin: to, protocol } = new URL(request.url());
      if (to !== origin && protocol !== "data:" && protocol !== "blob:")
        pageErrors.push(`a request to ${request.url()}`);
    });
    await context.exposeBinding(
      "reportPageError",
      (_source, text: string) => void pageErrors.push(text),
    );
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        (globalThis as unknown as { reportPageError: (text: string) => void }).reportPageError(
          `policy violation: ${event.violatedDirective} ${event.blockedURI}`,
        ),
      );
    });
    await context.addInitScript(
      (ms) => localStorage.setItem("bursar-playground-latency", String(ms)),
      options.latency ?? 15,
    );
    if (options.wallet) await addWallet(context, options.wallet);
    if (options.script) await context.addInitScript({ content: options.script });
    const page = await context.newPage();
    page.on("pageerror", (error) => pageErrors.push(`uncaught: ${error}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        pageErrors.push(`console: ${message.text()}`);
    });
    try {
      await page.goto(`${origin}/#/${options.section ?? "connect"}`);
      await steps({ page, origin, requests, pageErrors });
      expect(pageErrors).toEqual([]);
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
      await context.close();
    }
  };
}
