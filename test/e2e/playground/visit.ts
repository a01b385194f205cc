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

/** What every suite is called: one row of the table of runtimes. */
export const suite = inject("suite");

/** Machines that do much else are slow. */
export const patience = 30_000;

/** How somebody comes to the page. */
export interface Guest {
  /** How long the sandbox in the page takes for an answer, in milliseconds. `null` leaves it to the page. @defaultValue `15` */
  latency?: number | null | undefined;
  /** The served page. @defaultValue the built one by itself */
  at?: Served | undefined;
  browser?: BrowserContextOptions | undefined;
  /** A wallet of the browser, which announces itself. */
  wallet?: TestWallet | undefined;
  /** A script that runs before the page's own. */
  script?: string | undefined;
  /** A section. @defaultValue the first */
  section?: string | undefined;
}

/** Somebody's visit, and all that went over the wire in it. */
export interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly requests: readonly Request[];
  /** What may not be: errors on the console, breaches of the policy, requests to elsewhere. Empty, or the visit fails. */
  readonly complaints: string[];
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

  /** Opens the page, lets `tour` go through it, and holds that nothing was complained of. */
  return async (tour: (visit: Visit) => Promise<void>, guest: Guest = {}): Promise<void> => {
    const { origin } = guest.at ?? served;
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 900 },
      locale: "en-US",
      timezoneId: "UTC",
      reducedMotion: "reduce",
      ...guest.browser,
    });
    context.setDefaultTimeout(patience);
    const complaints: string[] = [];
    const requests: Request[] = [];
    context.on("request", (request) => {
      requests.push(request);
      const { origin: to, protocol } = new URL(request.url());
      if (to !== origin && protocol !== "data:" && protocol !== "blob:")
        complaints.push(`a request to ${request.url()}`);
    });
    await context.exposeBinding("complain", (_source, text: string) => void complaints.push(text));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        (globalThis as unknown as { complain: (text: string) => void }).complain(
          `the policy: ${event.violatedDirective} ${event.blockedURI}`,
        ),
      );
    });
    const { latency = 15 } = guest;
    if (latency !== null)
      await context.addInitScript(
        (ms) => localStorage.setItem("bursar-playground-latency", String(ms)),
        latency,
      );
    if (guest.wallet) await addWallet(context, guest.wallet);
    if (guest.script) await context.addInitScript({ content: guest.script });
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(`thrown: ${error}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        complaints.push(`the console: ${message.text()}`);
    });
    try {
      await page.goto(`${origin}/#/${guest.section ?? "connect"}`);
      await tour({ page, origin, requests, complaints });
      expect(complaints).toEqual([]);
    } catch (problem) {
      const name = (expect.getState().currentTestName ?? "a test")
        .replaceAll(/[^\w]+/g, "-")
        .slice(-100);
      await page
        .screenshot({ path: join(inject("screenshots"), `failed-${name}.png`) })
        .catch(() => {});
      if (problem instanceof Error && complaints.length > 0)
        problem.message += `\nThe page complained: ${complaints.join("; ")}`;
      throw problem;
    } finally {
      await context.close();
    }
  };
}
