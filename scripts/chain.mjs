// Runs the suites that need a chain: installs the nodes from their own lock, then hands over to vitest. `--bundler` adds the bundler (375 MB).
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve("test/e2e/chain");
const args = process.argv.slice(2);
const bundler = args.includes("--bundler") || Boolean(process.env.BURSAR_CHAIN_BUNDLER);

/** Ends with one counted line, as a run of the suites would. */
function end(passed, failed, skipped, reason) {
  console.log(`\nchain tests ${failed ? "FAILED" : "SKIPPED"}: ${reason}`);
  const line = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  console.log(line);
  if (process.env.BURSAR_COUNT_FILE) appendFileSync(process.env.BURSAR_COUNT_FILE, `${line}\n`);
  process.exit(failed ? 1 : 0);
}

/** What the registry, not the lock, is to blame for. */
const unreachable =
  /\b(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E50[0234])\b/;

/** Once for each state of the lock. */
function install(at) {
  const stamp = join(at, "node_modules/.installed");
  const lock = createHash("sha256")
    .update(readFileSync(join(at, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error(`installing ${at}`);
  rmSync(stamp, { force: true });
  // Nothing there needs its install script, and native parts are replaced by JavaScript. The log level may be inherited as silent.
  const npm = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: at, encoding: "utf8" },
  );
  if (npm.status !== 0) {
    const said = `${npm.stdout ?? ""}${npm.stderr ?? ""}${npm.error?.message ?? ""}`.trim();
    console.error(said);
    const [code] = said.match(unreachable) ?? [];
    if (code) end(0, 0, 1, `the registry does not hand out what they need (${code}, see above)`);
    end(0, 1, 0, "npm ci did not succeed (see above)");
  }
  writeFileSync(stamp, lock);
}

if (process.platform !== "linux" || process.arch !== "x64") {
  end(
    0,
    0,
    1,
    `the node they run is packaged for Linux x64, and this is ${process.platform} ${process.arch}`,
  );
}
install(folder);
const probe = spawnSync(
  join(folder, "node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil"),
  ["--version"],
  { encoding: "utf8" },
);
if (probe.status !== 0)
  end(
    0,
    0,
    1,
    `anvil does not run on this system: ${(probe.stderr || probe.error?.message || "no reason given").trim()}`,
  );
if (bundler) install(join(folder, "bundler"));
else
  console.error(
    "without the bundler, which takes 375 MB: `npm run test:chain -- --bundler` adds it",
  );

const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "-c",
  join(folder, "vitest.config.ts"),
  ...args.filter((arg) => arg !== "--bundler"),
];
const env = { ...process.env, ...(bundler && { BURSAR_CHAIN_BUNDLER: "1" }) };
const { status } = spawnSync(process.execPath, vitest, { stdio: "inherit", env });
process.exit(status ?? 1);
