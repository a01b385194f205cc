import { fetchNode } from "../../../scripts/fetch-runtime.mjs";
import { printChecks, probeSuite, skippedSuite, writeCommon, writeModule } from "./project.js";

// A peer of bitcoinjs-lib 7 is an ES module. test/e2e/package/package.test.ts checks Node's error.
const modulesOnly = {
  "bursar/bitcoin": "bursar/bitcoin: a peer of bitcoinjs-lib (@noble/curves) is an ES module only",
};

for (const version of ["20.20.2", "22.23.3", "24.21.0", "26.10.0"]) {
  const { path: node, reason } =
    version === process.versions.node ? { path: process.execPath } : fetchNode(version);
  if (!node) {
    skippedSuite(`Node | ${version} | ESM, CJS`, reason);
    continue;
  }
  await probeSuite({
    title: `Node | ${version} | ESM`,
    isNode: true,
    async start(project, settings) {
      await writeModule(project, printChecks(settings));
      return project.run(node, ["main.mjs"]);
    },
  });
  await probeSuite({
    title: `Node | ${version} | CJS`,
    isNode: true,
    async start(project, settings) {
      await writeCommon(project, printChecks(settings));
      return project.run(node, ["main.cjs"]);
    },
  });
  await probeSuite({
    title: `Node | ${version} | CJS, no require(esm)`,
    isNode: true,
    without: modulesOnly,
    async start(project, settings) {
      await writeCommon(project, printChecks(settings));
      return project.run(node, ["--no-experimental-require-module", "main.cjs"]);
    },
  });
}
