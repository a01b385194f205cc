// Holds the direction of imports in src, and refuses circles: an upper room may lean on a lower one, never the other way.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import ts from "typescript";

const root = resolve(process.argv[2] ?? "src");

/** A room is a folder of src; `.` is the files beside the folders. `types` may be imported with `import type` only. */
const rooms = {
  contract: { rooms: [], packages: ["zod/mini"] },
  errors: { rooms: ["contract"], packages: [] },
  http: { rooms: ["errors", "contract"], packages: ["ky"], types: ["zod/mini"] },
  resources: { rooms: ["http", "errors", "contract"], packages: [] },
  ".": { rooms: ["resources", "http", "errors", "contract"], packages: [] },
  signing: { rooms: ["errors", "contract"], packages: ["viem"] },
  bitcoin: {
    rooms: ["errors", "contract"],
    packages: ["bitcoinjs-lib", "@bitcoinerlab/secp256k1", "@scure/base"],
  },
  webhooks: { rooms: ["errors", "contract"], packages: [] },
  proxy: { rooms: ["http", "errors", "contract"], packages: [] },
  query: {
    rooms: [".", "resources", "http", "errors", "contract"],
    packages: ["@tanstack/query-core"],
  },
  sandbox: {
    rooms: ["signing", "bitcoin", "http", "errors", "contract"],
    packages: ["msw", "viem", "zod/mini", "node:"],
  },
};
/** Single files that may import more than their room. */
const files = {
  "contract/shared/checksum.ts": { rooms: [], packages: ["@noble/hashes"] },
  "cli.ts": { rooms: ["sandbox", "contract", "errors"], packages: ["node:"] },
};

const roomOf = (file) => (file.includes("/") ? file.split("/")[0] : ".");
const covers = (allowed, name) =>
  name === allowed || name.startsWith(allowed.endsWith(":") ? allowed : `${allowed}/`);

const isTypeImport = (text, pos) =>
  /^(?:im|ex)port type\b/.test(
    text.slice(
      Math.max(...["import", "export"].map((word) => text.lastIndexOf(`\n${word} `, pos))) + 1,
    ),
  );

const problems = [];
const graph = new Map();
for (const path of readdirSync(root, { recursive: true })) {
  if (!/\.ts$/.test(path)) continue;
  const file = normalize(path);
  const room = rooms[roomOf(file)];
  if (!room) problems.push(`${file}: its folder has no row in scripts/check-imports.mjs`);
  const mayRooms = [roomOf(file), ...(room?.rooms ?? []), ...(files[file]?.rooms ?? [])];
  const mayPackages = [...(room?.packages ?? []), ...(files[file]?.packages ?? [])];
  const edges = [];
  const text = readFileSync(join(root, path), "utf8");
  for (const { fileName: name, pos } of ts.preProcessFile(text).importedFiles) {
    if (name.startsWith(".")) {
      const target = normalize(join(dirname(file), name)).replace(/\.js$/, ".ts");
      edges.push(target);
      if (!mayRooms.includes(roomOf(target))) problems.push(`${file} must not import ${target}`);
    } else if (isTypeImport(text, pos) && room?.types?.includes(name)) {
      // Costs nothing at run time.
    } else if (!mayPackages.some((allowed) => covers(allowed, name))) {
      problems.push(`${file} must not import ${name}`);
    }
  }
  graph.set(file, edges);
}

const done = new Set();
function walk(file, trail) {
  const at = trail.indexOf(file);
  if (at >= 0) return void problems.push(`circle: ${[...trail.slice(at), file].join(" -> ")}`);
  if (done.has(file)) return;
  for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
  done.add(file);
}
for (const file of graph.keys()) walk(file, []);

for (const problem of problems) console.error(problem);
console.log(`imports: ${graph.size} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
