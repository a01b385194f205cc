import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { dist, docsPages, openSite, root } from "./browse.js";

const { open, load } = openSite();

/** A page of the site, and how many figures it has. */
interface FiguredPage {
  readonly path: string;
  readonly figures: number;
}

const figuredPages: readonly FiguredPage[] = docsPages.map(({ path, file }) => ({
  path,
  figures: readFileSync(root + file, "utf8").split("](images/figures/").length - 1,
}));
const otherPages: readonly FiguredPage[] = ["/", "/reference/", "/changelog"].map((path) => ({
  path,
  figures: 0,
}));

/** Expects each figure to have a description, the colors of the theme, and readable text. */
async function expectFigures(page: Page, { path, figures }: FiguredPage, theme: "light" | "dark") {
  const drawn = page.locator("svg.figure");
  expect(await drawn.count(), path).toBe(figures);
  for (let i = 0; i < figures; i++) {
    const svg = drawn.nth(i);
    expect(await svg.getAttribute("aria-label"), path).toMatch(/\S{3}/);
    const color = await svg
      .locator("text")
      .first()
      .evaluate((text) => getComputedStyle(text).fill);
    const sum = (color.match(/\d+/g) ?? []).reduce((all, part) => all + Number(part), 0);
    expect(sum > 400 ? "dark" : "light", `${path}: ${color}`).toBe(theme);
    expect(await svg.evaluate(findHiddenTexts), path).toEqual([]);
  }
}

/** The texts of a figure that leave it or their box, or touch another text or box. */
function findHiddenTexts(figure: Element): string[] {
  const svg = figure as SVGSVGElement;
  type Box = Pick<DOMRect, "x" | "y" | "width" | "height">;
  const touches = (a: Box, b: Box) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  const contains = (outer: Box, inner: Box) =>
    inner.x > outer.x &&
    inner.y > outer.y &&
    inner.x + inner.width < outer.x + outer.width &&
    inner.y + inner.height < outer.y + outer.height;
  const boxes = [...svg.querySelectorAll<SVGGraphicsElement>("rect:not(.page, .group)")];
  const shapes = boxes.map((box) => box.getBBox());
  // The glyphs, without the space above and below.
  const texts = [...svg.querySelectorAll("text")].map((text) => {
    const { x, y, width, height } = text.getBBox();
    return { name: text.textContent, box: { x, y: y + 3, width, height: height - 6 } };
  });
  return texts
    .filter(({ box }, i) => {
      const isCut = shapes.some((shape) => touches(shape, box) && !contains(shape, box));
      const isOver = texts.some((other, j) => j !== i && touches(other.box, box));
      return isCut || isOver || !contains(svg.viewBox.baseVal, box);
    })
    .map(({ name }) => name);
}

/** The longest line of each block that scrolls. */
const findScrolling = (page: Page) =>
  page.locator("pre").evaluateAll((blocks) =>
    blocks
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => {
        const all = (textContent ?? "").split("\n");
        return all.sort((a, b) => b.length - a.length)[0];
      }),
  );

test("every page and table fits windows of 1280 and 390 pixels, and the blocks of every page the wider one, with figures in both themes and without an error", async () => {
  const left = [...figuredPages, ...otherPages];
  // One load for both windows, because loading takes most of the time.
  const visit = async (...widths: [number, number]) => {
    const [page, problems] = await open(widths[0]);
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { path } = next;
      await load(page, path);
      await expectFigures(page, next, "light");
      if (next.figures > 0) {
        await page.emulateMedia({ colorScheme: "dark" });
        await page.locator("html.dark").waitFor();
        await expectFigures(page, next, "dark");
        await page.emulateMedia({ colorScheme: "light" });
        await page.locator("html:not(.dark)").waitFor();
      }
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(async () => {
          await new Promise(requestAnimationFrame);
          const tables = [...document.querySelectorAll(".vp-doc table")];
          return Math.max(
            document.documentElement.scrollWidth - innerWidth,
            ...tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
          );
        });
        expect(overflow, `${path} in ${width} pixels`).toBeLessThanOrEqual(0);
        if (width === 1280 && !otherPages.slice(1).includes(next))
          expect(await findScrolling(page), path).toEqual([]);
      }
      expect(problems, path).toEqual([]);
      await page.setViewportSize({ width: widths[0], height: 900 });
    }
    await page.close();
  };
  // Each waits half a second until a page is idle.
  await Promise.all([visit(1280, 390), visit(390, 1280), visit(390, 1280)]);
});

test("on a phone, each row of a wide table is a list of labelled values", async () => {
  const [page] = await open(390);
  await load(page, "/reference/swap.quote");
  const cells = page.locator("tr", { hasText: "gasFeePaymentMethod" }).first().locator("td");
  const shown = await cells.evaluateAll((all) =>
    all.map((cell) => [
      getComputedStyle(cell, "::before").content,
      cell.getBoundingClientRect().width > 300,
    ]),
  );
  expect(shown).toEqual([
    ["none", true],
    ['"type: "', true],
    ['"required: "', true],
    ['"meaning: "', true],
  ]);
  await page.close();
});

test("the start page shows a program with what it prints, runs it, and opens the playground", async () => {
  const [page, problems] = await open();
  await load(page, "/");
  const program = await page.locator(".language-ts pre").innerText();
  const shown = program.slice(program.indexOf("// 4."));
  expect(readFileSync(`${root}docs/getting-started.md`, "utf8")).toContain(shown.trim());
  expect(await page.locator(".language-text pre").innerText()).toMatch(
    /^100 USDC buy at least 0\.\d+ WETH\nthe swap is COMPLETED\s*$/,
  );
  const picture = page.getByRole("img", { name: "A tampered quote in the playground" });
  expect(await picture.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(
    0,
  );
  await page.getByRole("button", { name: "Run" }).click();
  const output = page.getByRole("region", { name: "Output" });
  await output.getByText("the swap is COMPLETED").waitFor();
  await page.getByRole("link", { name: "Open the playground" }).click();
  await page.getByRole("heading", { level: 1, name: "Connect" }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test("every page has a description of its own, a picture for links to it, and a link to its source", async () => {
  const descriptions = new Map<string | undefined, string>();
  for (const { path, file } of docsPages) {
    const html = readFileSync(`${dist}${path}.html`, "utf8");
    const [, description] = /<meta name="description" content="([^"]+)">/.exec(html) ?? [];
    expect(descriptions.get(description), path).toBeUndefined();
    descriptions.set(description, path);
    expect(html).toContain(`<meta property="og:description" content="${description}">`);
    expect(html).toContain('<meta property="og:image" content="/og.png">');
    expect(html).toContain(`/edit/main/${file}"`);
  }
  expect(existsSync(`${dist}/og.png`)).toBe(true);
});

test("the tabs of an installation have the command of each package manager", async () => {
  const [page] = await open();
  await load(page, "/getting-started");
  const block = page.locator(".vp-code-group").first();
  const shown = () => block.locator(".active pre").innerText();
  expect(await shown()).toContain("npm install bursar viem");
  await block.locator("label", { hasText: "pnpm" }).click();
  expect(await shown()).toContain("pnpm add bursar viem");
  await page.close();
});

test("a block is run, edited, stopped and reset by the keyboard, without a violation of axe", async () => {
  const [page, problems] = await open(390);
  const loads: string[] = [];
  page.on("request", (request) => loads.push(new URL(request.url()).pathname));
  await load(page, "/getting-started");
  expect(loads.filter((path) => path.startsWith("/run/"))).toEqual([]);
  const block = page.locator(".run-block").first();
  const press = async (name: string) => {
    await block.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  const output = block.getByRole("region", { name: "Output" });
  await press("Run");
  await block.getByText(/^Done in/).waitFor();
  expect(await output.innerText()).toContain("the swap is COMPLETED");
  await press("Edit");
  const editor = block.getByRole("textbox", { name: "The program" });
  expect(await editor.inputValue()).toContain("createSandbox()");
  await editor.fill('throw new TypeError("wrong");');
  await page.keyboard.press("Control+Enter");
  await block.getByText("Failed").waitFor();
  expect(await output.innerText()).toBe("TypeError: wrong");
  await editor.fill('for (;;) console.log("on");');
  await press("Run");
  await block.getByText("Running…").waitFor();
  await press("Stop");
  await block.getByText("Stopped").waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  await page.addScriptTag({ path: `${root}node_modules/axe-core/axe.min.js` });
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    return (await axe.run(".run-block")).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await press("Reset");
  await block.getByText("// 1. A client.").waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

/** A question, the link in the sidebar, and the link in the outline of that page. */
const questions = [
  ["How do I execute my first swap?", "Getting started", undefined],
  ["How do I set a timeout?", "Configuration", "Client options"],
  ["How do I register a wallet?", "Wallets and factories", "Register or find a wallet"],
  ["How do I cancel a limit order?", "Limit orders", "Cancel an order"],
  ["How do I sign in spite of a problem?", "Signing", "Overrule a problem"],
  ["What does FIAT_QUOTE_EXPIRED mean?", "Error ids", "The ids of the service"],
  ["The response was lost: what now?", "Retries and unknown outcomes", "Unknown outcomes"],
  ["How do I keep the key out of my Next.js page?", "The proxy", "Mount it"],
  ["How do I export a history to CSV?", "History and exports", "Export to CSV, every night"],
  ["How do I test an error?", "The sandbox", "How do I get an error?"],
] as const;

describe("questions", () => {
  let page: Page;
  beforeAll(async () => {
    [page] = await open();
  });

  test.each(questions)("%s has its section within two clicks", async (_question, link, heading) => {
    await load(page, "/overview");
    await page.locator(".VPSidebar").getByRole("link", { name: link, exact: true }).click();
    await page.locator(`h1:has-text("${link}")`).waitFor();
    if (!heading) return;
    await page.locator(".VPDocAsideOutline a", { hasText: heading }).first().click();
    await page.waitForURL(/#/);
    const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
    expect(await page.locator(`[id="${id}"]`).innerText()).toContain(heading);
  });
});
