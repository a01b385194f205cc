import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { sections, siteFile } from "../../../site/.vitepress/pages.mjs";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const dist = `${root}site/.vitepress/dist`;

// The suites read files of the site when they are imported.
const result = inject("siteResult");
for (let tries = 0; !existsSync(result); tries++) {
  if (tries === 18_000) throw new TypeError("The site was not built within half an hour");
  await sleep(100);
}
const failure = readFileSync(result, "utf8");
if (failure) throw new TypeError(failure);

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** A page of docs/ by its path on the site. */
export interface SitePage {
  readonly path: string;
  /** Its file in the repository. */
  readonly file: string;
}

export const toPath = (name: string) => `/${siteFile(name).replace(/(?:index)?\.md$/, "")}`;

export const docsPages: readonly SitePage[] = sections
  .flatMap(({ pages }) => pages)
  .map(([name]) => ({ path: toPath(name), file: `docs/${name}.md` }));

/** Serves a built page, or the page for an address without one. */
function serve(): Server {
  return createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(url.split("?")[0] ?? "").replace(/\/$/, "/index");
    const found = [path, `${path}.html`].find((name) => extname(name) && existsSync(dist + name));
    const file = found ?? "/404.html";
    response.writeHead(found ? 200 : 404, {
      "content-type": types[extname(file)] ?? "text/plain",
      "cache-control": "max-age=3600",
    });
    response.end(readFileSync(dist + file));
  });
}

/** A browser for the tests of a file, whose windows share one cache. */
export interface SiteBrowser {
  /** Opens a window. The array collects the errors of its pages. */
  open(width?: number): Promise<[Page, string[]]>;
  load(page: Page, path: string): Promise<unknown>;
}

export function openSite(): SiteBrowser {
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let origin: string;

  beforeAll(async () => {
    server = serve();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const executablePath = process.env.CHROMIUM;
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      // The limit of the suite ends a hang.
      timeout: 0,
      args: ["--no-sandbox", "--disable-gpu"],
    });
    context = await browser.newContext({ colorScheme: "light" });
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  return {
    async open(width = 1280) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      page.setDefaultTimeout(0);
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
      return [page, problems];
    },
    load: (page, path) => page.goto(origin + path, { waitUntil: "networkidle" }),
  };
}

/** The dialog of the search, after `open` has opened it. Before the page is ready, it does not. */
export async function openSearch(page: Page, open: () => Promise<void>): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Search" });
  await expect
    .poll(async () => {
      if (!(await dialog.isVisible())) await open();
      return dialog.isVisible();
    })
    .toBe(true);
  return dialog;
}

/** Opens the search, types the words, and waits for the first result. */
export async function searchFor(page: Page, words: string): Promise<Locator> {
  const button = page.getByRole("button", { name: "Search", exact: true });
  const dialog = await openSearch(page, () => button.click());
  await dialog.getByRole("searchbox").fill(words);
  await dialog.getByRole("link").first().waitFor();
  return dialog;
}
