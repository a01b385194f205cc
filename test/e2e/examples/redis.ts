import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closedPort } from "../../support/loopback.js";
import { start } from "./project.js";

const find = () =>
  spawnSync("sh", ["-c", "command -v redis-server"], { encoding: "utf8" }).stdout.trim();

/** Finds redis-server, or installs it with apt as root. Returns a reason if it is missing. */
export function findRedis():
  | { path: string; reason?: undefined }
  | { path?: undefined; reason: string } {
  if (!find() && process.getuid?.() === 0) {
    const apt = (...args: string[]) => spawnSync("apt-get", args, { stdio: "ignore" });
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "redis-server");
  }
  const path = find();
  return path ? { path } : { reason: "redis-server is missing: apt-get install redis-server" };
}

/** Starts Redis in memory on a free port of this machine. */
export async function startRedis(path: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-redis-"));
  const port = String(await closedPort());
  const args = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server = start(path, args, { cwd: folder });
  await server.until(/Ready to accept connections/);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      await server.kill("SIGTERM");
      await rm(folder, { recursive: true });
    },
  };
}
