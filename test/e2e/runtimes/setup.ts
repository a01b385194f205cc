import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createConsumer, pack, pinned, repository } from "../package/consumer.js";

declare module "vitest" {
  interface ProvidedContext {
    packed: {
      /** The folder of a project with the packed package and its peers. */
      readonly installed: string;
      /** Every entry that the package exports. */
      readonly entries: readonly string[];
    };
  }
}

/** Packs and installs the package once for all runtimes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { exports } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  const entries = Object.keys(exports)
    .filter((path) => path !== "./package.json")
    .map((path) => path.replace(/^\./, "bursar"));
  const packed = await pack();
  const peers = ["viem", "bitcoinjs-lib", "@bitcoinerlab/secp256k1", "undici"];
  const { folder } = await createConsumer([
    packed.tarball,
    ...(await Promise.all(peers.map(pinned))),
  ]);
  await packed.remove();
  project.provide("packed", { installed: folder, entries });
  return () => rm(folder, { recursive: true });
}
