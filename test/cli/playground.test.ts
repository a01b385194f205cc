import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import playground from "../../examples/playground/package.json" with { type: "json" };
import { version } from "../../package.json";
import { runMain } from "./run-main.js";

/** Opens an empty project, which has an `npm` that ends with a code. */
function openProject(code = 0) {
  const folder = mkdtempSync(join(tmpdir(), "bursar-playground-"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  onTestFinished(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const log = join(folder, "arguments");
  writeFileSync(join(folder, "npm"), `#!/bin/sh\necho "$@" > ${log}\nexit ${code}\n`);
  chmodSync(join(folder, "npm"), 0o755);
  return { folder, readLog: () => readFileSync(log, "utf8") };
}

test("the playground has the version of bursar", () => expect(playground.version).toBe(version));

test("serves the package that the project has installed", async () => {
  const { folder } = openProject();
  const installed = join(folder, "node_modules/bursar-playground");
  mkdirSync(installed, { recursive: true });
  const module = `export const serve = async (port) => "http://127.0.0.1:" + port + "/";`;
  writeFileSync(join(installed, "server.js"), module);
  const manifest = { name: "bursar-playground", type: "module", exports: "./server.js" };
  writeFileSync(join(installed, "package.json"), JSON.stringify(manifest));
  const { code, out } = await runMain(["playground", "--port", "81"]);
  expect(code).toBeUndefined();
  expect(out).toBe("The playground: http://127.0.0.1:81/\nCtrl-C ends it.\n");
});

test("runs the package of its version by npm if the project has not installed it", async () => {
  const { readLog } = openProject();
  const { code, out } = await runMain(["playground"]);
  expect(code).toBeUndefined();
  expect(out).toMatch(/^The playground is a package of its own: .+\n$/);
  expect(readLog()).toBe(`exec --yes -- bursar-playground@${version} --port 5179\n`);
});

test("names the install command if npm fails", async () => {
  openProject(1);
  const { code, err } = await runMain(["playground"]);
  expect(code).toBe(1);
  expect(err).toContain(`npm install --save-dev bursar-playground@${version}\n`);
});

test.each(["x", "65536", "1; ls", "-1"])(
  "rejects the port %s before it starts anything",
  async (port) => {
    openProject();
    const { code, out, err } = await runMain(["playground", `--port=${port}`]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`--port ${port}: expected a whole number`);
  },
);
