import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fetchNode } from "../../../scripts/fetch-runtime.mjs";
import { closedPort } from "../../support/loopback.js";
import { type Program, start } from "../examples/project.js";
import { findRedis, startRedis } from "../examples/redis.js";
import { type Found, findOrInstall, output } from "./install-server.js";

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

const findBin = "ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1";
export const findPostgres = (): Found => findOrInstall("PostgreSQL", findBin, "postgresql");

/** A PostgreSQL that can be restarted. */
export interface PostgresServer extends Server {
  /** Ends all connections. */
  restart(): Promise<void>;
}

/** Starts PostgreSQL on a free port of this machine, in a folder of its own. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
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
  const startServer = async (): Promise<Program> => {
    const started = start(...asUser("postgres", args), { cwd: "/" });
    await started.until(/ready to accept connections/);
    return started;
  };
  let server = await startServer();
  return {
    kind: "postgres",
    url: `postgres://postgres:secret-of-tests@127.0.0.1:${port}/postgres`,
    node: process.execPath,
    async restart() {
      await server.kill("SIGINT");
      server = await startServer();
    },
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
    return found.path === undefined ? found : startPostgres(found.path);
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
