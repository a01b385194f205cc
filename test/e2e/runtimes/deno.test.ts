import { fetchRuntime } from "../../../scripts/fetch-runtime.mjs";
import { printChecks, probeSuite, skippedSuite, writeCommon, writeModule } from "./project.js";

const version = "2.9.6";
const { path: deno, reason } = fetchRuntime({
  name: "deno",
  version,
  package: "@deno/linux-x64-glibc",
  file: "deno",
});
// Allow only the network, not files or the environment, from which a client reads its settings.
const permissions = ["run", "--no-prompt", "--no-remote", "--allow-net=127.0.0.1"];

if (deno) {
  await probeSuite({
    title: `Deno | ${version} | ESM`,
    async start(project, settings) {
      await writeModule(project, printChecks(settings));
      return project.run(deno, [...permissions, "main.mjs"]);
    },
  });
  await probeSuite({
    title: `Deno | ${version} | CJS`,
    async start(project, settings) {
      await writeCommon(project, printChecks(settings));
      // Deno reads files to resolve a require call.
      return project.run(deno, [...permissions, "--allow-read=..", "main.cjs"]);
    },
  });
} else skippedSuite(`Deno | ${version} | ESM, CJS`, reason);
