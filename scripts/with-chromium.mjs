// Runs a command with CHROMIUM set to the system's Chromium, which is installed by apt where it is missing and we may.
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
    "chromium is missing: install it, for example by `apt-get install chromium` as root, or name it in the variable CHROMIUM",
  );
  process.exit(1);
}

const [command, ...args] = process.argv.slice(2);
const { status } = spawnSync("npx", ["--no-install", command, ...args], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM: chromium },
});
process.exit(status ?? 1);
