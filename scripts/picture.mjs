// npm run picture: writes docs/images/playground.png, the picture in README.md: a quote in the
// playground, for a sandbox wallet. Needs the built package, and Chromium (CHROMIUM is its path).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { preview } from "vite";

const repository = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bursar-picture-"));
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
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({
  viewport: { width: 1_200, height: 760 },
  locale: "en-US",
  timezoneId: "UTC",
  colorScheme: "light",
  reducedMotion: "reduce",
});
await page.goto(server.resolvedUrls.local[0]);
await page.getByRole("button", { name: "Generate a key" }).click();
await page.getByText("Registered").first().waitFor();
const open = (name) =>
  page
    .getByRole("navigation", { name: "Sections" })
    .getByRole("link", { name, exact: true })
    .click();
await open("Fund");
await page.getByRole("button", { name: "Fund with all of these" }).click();
await page.getByText(/^Funded with/).waitFor();
await open("Swap");
await page.getByRole("button", { name: "To Base" }).click();
await page.getByRole("button", { name: "1,200,000 USDC: too much for one route" }).click();
await page.getByText("Cannot be executed").first().waitFor();
// The messages in the corner disappear by themselves.
await page.getByText(/^Funded with/).waitFor({ state: "hidden" });
const file = join(repository, "docs/images/playground.png");
mkdirSync(join(file, ".."), { recursive: true });
await page.screenshot({ path: file });
await browser.close();
await server.close();
rmSync(folder, { recursive: true });
