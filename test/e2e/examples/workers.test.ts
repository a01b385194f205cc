import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, veteranWallet } from "../../../src/sandbox/index.js";
import { nativeCompiler } from "../package/consumer.js";
import { type ExampleProject, openExample, type Program, start } from "./project.js";
import { findRedis, startRedis } from "./redis.js";

const redis = findRedis();
const total = 20_000;

if (redis.path === undefined)
  test("export-with-workers runs here", ({ skip }) => skip(redis.reason));
else describe("export-with-workers | BullMQ | Redis", () => run(redis.path));

function run(redisPath: string) {
  let project: ExampleProject;
  const stops: (() => Promise<void>)[] = [];
  let environment: Record<string, string>;
  let program: (...args: string[]) => Program;

  beforeAll(async () => {
    project = await openExample("export-with-workers", "export-history", "tsconfig.json");
    const server = await startRedis(redisPath);
    stops.push(server.stop);
    const service = await createService();
    stops.push(() => service.close());
    environment = {
      REDIS_URL: server.url,
      BURSAR_BASE_URL: service.url,
      BURSAR_API_KEY: "sandbox-key",
    };
    program = (...args) => {
      // Without tsx's own process, so that a signal reaches the program.
      const options = { cwd: project.folder, env: environment };
      const started = start(process.execPath, ["--import", "tsx", ...args], options);
      stops.unshift(() => started.kill());
      return started;
    };
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await project?.remove();
  });

  test("compiles with the strictest settings", async () => {
    const args = [nativeCompiler, "-p", "export-with-workers"];
    const compiler = start(process.execPath, args, { cwd: project.folder });
    expect({ code: await compiler.ended, output: compiler.output() }).toEqual({
      code: 0,
      output: "",
    });
  });

  test("exports 20,000 transactions once each, although a worker is killed", async () => {
    const workers = [1, 2].map(() => program("export-with-workers/worker.mts"));
    for (const worker of workers) await worker.until(/waiting for jobs/);
    const args = ["export-with-workers/start.mts", veteranWallet, "all.csv"];
    const exporting = program(...args);
    await exporting.until(/ 5 of 40 slices/);
    await workers[0]?.kill("SIGKILL");
    expect({ code: await exporting.ended, output: exporting.output() }).toEqual({
      code: 0,
      output: expect.stringMatching(/ 40 of 40 slices\n20000 transactions in all\.csv\n$/),
    });
    const text = await readFile(join(project.folder, "all.csv"), "utf8");
    const [, ...rows] = text.trimEnd().split("\n");
    expect(new Set(rows.map((row) => row.split(",").at(-1))).size).toBe(total);
    const dates = rows.map((row) => row.slice(0, 24));
    expect(dates).toEqual([...dates].sort().reverse());
    const files = await readdir(project.folder);
    expect(files.filter((name) => name.includes(".part-"))).toEqual([]);
  });
}

/** Serves a wallet with 20,000 transactions since 2022. */
async function createService() {
  const begin = Date.parse("2024-01-01T00:00:00Z");
  const end = Date.now();
  let time = begin;
  const sandbox = createSandbox({ now: () => time });
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  for (let left = total - 10_000; left > 0; left--) {
    time = end - Math.floor(((end - begin) * left) / total);
    sandbox.fund({ account: veteranWallet, chainId: 137, token: usdc, amount: "1.5" });
  }
  time = end;
  return sandbox.listen();
}
