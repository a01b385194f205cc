// Shows Redis and PostgreSQL of this machine on free ports, with the tables of bursar/stores, for a
// trial. Their data is in a temporary folder, which is removed when they stop.
// Run it: npx -y tsx payouts/workers/servers.mts
// It prints REDIS_URL and DATABASE_URL. start.mts starts it if they are not set.

import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Pool } from "pg";

/** Debian keeps PostgreSQL in a folder per version. */
const postgresFolder = "/usr/lib/postgresql";

function find(program: string, hint: string): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  try {
    const versions = readdirSync(postgresFolder).sort((a, b) => Number(b) - Number(a));
    folders.push(...versions.map((version) => join(postgresFolder, version, "bin")));
  } catch {
    // Not on Debian.
  }
  for (const folder of folders) {
    try {
      accessSync(join(folder, program));
      return join(folder, program);
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`${program} is not installed. ${hint} Or set REDIS_URL and DATABASE_URL.`);
}

async function findPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return String(typeof address === "object" ? address?.port : address);
}

/** The environment of this program has the key of the wallet. */
const env = { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" };

/** Starts a server. Resolves when its output matches. */
async function start(path: string, args: string[], ready: RegExp, options: SpawnOptions) {
  // Detached, so that Ctrl+C does not stop it before the workers.
  const server = spawn(path, args, { ...options, env, detached: true, stdio: "pipe" });
  const ended = once(server, "exit");
  let output = "";
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on("data", (text) => {
        output += output.length < 100_000 ? text : "";
        if (ready.test(output)) resolve();
      });
  });
  await Promise.race([isReady, ended.then(() => Promise.reject(new Error(output)))]);
  return async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await ended;
  };
}

/** PostgreSQL refuses to run as root. */
function chooseUser(): { uid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: Number(execFileSync("id", ["-u", "postgres"])) };
}

async function startRedis() {
  const path = find("redis-server", "On Debian: apt-get install redis-server.");
  const folder = mkdtempSync(join(tmpdir(), "payouts-redis-"));
  const port = await findPort();
  const args = ["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const stopServer = await start(path, args, /Ready to accept connections/, {});
  const stop = async () => {
    await stopServer("SIGTERM");
    rmSync(folder, { recursive: true });
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}

async function startPostgres() {
  const hint = "On Debian: apt-get install postgresql.";
  const [initdb, postgres] = [find("initdb", hint), find("postgres", hint)];
  const folder = mkdtempSync(join(tmpdir(), "payouts-postgres-"));
  const options = { ...chooseUser(), cwd: "/" };
  if (options.uid !== undefined) chownSync(folder, options.uid, -1);
  const data = join(folder, "data");
  const [password, passwordFile] = [randomUUID(), join(folder, "password")];
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (options.uid !== undefined) chownSync(passwordFile, options.uid, -1);
  const init = ["-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C"];
  const login = ["-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(initdb, [...init, ...login], { ...options, env, stdio: "pipe" });
  const port = await findPort();
  const args = ["-D", data, "-p", port, "-k", folder, "-h", "127.0.0.1"];
  const stopServer = await start(postgres, args, /ready to accept connections/, options);
  const stop = async () => {
    await stopServer("SIGINT"); // ends all connections
    rmSync(folder, { recursive: true });
  };
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
}

async function createTables(url: string): Promise<void> {
  const bursar = dirname(createRequire(import.meta.url).resolve("bursar/package.json"));
  const args = [join(bursar, "dist/cli.js"), "stores", "schema", "--dialect", "postgres"];
  const pool = new Pool({ connectionString: url });
  await pool.query(execFileSync(process.execPath, args, { encoding: "utf8" }));
  await pool.end();
}

const stops: (() => Promise<void>)[] = [];
let isStopping = false;
async function stopAll(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const stop of stops) await stop();
  process.exit();
}
// It is disconnected when the program that started it ends.
for (const event of ["SIGTERM", "disconnect"]) process.on(event, stopAll);
// Ctrl+C reaches it, too. It waits for the program, which stops its workers first.
process.on("SIGINT", () => (process.connected ? undefined : stopAll()));
if (process.connected === false) await stopAll();

try {
  const redis = await startRedis();
  stops.push(redis.stop);
  const postgres = await startPostgres();
  stops.push(postgres.stop);
  await createTables(postgres.url);
  const urls = { REDIS_URL: redis.url, DATABASE_URL: postgres.url };
  for (const [name, url] of Object.entries(urls)) console.log(`${name}=${url}`);
  process.send?.(urls);
  setInterval(() => {}, 60_000); // runs until it is stopped
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  await stopAll();
}
