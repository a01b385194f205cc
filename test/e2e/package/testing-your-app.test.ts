import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { findBlocks } from "../../docs/markdown.js";
import { findChromium } from "../bundlers/prepare.js";
import { type Consumer, createConsumer, nativeCompiler, outputOf } from "./consumer.js";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** The files of the page, by name. The first line of each has its name. */
const files = new Map(
  findBlocks("docs/testing-your-app.md").flatMap(({ code }) => {
    const [, name] = /^(?:\/\/|<!--) (\S+\.\w+)/.exec(code) ?? [];
    return name ? [[name, code] as const] : [];
  }),
);
const named = (ending: RegExp) => [...files.keys()].filter((name) => ending.test(name));
const vitestFiles = named(/\.test\.ts$/);
const jestFiles = named(/\.test\.[cm]js$/);
const playwrightFiles = named(/^(?:page|playwright|index)\./);

const titlesIn = (code: string) => [...code.matchAll(/^ *test\("(.+)",/gm)].map(([, t]) => t);

/** What every test of the files should be: passed. */
const allPassed = (names: readonly string[]) =>
  names
    .map((name) => [name, titlesIn(files.get(name) ?? "").map((title) => `${title}: passed`)])
    .sort();

/** Vitest and Jest write the same report. */
function readReport(output: string): unknown {
  const { testResults }: Report = JSON.parse(output.slice(output.indexOf("{")));
  return testResults
    .map(({ name, assertionResults }) => [
      name.replace(/.*[/\\]/, ""),
      assertionResults.map(({ title, status }) => `${title}: ${status}`),
    ])
    .sort();
}

const folder = "testing-your-app";
const chromium = findChromium();
let user: Consumer;
beforeAll(async () => {
  const tools = ["vitest", "msw", "jest@30.5.2", "@playwright/test@1.65.1", "vite", "@types/node"];
  user = await createConsumer(["viem", ...tools]);
  for (const [name, code] of files) {
    const group = jestFiles.includes(name) ? "jest" : "vitest";
    const place = playwrightFiles.includes(name) ? "playwright" : group;
    await user.write(`${folder}/${place}/${name}`, code);
  }
  // Jest finds its root by it.
  await user.write(`${folder}/jest/package.json`, "{}");
});

test("the page has seven programs with fake timers", () => {
  const faked = [...vitestFiles, ...jestFiles].filter((name) =>
    files.get(name)?.includes(".useFakeTimers()"),
  );
  expect(faked.length).toBeGreaterThanOrEqual(7);
});

describe("the programs of docs/testing-your-app.md, as printed", () => {
  test("compile under strict settings", async () => {
    const config = await user.write(
      `${folder}/tsconfig.json`,
      JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          lib: ["ES2022", "DOM", "DOM.Iterable"],
          types: ["node"],
          module: "nodenext",
          moduleResolution: "nodenext",
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noEmit: true,
        },
        include: ["**/*.ts"],
      }),
    );
    const args = [nativeCompiler, "-p", config, "--pretty", "false"];
    const errors = (await outputOf(user.node(args))).split("\n");
    // The declarations of peers need settings of their own.
    const own = errors.filter((line) => !/^(?:node_modules\/(?!bursar\/)| |$)/.test(line));
    expect(own).toEqual([]);
  });

  test("pass with vitest", async () => {
    const args = ["run", "--root", `${folder}/vitest`, "--reporter=json"];
    const output = await outputOf(user.node(["node_modules/vitest/vitest.mjs", ...args]));
    expect(readReport(output)).toEqual(allPassed(vitestFiles));
  });

  test("pass with jest", async () => {
    const args = ["--rootDir", `${folder}/jest`, "--json", "--silent"];
    // Only the ES module needs the flag.
    const run = (names: string, options: string) =>
      outputOf(
        user.node(["node_modules/jest/bin/jest.js", ...args, names], { NODE_OPTIONS: options }),
      );
    const isModule = (name: string) => name.endsWith(".mjs");
    const modules = await run(String.raw`\.mjs$`, "--experimental-vm-modules");
    expect(readReport(modules)).toEqual(allPassed(jestFiles.filter(isModule)));
    const others = await run(String.raw`\.cjs$`, "");
    expect(readReport(others)).toEqual(allPassed(jestFiles.filter((name) => !isModule(name))));
  });

  test("pass with Playwright", async ({ skip }) => {
    if (chromium.path === undefined) return skip(chromium.reason);
    const launchOptions = { executablePath: chromium.path, args: ["--no-sandbox"] };
    const config = `import { defineConfig } from "@playwright/test";
import printed from "./playwright.config";
export default defineConfig(printed, { use: { launchOptions: ${JSON.stringify(launchOptions)} } });
`;
    const place = `${folder}/playwright`;
    await user.write(`${place}/here.config.ts`, config);
    const cli = join(user.folder, "node_modules/@playwright/test/cli.js");
    const args = ["test", "-c", `${place}/here.config.ts`, "--reporter=json"];
    const output = await outputOf(user.node([cli, ...args]));
    const { stats, suites } = JSON.parse(output);
    const titles = suites[0].specs.map((spec: { title: string }) => spec.title);
    expect(titles).toEqual(titlesIn(files.get("page.spec.ts") ?? ""));
    expect(stats).toMatchObject({ expected: titles.length, skipped: 0, unexpected: 0, flaky: 0 });
  });
});
