import { fetchRuntime } from "../../../scripts/fetch-runtime.mjs";
import { printChecks, probeSuite, skippedSuite, writeCommon, writeModule } from "./project.js";

const version = "1.4.5";
// The baseline build runs on every x64 processor.
const { path: bun, reason } = fetchRuntime({
  name: "bun",
  version,
  package: "@oven/bun-linux-x64-baseline",
  file: "bin/bun",
});

if (bun) {
  await probeSuite({
    title: `Bun | ${version} | ESM`,
    async start(project, settings) {
      await writeModule(project, printChecks(settings));
      return project.run(bun, ["main.mjs"]);
    },
  });
  await probeSuite({
    title: `Bun | ${version} | CJS`,
    async start(project, settings) {
      await writeCommon(project, printChecks(settings));
      return project.run(bun, ["main.cjs"]);
    },
  });
} else skippedSuite(`Bun | ${version} | ESM, CJS`, reason);
