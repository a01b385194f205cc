import { execFile, spawnSync } from "node:child_process";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fetchNode } from "../../../scripts/fetch-runtime.mjs";
import { closedPort } from "../../support/loopback.js";
import { type Program, start } from "../examples/project.js";
import { findRedis, startRedis } from "../examples/redis.js";

const run = promisify(execFile);
const cli = new URL("../../../dist/cli.js", import.meta.url).pathname;

export type Kind = "postgres" | "sqlite" | "redis" | "node-redis";

/** A database for one test file. */
export interface Server {
  readonly kind: Kind;
  readonly url: string;
  /** The Node that has its driver. */
  readonly node: string;
  stop(): Promise<void>;
}

/** What `bursar stores schema` prints. */
export const readSchema = async (dialect: string): Promise<string> =>
  (await run(process.execPath, [cli, "stores", "schema", "--dialect", dialect])).stdout;

const output = (command: string) =>
  spawnSync("sh", ["-c", command], { encoding: "utf8" }).stdout.trim();
const findBin = () => output("ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1");

/** Finds PostgreSQL, or installs it with apt as root. */
function findPostgres(): { path: string; reason?: undefined } | { reason: string } {
  if (!findBin() && process.getuid?.() === 0) {
    const apt = (...args: string[]) => spawnSync("apt-get", args, { stdio: "ignore" });
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "postgresql");
  }
  const path = findBin();
  return path ? { path } : { reason: "PostgreSQL is missing: apt-get install postgresql" };
}

/** Starts PostgreSQL on a free port of this machine, in a folder of its own. */
async function startPostgres(bin: string): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-postgres-"));
  const port = String(await closedPort());
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const [command, ...before] = isRoot ? ["setpriv", ...toUser("postgres")] : [];
  const asUser = (name: string, args: string[]): [string, string[]] =>
    command ? [command, [...before, join(bin, name), ...args]] : [join(bin, name), args];
  await chmod(folder, 0o700);
  if (isRoot) await chown(folder, Number(output("id -u postgres")), -1);
  const data = join(folder, "data");
  const init = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
  await run(...asUser("initdb", [...init, "--locale=C.UTF-8"]), { cwd: "/" });
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"];
  const args = ["-D", data, "-p", port, "-k", folder, "-F", ...settings];
  const server: Program = start(...asUser("postgres", args), { cwd: "/" });
  await server.until(/ready to accept connections/);
  return {
    kind: "postgres",
    url: `postgres://postgres:secret-of-tests@127.0.0.1:${port}/postgres`,
    node: process.execPath,
    async stop() {
      await server.kill("SIGINT");
      await rm(folder, { recursive: true });
    },
  };
}

const toUser = (name: string) => [`--reuid=${name}`, `--regid=${name}`, "--clear-groups"];

async function createSqlite(node: string): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-sqlite-"));
  const stop = () => rm(folder, { recursive: true });
  return { kind: "sqlite", url: join(folder, "shop.db"), node, stop };
}

/** Starts the database of a kind, or returns why it is missing. */
export async function openServer(kind: Kind): Promise<Server | { reason: string }> {
  if (kind === "postgres") {
    const found = findPostgres();
    return "path" in found ? startPostgres(found.path as string) : found;
  }
  if (kind === "sqlite") {
    // Node 20 has no SQLite.
    const { path, reason } = fetchNode("22.23.3");
    return path ? createSqlite(path) : { reason: String(reason) };
  }
  const found = findRedis();
  if (found.path === undefined) return found;
  return { kind, node: process.execPath, ...(await startRedis(found.path)) };
}
