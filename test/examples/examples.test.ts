import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "../docs/compile.js";
import { findWorkarounds } from "../e2e/package/find-workarounds.js";
import { expectedOutput } from "./expected-output.js";
import { laterPrograms } from "./readme.js";
import { openExamples, programs, sources } from "./run.js";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");
const vitest = join(root, "node_modules/vitest/vitest.mjs");

/** The settings of examples/tsconfig.json, and stricter. Biome finds what is unused. */
const settings: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  noPropertyAccessFromIndexSignature: true,
};

let examples: Awaited<ReturnType<typeof openExamples>>;
beforeAll(async () => {
  examples = await openExamples();
});
afterAll(() => examples?.remove());

/** The arguments of programs that need some. */
const programArguments: Readonly<Record<string, readonly string[]>> = {
  "kyc-upload.mts": ["passport.jpg"],
};

/** Returns the patterns that do not occur in this order. */
function findMissing(out: string, patterns: readonly RegExp[]): RegExp[] {
  let rest = out;
  return patterns.filter((pattern) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found.index + found[0].length);
    return !found;
  });
}

describe("without a network", () => {
  test("the guard ends a program that opens a socket", async () => {
    writeFileSync(
      join(examples.folder, "caught.mjs"),
      'await fetch("http://127.0.0.1:45678/").catch(() => {});',
    );
    expect(await examples.run("caught.mjs")).toMatchObject({
      code: 99,
      err: expect.stringContaining("a socket was opened"),
    });
  });

  test.each(Object.keys(expectedOutput))(
    "%s runs to its end and prints the expected lines",
    {
      timeout: 60_000,
    },
    async (name) => {
      writeFileSync(join(examples.folder, "passport.jpg"), new Uint8Array(400_000));
      const program = `examples/${name.replace(/\.mts$/, ".mjs")}`;
      const { code, out, err } = await examples.run(program, ...(programArguments[name] ?? []));
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(findMissing(out, expectedOutput[name] ?? [])).toEqual([]);
    },
  );

  test("every program in the folder itself is run", () => {
    const own = programs.filter((name) => !name.includes("/"));
    expect(Object.keys(expectedOutput).sort()).toEqual(own);
  });

  test("the tests that users copy pass unchanged", { timeout: 60_000 }, async () => {
    // Not the configuration of this repository.
    writeFileSync(join(examples.folder, "vitest.config.mjs"), "export default {};");
    const { code, out, err } = await examples.run(vitest, "run", "examples/test-your-app");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(stripVTControlCharacters(out)).toMatch(/Tests\s+4 passed \(4\)/);
  });
});

test.each(programs)("%s states in its header what it shows and how to run it", (name) => {
  const header = read(`examples/${name}`).split("\n\n")[0] ?? "";
  expect(header).toMatch(/^\/\/ Shows /);
  // The parts of a program say which program runs them.
  if (!/csv|limit|sessions|page|app\.mts/.test(name)) expect(header).toMatch(/^\/\/ Run it/m);
  expect(header.split("\n").every((line) => line.startsWith("//"))).toBe(true);
});

test.each(sources)("%s needs no cast and no other way around the types", (name) => {
  const found = findWorkarounds(name, read(`examples/${name}`));
  expect(found.filter((problem) => !/ from "\.\.?\/[\w/-]+(?:\.mjs)?";$/.test(problem))).toEqual(
    [],
  );
});

test("the programs, and those of the README, compile with the strictest settings", {
  timeout: 60_000,
}, () => {
  const files = programs.map((name) => ({ name: `examples/${name}` }));
  expect(laterPrograms.length).toBeGreaterThan(3);
  const readmeFiles = laterPrograms.map(({ where, code }, i) => ({
    name: `examples/readme-${i}.mts`,
    text: code,
    where,
  }));
  const declarations = { name: "test/support/express.d.ts" };
  expect(compile([declarations, ...files, ...readmeFiles], settings)).toEqual([]);
});

describe("the tour", () => {
  let tour: Awaited<ReturnType<typeof examples.run>>;
  beforeAll(async () => {
    tour = await examples.run("examples/tour/index.mjs");
  }, 60_000);

  test("runs to its end without a network", () => {
    expect({ code: tour.code, err: tour.err }).toEqual({ code: 0, err: "" });
    expect(tour.out).toMatch(/Next steps[\s\S]*README\.md/);
  });

  test("walks through every main task", () => {
    const missing = findMissing(tour.out, [
      /^ {4}wallet 0x[0-9a-f]{40} since 20\d\d-/m,
      /^ {4}1500000 usdc on chain 137/m,
      /^ {4}ROUTER_[BC] pays at least 119\d{4}/m,
      /^ {4}ROUTER_[BC] pays at least 119\d{4}/m,
      /^ {4}ROUTER_A fails: Insufficient liquidity/m,
      /^ {4}You give: 1200000 of USDC on Polygon \(137\)$/m,
      /^ {4}You get at least: 119\d{4}\.\d+ of USDC on Base \(8453\)/m,
      /^ {4}UnsafeToSignError: swap quote: nothing was signed, 1 problem:\n {6}toAddress: /m,
      /^ {4}queued, not done/m,
      /^ {4}… PROCESSING\n {4}… ON_BRIDGE\n {4}… COMPLETED\n {4}CROSS_SWAP https:/m,
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
