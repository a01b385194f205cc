import { fetchRuntime } from "../../../scripts/fetch-runtime.mjs";
import { printing, probeSuite, skippedSuite, writeCommon, writeModule } from "./project.js";

const version = "2.9.6";
const { path: deno, reason } = fetchRuntime({
  name: "deno",
  version,
  package: "@deno/linux-x64-glibc",
  file: "deno",
});
// The network and nothing else: neither files nor the environment, in which a client looks for its settings.
const permissions = ["run", "--no-prompt", "--no-remote", "--allow-net=127.0.0.1"];

if (deno) {
  await probeSuite({
    title: `Deno | ${version} | ESM`,
    async start(project, settings) {
      await writeModule(project, printing(settings));
      return project.run(deno, [...permissions, "main.mjs"]);
    },
  });
  await probeSuite({
    title: `Deno | ${version} | CJS`,
    async start(project, settings) {
      await writeCommon(project, printing(settings));
      // Deno reads files to resolve what is required.
      return project.run(deno, [...permissions, "--allow-read=..", "main.cjs"]);
    },
  });
} else skippedSuite(`Deno | ${version} | ESM, CJS`, reason);
