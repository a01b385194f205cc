import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { fetchRuntime } from "../../../scripts/fetch-runtime.mjs";
import { waitForOutput } from "../chain/child.js";
import { type Project, probeSuite, processLimit, skippedSuite, writeModule } from "./project.js";

const version = "1.20261117.1";
const { path: workerd, reason } = fetchRuntime({
  name: "workerd",
  version,
  package: "@cloudflare/workerd-linux-64",
  file: "bin/workerd",
});

/** Bundles the worker as bundlers for workers do. */
async function bundle({ folder }: Project): Promise<void> {
  await build({
    entryPoints: [join(folder, "main.mjs")],
    outfile: join(folder, "worker.mjs"),
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser"],
  });
}

/**
 * Fetches the worker's only response. The runtime requires that all work happens inside a request.
 */
async function fetchResult(port = ""): Promise<string> {
  // `fetch` would reject if the response took more than 300 s.
  const [response] = await once(get(`http://127.0.0.1:${port}/`), "response");
  return text(response);
}

async function serve(
  project: Project,
  binary: string,
  date: string,
  flags: readonly string[],
): Promise<string> {
  await project.write(
    "config.capnp",
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "${date}",
  compatibilityFlags = [${flags.map((flag) => `"${flag}"`).join(", ")}],
);`,
  );
  const child = spawn(binary, ["serve", "--control-fd=1", "config.capnp"], {
    cwd: project.folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: processLimit,
    killSignal: "SIGKILL",
  });
  const ended = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  try {
    const [, port] = await waitForOutput(child, /"event":"listen".*"port":(\d+)/);
    const result = await fetchResult(port).catch(String);
    if (!result.includes("checks:")) throw new Error(`${result}\n${output}`);
    return result;
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

const configurations: readonly [title: string, date: string, flags: readonly string[]][] = [
  ["ESM", "2026-11-01", []],
  // An old compatibility date, before requests supported the cache option.
  ["ESM, as of 2023", "2023-01-01", []],
  ["ESM, nodejs_compat", "2026-11-01", ["nodejs_compat"]],
];

for (const [name, date, flags] of configurations) {
  const title = `workerd | ${version} | ${name}`;
  if (!workerd) skippedSuite(title, reason);
  else {
    await probeSuite({
      title,
      listens: false,
      async start(project, settings) {
        const handler = `async () => new Response("checks:" + JSON.stringify(await probe(modules, ${JSON.stringify(settings)})))`;
        await writeModule(project, `export default { fetch: ${handler} };`);
        await bundle(project);
        return serve(project, workerd, date, flags);
      },
    });
  }
}
