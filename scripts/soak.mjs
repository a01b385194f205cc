// Runs test/thorough with the full numbers of its random tests: `npm run soak`. The gate runs a
// fiftieth of most. Also runs the suites of the packed package, with every version of a peer,
// compiler and Node, and the programs of the site in every browser. Arguments are paths of suites.
// Options, which the programs in browsers ignore: `--share 0.1` runs a tenth, `--seed 1` repeats a
// run.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: "string", default: "1" }, seed: { type: "string" } },
});
const share = Number(values.share);
if (!(share > 0 && share <= 1)) {
  console.error(`--share must be above 0 and at most 1, got ${values.share}`);
  process.exit(1);
}

const env = {
  ...process.env,
  BURSAR_SOAK_SHARE: values.share,
  BURSAR_SEED: values.seed ?? String(randomInt(2 ** 31)),
};
const run = (command, args) => spawnSync(command, args, { stdio: "inherit", env }).status ?? 1;

/** Runs the suites of a configuration. */
function runSuites(config, paths) {
  const args = ["node_modules/vitest/vitest.mjs", "run", "-c", config, "--testTimeout=86400000"];
  return run(process.execPath, [...args, ...paths]);
}

/** The suites in a browser that run more than in the gate. */
const browserSuites = [
  {
    browser: "chromium",
    args: ["-c", "vitest.browser.config.ts", "--project", "pages"],
    file: "test/e2e/browser/run-blocks.test.ts",
  },
  ...["firefox", "webkit"].map((browser) => ({
    browser,
    args: ["-c", "vitest.engines.config.ts", "--project", `${browser}-playground`],
    file: "test/e2e/engines/run-blocks.test.ts",
  })),
];

const runInBrowser = ({ browser, args, file }) =>
  run(process.execPath, ["scripts/with-browser.mjs", browser, "vitest", "run", ...args, file]);

const runsAll = positionals.length === 0;
const isPacked = (path) =>
  /^test\/e2e\/?$|^test\/e2e\/(?:package|examples|runtimes|bundlers|stores)\b/.test(path);
const packed = positionals.filter(isPacked);
const thorough = positionals.filter((path) => !path.startsWith("test/e2e"));
const isInBrowsers = (path) =>
  path.startsWith("test/e2e") && browserSuites.some(({ file }) => file.startsWith(path));
const inBrowsers = browserSuites.filter(
  ({ file }) => runsAll || positionals.some((path) => isInBrowsers(path) && file.startsWith(path)),
);
const unknown = positionals.filter(
  (path) => path.startsWith("test/e2e") && !isPacked(path) && !isInBrowsers(path),
);
if (unknown.length > 0) {
  console.error(`No suite of ${unknown.join(" ")} runs more than in the gate.`);
  process.exit(1);
}
const results = [];
// First, because a build that fails is known at once.
if (runsAll || packed.length > 0 || inBrowsers.length > 0) {
  const status = run("npm", ["run", "build"]);
  if (status !== 0) process.exit(status);
}
if (runsAll || packed.length > 0) results.push(runSuites("test/e2e/vitest.config.ts", packed));
results.push(...inBrowsers.map(runInBrowser));
if (runsAll || thorough.length > 0) results.push(runSuites("vitest.thorough.config.ts", thorough));
process.exitCode = Math.max(...results);
