// Runs a command with the path of a browser, or of its driver, in the environment:
// `node scripts/with-browser.mjs firefox vitest run …`. If the program is missing and the user is
// root, installs it with apt. Otherwise prints the reason and fails.
import { spawnSync } from "node:child_process";

const browsers = {
  chromium: { variable: "CHROMIUM", program: "chromium", packages: ["chromium"] },
  firefox: { variable: "FIREFOX", program: "firefox-esr", packages: ["firefox-esr"] },
  // WebKitGTK has no headless mode: it draws to a virtual display.
  webkit: {
    variable: "WEBKIT_DRIVER",
    program: "WebKitWebDriver",
    packages: ["webkit2gtk-driver", "xvfb"],
  },
};

const [name, command, ...args] = process.argv.slice(2);
const { variable, program, packages } = browsers[name];
const find = () =>
  spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).stdout.trim();
const apt = (...args) =>
  spawnSync("apt-get", args, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });

let path = process.env[variable] || find();
if (!path && process.getuid?.() === 0) {
  console.error(`${program} is missing: installing it`);
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
  path = find();
}
if (!path) {
  console.error(
    `${program} is missing: install it, for example with \`apt-get install ${packages.join(" ")}\` as root, or set ${variable} to its path`,
  );
  process.exit(1);
}

const flag = "--experimental-websocket";
// Firefox is controlled through a WebSocket, which Node 20 has behind this flag.
const options = process.allowedNodeEnvironmentFlags.has(flag) ? flag : "";
const { status } = spawnSync("npx", ["--no-install", command, ...args], {
  stdio: "inherit",
  env: {
    ...process.env,
    [variable]: path,
    ...(name === "firefox" && {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${options}`.trim(),
    }),
  },
});
process.exit(status ?? 1);
