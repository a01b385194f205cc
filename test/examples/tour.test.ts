import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openExamples, type RunResult } from "./run.js";
import { findMissing } from "./run-example.js";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The text of each step, with its heading. */
const splitSteps = (out: string) => out.split(/^(?=\d+\/\d+ {2})/m).slice(1);

/** How many lines a terminal of 80 columns shows. */
const countLines = (text: string) =>
  text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);

describe("the tour", () => {
  let short: RunResult;
  let tour: RunResult;
  beforeAll(async () => {
    const examples = await openExamples();
    short = await examples.runFast("examples/tour/index.mjs");
    tour = await examples.runFast("examples/tour/index.mjs", "--all");
  });

  test("runs to its end without a network, a terminal or a pause", () => {
    for (const { code, err, out } of [short, tour]) {
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(/Now you[\s\S]*npx bursar playground[\s\S]*examples\/payouts/);
      expect(out).not.toContain("Press Enter");
    }
  });

  test("has six steps, each of which fits on a screen", () => {
    const titles = splitSteps(short.out).map((step) => step.split("\n", 1)[0]);
    expect(titles).toEqual([
      "1/6  A smart wallet with money",
      "2/6  A quote, and what its signature does",
      "3/6  An attack, refused before the key signs",
      "4/6  The swap, and what it bought",
      "5/6  The connection breaks, and once does not pay twice",
      "6/6  Now you",
    ]);
    for (const step of splitSteps(short.out)) expect(countLines(step)).toBeLessThanOrEqual(44);
    for (const step of splitSteps(tour.out)) expect(countLines(step)).toBeLessThanOrEqual(50);
  });

  test("refuses an attack, shows what a swap bought, and pays once over a broken connection", () => {
    const missing = findMissing(short.out, [
      /^ {4}wallet 0x[0-9a-f]{40} of 0x[0-9a-fA-F]{40}$/m,
      /^ {4}1500000 usdc on chain 137$/m,
      /^ {4}You give: 100 of USDC on Polygon \(137\)$/m,
      /^ {4}You get at least: 0\.039\d+ of WETH on Polygon/m,
      /^ {4}UnsafeToSignError with the code receiver$/m,
      /^ {6}toAddress: expected 0x[0-9a-f]{40}, got "0x0{35}bad00"$/m,
      /^ {4}… quoted\n {4}… signed\n {4}… submitted\n {4}… final$/m,
      /^ {4}COMPLETED at least 0\.039\d+ WETH was guaranteed$/m,
      /^ {4}left: {4}100 USDC\n {4}arrived: 0\.039\d+ WETH$/m,
      /^ {4}differences from what was stated: 0$/m,
      /^ {4}done (tx_\w+)\n {4}done \1\n {4}payments in the history: 1$/m,
    ]);
    expect(missing).toEqual([]);
  });

  test("walks through every main task with --all", () => {
    const missing = findMissing(tour.out, [
      /^ {4}0\.039\d* weth on chain 137, worth/m,
      /^ {4}ROUTER_[BC] pays at least 11[89]\d{4}/m,
      /^ {4}ROUTER_[BC] pays at least 11[89]\d{4}/m,
      /^ {4}ROUTER_A Insufficient liquidity/m,
      /^ {4}queued, not done$/m,
      /^ {4}… PROCESSING\n {4}… ON_BRIDGE\n {4}… COMPLETED\n {4}CROSS_SWAP https:/m,
      /^ {4}You sign: a transfer$/m,
      /^ {4}The receiver gets: 250 of USDC$/m,
      /^ {4}… read 250 with 3 requests/m,
      /^ {4}order tx_\w+ PROCESSING$/m,
      /^ {4}You sign: LightAccountMessage$/m,
      /^ {4}\{ success: true \}$/m,
      /^ {4}uploaded 100 %$/m,
      /^ {4}session session_/m,
      /^ {4}… PROCESSING\n {4}… VERIFYING\n {4}… COMPLETED\n {4}ind_\w+ may move 3000 USD today$/m,
      /^ {4}250 USD buy 247\.5 USDC/m,
      /^ {4}order deposit_\w+ - pay by ACH/m,
    ]);
    expect(missing).toEqual([]);
  });

  test("rejects an unknown argument", async () => {
    const { code, out } = await (await openExamples()).runFast("examples/tour/index.mjs", "--most");
    expect(code).toBe(1);
    expect(out).toContain("Unknown argument --most.");
  });

  test("shows three typed errors: an invalid request, an API error and an unknown outcome", () => {
    const missing = findMissing(tour.out, [
      /^ {4}body\.amountIn: .*"ten"$/m,
      /^ {4}body\.chainIdIn: /m,
      /^ {4}body\.payGasFeeToken: /m,
      /^ {4}body\.slippage: /m,
      /^ {4}404 ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT$/m,
      /^ {4}look for the userOperationHash /m,
      /^ {4}found: PROCESSING$/m,
    ]);
    expect(missing).toEqual([]);
  });

  test("prints every line of the code that it runs", () => {
    const shown = new Set(tour.out.split("\n").map((line) => line.replace(/^ {2}│ ?/, "")));
    const steps = readdirSync(join(root, "examples/tour/steps"));
    expect(splitSteps(tour.out)).toHaveLength(steps.length + 1);
    for (const step of steps) {
      const body = /export async function code\(.*\n([\s\S]*?)(?:\n {2}return .*)?\n\}\n/.exec(
        read(`examples/tour/steps/${step}`),
      )?.[1];
      const missing = (body as string).split("\n").filter((line) => !shown.has(line.slice(2)));
      expect(missing, step).toEqual([]);
    }
  });

  test("refers only to files that exist", () => {
    const next = tour.out.slice(tour.out.indexOf("Now you"));
    const paths = [...next.matchAll(/^ {4}(examples\/\S+|README\.md)/gm)].map(
      ([, path]) => path as string,
    );
    expect(paths).toHaveLength(10);
    for (const path of paths)
      expect(readdirSync(join(root, path, ".."))).toContain(path.split("/").at(-1));
  });

  test("prints plain text if stdout is not a terminal", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain escapes.
    expect(tour.out).not.toMatch(/[\x1b\r]/);
  });
});
