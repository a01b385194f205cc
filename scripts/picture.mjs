// npm run picture: writes the pictures in docs/images: of a refused quote in the playground, in
// both themes, for README.md and the site, and of previews of links to the site. Needs the built
// package, and Chromium (CHROMIUM is its path).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright";
import { preview } from "vite";

const repository = fileURLToPath(new URL("..", import.meta.url));
const images = join(repository, "docs/images");
mkdirSync(images, { recursive: true });

/** Takes the picture of a quote with another receiver, which is refused. */
async function takeRefusedQuote(browser, { url, colorScheme, file }) {
  const page = await browser.newPage({
    viewport: { width: 1_200, height: 900 },
    deviceScaleFactor: 2,
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme,
    reducedMotion: "reduce",
  });
  const open = (name) =>
    page
      .getByRole("navigation", { name: "Sections" })
      .getByRole("link", { name, exact: true })
      .click();
  await page.goto(url);
  await page.getByRole("button", { name: "Generate a key" }).click();
  await page.getByText("Registered").first().waitFor();
  await open("Fund");
  await page.getByRole("button", { name: "Fund with all of these" }).click();
  await page.getByText(/^Funded with/).waitFor();
  await open("Swap");
  await page
    .getByRole("button", { name: /^Review and sign/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Attack this quote" }).selectOption("receiver");
  await dialog.getByRole("alert").first().waitFor();
  await dialog.screenshot({
    path: join(images, file),
    // Transparent corners.
    style: "html, body, ::backdrop { background: none !important } #root { visibility: hidden }",
    omitBackground: true,
  });
  await page.close();
}

/** Takes the picture that previews of links show. */
async function takePreview(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1_200, height: 630 } });
  await page.goto(pathToFileURL(join(repository, "site/og.html")).href);
  await page.screenshot({ path: join(images, file) });
  await page.close();
}

const folder = mkdtempSync(join(tmpdir(), "bursar-picture-"));
const cleanups = [() => rmSync(folder, { recursive: true })];
try {
  const vite = ["node_modules/vite/bin/vite.js", "build", "examples/playground"];
  const { status } = spawnSync(
    process.execPath,
    [...vite, "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: repository, stdio: "inherit" },
  );
  if (status !== 0) throw new Error("the playground could not be built");
  const server = await preview({
    root: join(repository, "examples/playground"),
    build: { outDir: folder },
    preview: { port: 0, host: "127.0.0.1" },
    logLevel: "warn",
  });
  cleanups.push(() => server.close());
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  cleanups.push(() => browser.close());
  const [url] = server.resolvedUrls.local;
  await takeRefusedQuote(browser, { url, colorScheme: "light", file: "refused-quote.png" });
  await takeRefusedQuote(browser, { url, colorScheme: "dark", file: "refused-quote-dark.png" });
  await takePreview(browser, "og.png");
} finally {
  for (const each of cleanups.reverse()) await each();
}
