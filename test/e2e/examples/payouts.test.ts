import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { toNodeHandler } from "../../../src/proxy/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { fromUnits, toUnits } from "../../../src/signing/index.js";
import { sqlJournal } from "../../../src/stores/index.js";
import { respondAsNode } from "../../examples/payouts.js";
import { createSandboxClient, factory, inWorld, usdc } from "../../sandbox/open-sandbox.js";
import { chooseSeed, createRandom, isSoak } from "../../support/random-runs.js";
import { nativeCompiler } from "../package/consumer.js";
import { findPostgres, readSchema, startPostgres } from "../stores/servers.js";
import { type ExampleProject, openExample, start } from "./project.js";
import { findRedis, startRedis } from "./redis.js";

const [redis, postgres] = [findRedis(), findPostgres()];

/** The gate pays fewer: each kill starts a process anew. */
const [total, mostKills] = isSoak ? [1_000, Number.POSITIVE_INFINITY] : [60, 4];
/** The most operations that are executed between two kills. */
const perKill = 3;
/** After this time, in milliseconds, an operation that was signed but not sent is signed anew. */
const resignDelay = 130_000;

if (redis.path === undefined || postgres.path === undefined)
  test("payouts run here", ({ skip }) => skip(redis.reason ?? postgres.reason));
else describe("payouts | BullMQ | Redis, PostgreSQL", () => run(redis.path, postgres.path));

function run(redisPath: string, postgresPath: string) {
  let project: ExampleProject;
  let compiled: { code: number | null; output: string };

  beforeAll(async () => {
    project = await openExample("payouts/workers", "payouts", "tsconfig.json");
    // Into JavaScript, because tsx would compile each worker again.
    const args = [nativeCompiler, "-p", "payouts/workers"];
    const emit = ["--noEmit", "false", "--rootDir", "payouts", "--outDir", "compiled"];
    const compiler = start(process.execPath, [...args, ...emit], { cwd: project.folder });
    compiled = { code: await compiler.ended, output: compiler.output() };
  });
  afterAll(() => project?.remove());

  /** A clock of the service, and of the programs that import its module. */
  async function createClock() {
    const name = join(project.folder, randomUUID());
    const [module, file] = [`${name}.mjs`, `${name}.ahead`];
    let ahead = 0;
    const advance = async (milliseconds: number) => {
      // A program must not read an empty file.
      await writeFile(`${file}.new`, String(ahead + milliseconds));
      await rename(`${file}.new`, file);
      ahead += milliseconds;
    };
    await advance(0);
    await writeFile(
      module,
      `import { readFileSync } from "node:fs";
const { now } = Date;
let ahead;
const read = () => { ahead = Number(readFileSync(${JSON.stringify(file)}, "utf8")); };
read();
setInterval(read, 100).unref();
Date.now = () => now() + ahead;
`,
    );
    return { ahead: () => ahead, advance, option: `--import=${pathToFileURL(module)}` };
  }

  /** Serves a wallet and its chain, and writes a file of payments. */
  async function openService(count: number) {
    const clock = await createClock();
    const sandbox = createSandbox({ now: () => Date.now() + clock.ahead() });
    const ownerKey = generatePrivateKey();
    const { wallet } = await createSandboxClient(sandbox).wallets.register({
      externallyOwnedAccount: privateKeyToAccount(ownerKey).address,
      factory,
    });
    const { walletAddress } = wallet;
    const funds = "1000000";
    sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: funds });
    /** How many operations may be executed. */
    const limit = { executions: Number.POSITIVE_INFINITY };
    let executions = 0;
    const server = createServer(
      toNodeHandler(async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/node") return respondAsNode(sandbox, request);
        if (pathname.endsWith("/execute-user-op")) {
          while (executions >= limit.executions) await sleep(50);
          executions++;
        }
        return sandbox.fetch(request);
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const payments = Array.from({ length: count }, (_, i) => ({
      id: `payment-${i}`,
      receiver: `0xa${(i + 1).toString(16).padStart(39, "0")}`,
      amount: `${(i % 97) + 1}.${(i % 89) + 10}0007`,
    }));
    const file = `${ownerKey.slice(2, 18)}.csv`;
    const lines = payments.map(({ id, receiver, amount }) => `${id},${receiver},${amount}\n`);
    await writeFile(join(project.folder, file), `id,receiver,amount\n${lines.join("")}`);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = {
      BURSAR_BASE_URL: url,
      NODE_URL: `${url}/node`,
      BURSAR_API_KEY: sandbox.apiKey,
      WALLET: walletAddress,
      OWNER_KEY: ownerKey,
      TOKEN: usdc,
      BATCH_SIZE: "5",
      MAX_PER_BATCH: "1000",
      // What a killed worker had reserved still counts.
      MAX_PER_DAY: "1000000",
    };

    /** What the ledger of the sandbox has booked, in the smallest unit. */
    const readLedger = () =>
      inWorld(sandbox, ({ blocks, ledger }) => {
        const asset = `137:${usdc}`;
        const bookings = (blocks[137] ?? []).flatMap((block) =>
          block.bookings.map((booking) => ({ ...booking, block })),
        );
        const sent = bookings.filter(
          (each) => each.from.toLowerCase() === walletAddress.toLowerCase(),
        );
        const receivers = new Set(payments.map(({ receiver }) => receiver));
        const paid = sent.filter(({ to }) => receivers.has(to));
        const rest = sent.filter(({ to }) => !receivers.has(to));
        expect(new Set(sent.map((each) => each.asset))).toEqual(new Set([asset]));
        const sum = (list: typeof sent) => list.reduce((units, each) => units + each.units, 0n);
        const balance = ledger[walletAddress.toLowerCase()]?.[asset];
        // The ledger itself: nothing else has left the wallet.
        expect(balance).toBe(toUnits(funds, 6) - sum(paid) - sum(rest));
        return { paid, gasAndFees: fromUnits(sum(rest), 6), arrived: fromUnits(sum(paid), 6) };
      });

    return { payments, file, environment, limit, readLedger, clock };
  }

  type Service = Awaited<ReturnType<typeof openService>>;

  async function readReport({ file }: Service): Promise<string[][]> {
    const path = join(project.folder, file.replace(".csv", ".report.csv"));
    const [header, ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect(header).toBe(
      "id,receiver,amount,state,user operation hash,transaction hash,arrived,gas and fees,reason",
    );
    return lines.map((line) => line.split(","));
  }

  /** Asserts that the ledger has each payment once, and that the report has what the ledger has. */
  async function expectPaidOnce(service: Service, output: string) {
    const { payments, readLedger } = service;
    const { paid, arrived, gasAndFees } = readLedger();
    const booked = paid.map(({ to, units }) => [to, units]);
    const expected = payments.map(({ receiver, amount }) => [receiver, toUnits(amount, 6)]);
    expect(booked.sort()).toEqual(expected.sort());

    const rows = await readReport(service);
    const blocks = new Map(paid.map(({ to, block }) => [to, block]));
    const expectedRows = payments.map(({ id, receiver, amount }) => {
      const { userOperation, transactionHash } = blocks.get(receiver) ?? {};
      return [id, receiver, amount, "done", userOperation?.hash, transactionHash, amount];
    });
    expect(rows.map((row) => row.slice(0, 7))).toEqual(expectedRows);
    const gas = rows.map((row) => row[7] ?? "").filter((amount) => amount !== "");
    expect(
      fromUnits(
        gas.reduce((sum, each) => sum + toUnits(each, 6), 0n),
        6,
      ),
    ).toBe(gasAndFees);
    expect(output).toContain(
      `${payments.length} of ${payments.length} payments are done\npaid         ${arrived}\narrived      ${arrived}\ngas and fees ${gasAndFees}\n`,
    );
  }

  /** The state of each batch in the journal. */
  async function readStates(url: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const query = async (sql: string, values: unknown[]) => {
      const { rows, rowCount } = await client.query(sql, values);
      return { rows, changes: rowCount ?? 0 };
    };
    const states: string[] = [];
    for await (const { state } of sqlJournal({ query, dialect: "postgres" }).list())
      states.push(state);
    await client.end();
    return states;
  }

  test("compiles with the strictest settings", () => {
    expect(compiled).toEqual({ code: 0, output: "" });
  });

  test("pays each receiver once, although a worker is killed every second and the database restarts", async () => {
    const seed = chooseSeed();
    const random = createRandom(seed);
    const database = await startPostgres(postgresPath);
    onTestFinished(database.stop);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(await readSchema("postgres"));
    await client.end();
    const queue = await startRedis(redisPath);
    onTestFinished(queue.stop);
    const service = await openService(total);
    const urls = { REDIS_URL: queue.url, DATABASE_URL: database.url };
    const env = { ...service.environment, ...urls, NODE_OPTIONS: service.clock.option };
    const startProgram = (workers: number) => {
      const args = ["compiled/payouts.mjs", service.file, "--workers", String(workers)];
      return start(process.execPath, args, { cwd: project.folder, env });
    };
    const program = startProgram(4);
    onTestFinished(() => program.kill());

    let isOver = false;
    void program.ended.then(() => {
      isOver = true;
    });
    const batches = total / 5;
    // So that also a fast machine does not end before the kills.
    service.limit.executions = perKill;
    let [kills, restarts] = [0, 0];
    for (; !isOver; await sleep(1_000)) {
      const output = program.output();
      const ready = new Set([...output.matchAll(/worker (\d+) is ready/g)].map(([, id]) => id));
      for (const [, id] of output.matchAll(/worker (\d+) ended/g)) ready.delete(id);
      const done = Number([...output.matchAll(/(\d+) of \d+\n/g)].at(-1)?.[1] ?? 0);
      // On a slow machine, those that were killed before may still be starting.
      if (kills === mostKills) {
        service.limit.executions = Number.POSITIVE_INFINITY;
        // A worker can be killed after it signed, and before it sent. A batch that is begun could
        // expire before its signature, which the example leaves to a person.
        const states = await readStates(database.url);
        const isWaiting = states.length === batches && !states.includes("begun");
        if (service.clock.ahead() === 0 && isWaiting) await service.clock.advance(resignDelay);
      } else if (ready.size > 1 && done < batches) {
        process.kill(Number([...ready][random(ready.size)]), "SIGKILL");
        kills++;
        service.limit.executions += perKill;
      }
      if (restarts === 0 && done > batches / 3) {
        await database.restart();
        restarts++;
      }
    }
    const output = program.output();
    console.log(`${total} payments, ${kills} kills, ${restarts} restart, seed ${seed}`);
    expect({ seed, code: await program.ended, restarts, output }).toEqual({
      seed,
      code: 0,
      restarts: 1,
      output: expect.stringContaining(`all ${total} payments are made\n`),
    });
    expect(kills).toBeGreaterThanOrEqual(batches / perKill - 1);
    expect(output.split("ended: SIGKILL").length - 1).toBe(kills);
    await expectPaidOnce(service, output);

    // A further run pays nothing, and makes the same report.
    const again = startProgram(isSoak ? 4 : 1);
    expect(await again.ended).toBe(0);
    await expectPaidOnce(service, again.output());
  });

  test("starts Redis and PostgreSQL itself, reports what a limit has refused, and stops all", async () => {
    const service = await openService(20);
    const { environment, payments, file } = service;
    const startProgram = (path: string[], settings: Record<string, string>) => {
      const args = [...path, file, "--workers", "2"];
      const env = { ...environment, REDIS_URL: "", DATABASE_URL: "", ...settings };
      const started = start(process.execPath, args, { cwd: project.folder, env });
      onTestFinished(() => started.kill());
      return started;
    };
    // The batches are 5 payments, of which the last one has the greatest sum.
    const limited = startProgram(["--import", "tsx", "payouts/payouts.mts"], {
      MAX_PER_BATCH: "80",
    });
    expect(await limited.ended).toBe(1);
    const rows = await readReport(service);
    const states = rows.map((row) => row[3]);
    expect(states).toEqual([...Array(15).fill("done"), ...Array(5).fill("begun")]);
    for (const { id } of payments.slice(15)) expect(limited.output()).toContain(`${id} is begun`);
    expect(limited.output()).not.toContain("payments are made");
    expect(service.readLedger().paid.length).toBe(15);

    // The journal of the first run is gone with its PostgreSQL: the history has the payments.
    const second = startProgram(["compiled/payouts.mjs"], {});
    expect({ code: await second.ended, output: second.output() }).toEqual({
      code: 0,
      output: expect.stringContaining("all 20 payments are made\n"),
    });
    await expectPaidOnce(service, second.output());
    for (const { output } of [limited, second]) {
      const ports = [...output().matchAll(/_URL=.*:(\d+)/g)].map(([, port]) => Number(port));
      expect(ports.length).toBe(2);
      for (const port of ports) expect(await isOpen(port)).toBe(false);
    }
  });
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
