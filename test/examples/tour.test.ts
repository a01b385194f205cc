import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openExamples, type RunResult } from "./run.js";
import { findMissing } from "./run-example.js";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("the tour", () => {
  let tour: RunResult;
  beforeAll(async () => {
    tour = await (await openExamples()).runFast("examples/tour/index.mjs");
  });

  test("runs to its end without a network", () => {
    expect({ code: tour.code, err: tour.err }).toEqual({ code: 0, err: "" });
    expect(tour.out).toMatch(/Next steps[\s\S]*README\.md/);
  });

  test("walks through every main task", () => {
    const missing = findMissing(tour.out, [
      /^ {4}wallet 0x[0-9a-f]{40} since 20\d\d-/m,
      /^ {4}1500000 usdc on chain 137/m,
      /^ {4}ROUTER_[BC] pays at least 118\d{4}/m,
      /^ {4}ROUTER_[BC] pays at least 118\d{4}/m,
      /^ {4}ROUTER_A fails: Insufficient liquidity/m,
      /^ {4}You give: 1200000 of USDC on Polygon \(137\)$/m,
      /^ {4}You get at least: 118\d{4}\.\d+ of USDC on Base \(8453\)/m,
      /^ {4}UnsafeToSignError: swap quote: nothing was signed, 1 problem:\n {6}toAddress: /m,
      /^ {4}queued, not done/m,
      /^ {4}… PROCESSING\n {4}… ON_BRIDGE\n {4}… COMPLETED\n {4}CROSS_SWAP https:/m,
      /^ {4}You sign: a transfer$/m,
      /^ {4}The receiver gets: 250 of USDC \(0x/m,
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
    expect(tour.out).toContain(`${steps.length}/${steps.length}  `);
    for (const step of steps) {
      const body = /export async function code\(.*\n([\s\S]*?)(?:\n {2}return .*)?\n\}\n/.exec(
        read(`examples/tour/steps/${step}`),
      )?.[1];
      const missing = (body as string).split("\n").filter((line) => !shown.has(line.slice(2)));
      expect(missing, step).toEqual([]);
    }
  });

  test("refers only to files that exist", () => {
    const next = tour.out.slice(tour.out.indexOf("Next steps"));
    const paths = [...next.matchAll(/^ {2}(examples\/\S+|README\.md)/gm)].map(
      ([, path]) => path as string,
    );
    expect(paths).toHaveLength(9);
    for (const path of paths)
      expect(readdirSync(join(root, path, ".."))).toContain(path.split("/").at(-1));
  });

  test("prints plain text if stdout is not a terminal", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain escapes.
    expect(tour.out).not.toMatch(/[\x1b\r]/);
  });
});
