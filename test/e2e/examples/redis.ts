import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closedPort } from "../../support/loopback.js";
import { type Found, findOrInstall } from "../stores/install-server.js";
import { start } from "./project.js";

export const findRedis = (): Found =>
  findOrInstall("redis-server", "command -v redis-server", "redis-server");

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
