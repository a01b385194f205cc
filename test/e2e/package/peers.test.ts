// The peers of a user are older and newer than those of the repository.
import { execFile } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { fetchNode } from "../../../scripts/fetch-runtime.mjs";
import { expectedOutput } from "../../examples/expected-output.js";
import { firstProgram } from "../../examples/readme.js";
import { inSoak } from "../../support/random-runs.js";
import {
  type Consumer,
  compile,
  createConsumer,
  oldestTypeScript,
  outputOf,
  peerRanges,
  repository,
  strictest,
} from "./consumer.js";

const run = promisify(execFile);

interface Peers {
  readonly name: string;
  readonly packages: readonly string[];
  /** Undefined for the Node of the suite. */
  readonly node?: string;
  readonly compilers: readonly string[];
  /** The examples that run, in addition to the README's program. */
  readonly examples?: readonly string[];
}

/** The lowest version of each range. */
const floor = Object.entries(peerRanges).map(
  ([name, range]) => `${name}@${/\d+\.\d+\.\d+/.exec(range)?.[0]}`,
);

const bitcoin = ["bitcoinjs-lib", "@bitcoinerlab/secp256k1"];

/** The gate has the oldest and the newest versions. Those between are in a soak. */
const sets: readonly Peers[] = [
  {
    name: "the oldest peers",
    packages: floor,
    compilers: [oldestTypeScript, ...inSoak("7.0.2")],
    examples: ["sign-a-swap.mts", "limit-order-and-cancel.mts", "eip-7702.mts", "bitcoin.mts"],
  },
  ...inSoak({
    name: "viem 2.45 and msw 2",
    packages: ["viem@2.45.0", "msw", "undici", "@tanstack/query-core", ...bitcoin],
    compilers: ["5.9.3"],
  }),
  {
    name: "the newest peers, with msw 3 and undici 8",
    packages: ["viem", "msw@3.0.5", "undici@8.13.1", "@tanstack/query-core", ...bitcoin],
    node: "24.21.0",
    compilers: [...inSoak("6.0.3"), "7.0.2"],
  },
];

const nodenext = {
  lib: ["ES2022"],
  types: ["node"],
  module: "nodenext",
  moduleResolution: "nodenext",
};

/** What the programs need beside the peers. */
const tools = ["tsx@4.23.15", "vitest", "@types/node"];
const tsx = "node_modules/tsx/dist/cli.mjs";

const queryProgram = `
import { QueryClient } from "@tanstack/query-core";
import { createClient } from "bursar";
import { createQueries } from "bursar/query";
import { createSandbox, veteranWallet } from "bursar/sandbox";
import { undiciWire } from "bursar/undici";

const sandbox = createSandbox();
const server = await sandbox.listen();
const wire = undiciWire();
const client = createClient({ baseUrl: server.url, apiKey: sandbox.apiKey, wire });
const queries = createQueries(client);
const query = queries.wallets.portfolio(veteranWallet, { includeTokens: true });
const { tokens } = await new QueryClient().fetchQuery(query);
await wire.close();
await server.close();
console.log(tokens.length > 0);
`;

describe.each(sets)("beside $name", ({ packages, node: version, compilers, examples = [] }) => {
  let user: Consumer;
  const node = version === undefined ? { path: process.execPath } : fetchNode(version);

  beforeAll(async () => {
    // Without a flag: npm fails if a peer is out of its range.
    user = await createConsumer([...packages, ...tools]);
    for (const name of [...examples, "test-your-app"])
      await cp(join(repository, "examples", name), join(user.folder, name), { recursive: true });
    await user.write("swap.mts", firstProgram);
  });

  /** Rejects if the program fails, also after it has printed what it should. */
  async function runProgram(args: readonly string[]): Promise<string> {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
    const { stdout } = await run(node.path as string, [...args], { cwd: user.folder, env });
    return stdout;
  }

  test("the README's first program runs as it is", async ({ skip }) => {
    if (!node.path) return skip(node.reason);
    expect((await runProgram([tsx, "swap.mts"])).trim()).toBe("the swap is COMPLETED");
  });

  test("a query reads through a wire on undici", async ({ skip }) => {
    if (!node.path) return skip(node.reason);
    await user.write("query.mjs", queryProgram);
    expect((await runProgram(["query.mjs"])).trim()).toBe("true");
  });

  test.each(examples)("%s runs and prints its lines", async (name) => {
    const output = await runProgram([tsx, name]);
    const parts = expectedOutput[name] ?? [];
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter((part) => !part.test(output))).toEqual([]);
  });

  test("test-your-app passes with vitest and MSW", async ({ skip }) => {
    if (!node.path) return skip(node.reason);
    const output = await runProgram(["node_modules/vitest/vitest.mjs", "run", "test-your-app"]);
    expect(output).toMatch(/Tests\s+4 passed \(4\)/);
  });

  test.each(compilers)(
    "a program that uses every entry compiles with TypeScript %s under the strictest settings",
    async (compiler) => {
      const { folder } = await createConsumer([`typescript@${compiler}`]);
      const source = join(repository, "test/e2e/bundlers/apps/types/every-entry.ts");
      await user.write("every-entry.mts", await readFile(source, "utf8"));
      const config = await user.write(
        "tsconfig.every-entry.json",
        JSON.stringify({
          compilerOptions: { ...strictest, ...nodenext },
          files: ["every-entry.mts"],
        }),
      );
      const tsc = join(folder, "node_modules/typescript/bin/tsc");
      const errors = compiler.startsWith("7.")
        ? (await outputOf(user.node([tsc, "-p", config, "--pretty", "false"]))).split("\n")
        : compile(config, folder, ["bursar", "zod"]);
      // The declarations of peers have errors of their own with some compilers.
      const own = errors.filter(
        (line) => line !== "" && !/^(?:node_modules\/(?!bursar\/)| )/.test(line),
      );
      expect(own).toEqual([]);
    },
  );
});
