import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createSandbox, veteranWallet } from "../../../src/sandbox/index.js";
import { expectedOutput } from "../../examples/expected-output.js";
import { firstProgram, laterPrograms } from "../../examples/readme.js";
import { programs } from "../../examples/run.js";
import { isSoak } from "../../support/random-runs.js";
import { type Consumer, createConsumer, nativeCompiler, outputOf, repository } from "./consumer.js";

/** The packages that the README asks a new user to install. */
const installed = ["viem", "tsx@4.23.15"];
/** What the headers of single examples add. */
const added = [
  ...["bitcoinjs-lib", "@bitcoinerlab/secp256k1", "hono", "express", "rate-limiter-flexible"],
  ...["vitest", "msw", "typescript", "@types/node", "@types/express@5.0.6"],
];
/** How many transactions are added to the 10,000 of the wallet. */
const fundings = isSoak ? 10_000 : 1_000;
const transactions = 10_000 + fundings;
const tsx = "node_modules/tsx/dist/cli.mjs";
/** test/thorough/examples runs all examples on the sources. */
const sample = ["sign-a-swap.mts", "bitcoin.mts", "kyc-upload.mts"];

let user: Consumer;
beforeAll(async () => {
  user = await createConsumer([...installed, ...added]);
  for (const name of [...programs, "tsconfig.json"])
    await cp(join(repository, "examples", name), join(user.folder, name));
  for (const [i, { code }] of laterPrograms.entries()) await user.write(`readme-${i}.mts`, code);
  await user.write("swap.mts", firstProgram);
  await user.write("passport.jpg", "x".repeat(400_000));
});

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

describe("in a project with the packed package", () => {
  test("the README's first program runs as it is", async () => {
    const output = await outputOf(user.node([tsx, "swap.mts"]));
    expect(lines(output)).toEqual(["the swap is COMPLETED"]);
  });

  test("the examples and the README's programs compile with their tsconfig.json", async () => {
    expect(await outputOf(user.node([nativeCompiler, "-p", "tsconfig.json"]))).toBe("");
  });

  test.each(sample)("%s runs and prints its lines", async (name) => {
    const output = await outputOf(user.node([tsx, name, "passport.jpg"]));
    const parts = expectedOutput[name] ?? [];
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter((part) => !part.test(output))).toEqual([]);
  });

  test("proxy/try.mts runs the proxy in Hono and Express", async () => {
    const output = await outputOf(user.node([tsx, "proxy/try.mts"]));
    expect(output).toMatch(/^Hono\n[\s\S]*\nExpress\n[\s\S]*\nwithout a session: 401$/);
  });

  test("export-history writes each of many transactions once", async () => {
    const sandbox = createSandbox({ now: () => Date.now() });
    const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
    for (let i = 0; i < fundings; i++)
      sandbox.fund({ account: veteranWallet, chainId: 137, token: usdc, amount: "1.5" });
    const server = await sandbox.listen();
    const environment = { BURSAR_BASE_URL: server.url, BURSAR_API_KEY: sandbox.apiKey };
    const args = [tsx, "export-history/export.mts", veteranWallet, "all.csv", "2000-01-01"];
    const output = await outputOf(user.node(args, environment));
    await server.close();
    expect(lines(output).at(-1)).toBe(`${transactions} transactions in all.csv`);
    const [header, ...rows] = lines(await readFile(join(user.folder, "all.csv"), "utf8"));
    expect(header).toBe("created at,type,status,chain,amount,token,transaction hash,id");
    expect(new Set(rows).size).toBe(transactions);
  });
});
