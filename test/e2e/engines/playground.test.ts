import { afterAll, beforeAll, expect, inject, onTestFailed, test } from "vitest";
import type { Engine } from "../../browser/engines/engine.js";
import { launchers } from "../../browser/engines/launchers.js";
import { type Served, serve } from "../playground/serve.js";

let engine: Engine;
let served: Served;
beforeAll(async () => {
  served = await serve(inject("playground"));
  engine = await launchers[inject("engine")]();
});
afterAll(async () => {
  await engine?.close();
  served?.close();
});

/** Runs a function in the page. */
const inPage = <A extends readonly unknown[], T>(run: (...args: A) => T, ...args: A) =>
  engine.evaluate(`(${run})(...${JSON.stringify(args)})`) as Promise<Awaited<T>>;

/** Waits for a visible element whose text or label matches, and returns its text. */
const seen = (selector: string, text: RegExp) => find(selector, text, false);

/** Waits for an enabled element whose text or label matches, and clicks it. */
const click = (selector: string, text: RegExp) => find(selector, text, true);

let awaited = "";

async function find(selector: string, pattern: RegExp, isClicked: boolean): Promise<string> {
  awaited = `${selector} with ${pattern}`;
  for (;;) {
    const text = await inPage(look, selector, pattern.source, isClicked);
    if (text !== null) return text;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function look(selector: string, pattern: string, isClicked: boolean): string | null {
  for (const element of document.querySelectorAll<HTMLButtonElement>(selector)) {
    const texts = [element.ariaLabel ?? "", element.textContent.trim()];
    const isVisible = element.getClientRects().length > 0;
    if (!isVisible || element.disabled) continue;
    if (!texts.some((text) => new RegExp(pattern).test(text))) continue;
    if (isClicked) element.click();
    return element.innerText;
  }
  return null;
}

/** Reads the balances on Polygon by token from the portfolio. */
async function readBalances(): Promise<Record<string, number>> {
  await click("nav a", /^Portfolio$/);
  // Until the response, the page shows the balances of before, and this button is disabled.
  await seen("button", /^Refresh$/);
  const rows = await inPage(() =>
    [...document.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.innerText.trim()),
    ),
  );
  return Object.fromEntries(
    rows
      .filter(([, chain]) => chain === "Polygon")
      .map(([token = "", , , balance = ""]) => [
        token.split("\n").at(-1),
        Number(balance.replaceAll(",", "")),
      ]),
  );
}

test("a guest creates a wallet, funds it, swaps and sees the new balances", async () => {
  onTestFailed(() => console.error(`The last awaited element: ${awaited}`));
  await engine.navigate(`${served.origin}/#/connect`);
  await inPage(() => {
    const problems: string[] = [];
    Object.assign(globalThis, { problems });
    addEventListener("error", ({ message }) => problems.push(message));
    addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
    addEventListener("securitypolicyviolation", ({ blockedURI }) => problems.push(blockedURI));
  });
  await click("button", /^Generate a key$/);
  await seen("section, dl", /Registered/);
  await click("nav a", /^Fund$/);
  await click("button", /^Fund with all of these$/);
  await seen("[role=status]", /Funded with 1,500,000 USDC/);
  const before = await readBalances();

  await click("nav a", /^Swap$/);
  await seen("article", /Best/);
  const amount = Number(await inPage(() => document.querySelector("input")?.value ?? ""));
  await click("article button", /^Review and sign/);
  expect(await seen("dialog", /You get at least/)).toMatch(/0x[0-9a-fA-F]{40}/);
  await click("dialog button", /^Sign and execute$/);
  await seen("main", /The swap has ended: Completed\./);
  await seen("[role=status]", /The swap is done\./);
  const after = await readBalances();
  expect(after["USDC"]).toBe((before["USDC"] ?? 0) - amount);
  expect(after["WETH"]).toBeGreaterThan(before["WETH"] ?? 0);

  const origins = await inPage(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin),
  );
  expect(new Set(origins)).toEqual(new Set([served.origin]));
  expect(await inPage(() => (globalThis as unknown as { problems: string[] }).problems)).toEqual(
    [],
  );
});
