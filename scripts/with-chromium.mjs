// Runs a command with CHROMIUM set to the system's Chromium. If it is missing and the user is root,
// installs it with apt.
import { spawnSync } from "node:child_process";

const find = () =>
  spawnSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).stdout.trim();
const apt = (...args) =>
  spawnSync("apt-get", args, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });

let chromium = process.env.CHROMIUM || find();
if (!chromium && process.getuid?.() === 0) {
  console.error("chromium is missing: installing it");
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", "chromium");
  chromium = find();
}
if (!chromium) {
  console.error(
    "chromium is missing: install it, for example with `apt-get install chromium` as root, or set CHROMIUM to its path",
  );
  process.exit(1);
}

const [command, ...args] = process.argv.slice(2);
const { status } = spawnSync("npx", ["--no-install", command, ...args], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM: chromium },
});
process.exit(status ?? 1);
