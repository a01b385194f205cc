// Checks the imports in src: a layer may import only the layers and packages listed here, and
// import cycles are not allowed.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import ts from "typescript";

const root = resolve(process.argv[2] ?? "src");

/**
 * A layer is a folder of src. `.` is the files next to the folders. The packages in `types` may
 * only be imported with `import type`.
 */
const layers = {
  contract: { layers: [], packages: ["zod/mini"] },
  errors: { layers: ["contract"], packages: [] },
  http: { layers: ["errors", "contract"], packages: ["ky"], types: ["zod/mini"] },
  resources: { layers: ["http", "errors", "contract"], packages: [] },
  ".": { layers: ["resources", "http", "errors", "contract"], packages: [] },
  check: {
    layers: ["http", "errors", "contract"],
    packages: ["@scure/base", "node:"],
    types: ["zod/mini"],
  },
  signing: { layers: ["errors", "contract"], packages: ["viem"] },
  bitcoin: {
    layers: ["errors", "contract"],
    packages: ["bitcoinjs-lib", "@bitcoinerlab/secp256k1", "@scure/base"],
  },
  openapi: { layers: ["errors", "contract"], packages: ["zod/mini"] },
  node: { layers: ["errors"], packages: [] },
  webhooks: { layers: ["node", "errors", "contract"], packages: [] },
  undici: { layers: ["http", "errors", "contract"], packages: ["undici", "node:"] },
  proxy: { layers: ["node", "http", "errors", "contract"], packages: [] },
  query: {
    layers: [".", "resources", "http", "errors", "contract"],
    packages: ["@tanstack/query-core"],
  },
  sandbox: {
    layers: ["signing", "bitcoin", "webhooks", "http", "errors", "contract"],
    packages: ["msw", "viem", "zod/mini", "node:"],
  },
};
/** Files that may import more than their layer. */
const exceptions = {
  "sandbox/server/cli.ts": { layers: ["check"], packages: [] },
  "sandbox/server/openapi-route.ts": { layers: ["openapi"], packages: [] },
  "contract/shared/addresses/checksum.ts": { layers: [], packages: ["@noble/hashes"] },
  "contract/shared/addresses/is-bitcoin-address.ts": {
    layers: [],
    packages: ["@noble/hashes", "@scure/base"],
  },
};

const layerOf = (file) => (file.includes("/") ? file.split("/")[0] : ".");
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
  const layer = layers[layerOf(file)];
  if (!layer) problems.push(`${file}: add its folder to scripts/check-imports.mjs`);
  const allowedLayers = [
    layerOf(file),
    ...(layer?.layers ?? []),
    ...(exceptions[file]?.layers ?? []),
  ];
  const allowedPackages = [...(layer?.packages ?? []), ...(exceptions[file]?.packages ?? [])];
  const edges = [];
  const text = readFileSync(join(root, path), "utf8");
  for (const { fileName: name, pos } of ts.preProcessFile(text).importedFiles) {
    if (name.startsWith(".")) {
      const target = normalize(join(dirname(file), name)).replace(/\.js$/, ".ts");
      edges.push(target);
      if (!allowedLayers.includes(layerOf(target)))
        problems.push(`${file} must not import ${target}`);
    } else if (isTypeImport(text, pos) && layer?.types?.includes(name)) {
      // Type imports do not exist at run time.
    } else if (!allowedPackages.some((allowed) => covers(allowed, name))) {
      problems.push(`${file} must not import ${name}`);
    }
  }
  graph.set(file, edges);
}

const visited = new Set();
function findCycles(file, path) {
  const start = path.indexOf(file);
  if (start >= 0)
    return void problems.push(`import cycle: ${[...path.slice(start), file].join(" -> ")}`);
  if (visited.has(file)) return;
  for (const next of graph.get(file) ?? []) findCycles(next, [...path, file]);
  visited.add(file);
}
for (const file of graph.keys()) findCycles(file, []);

for (const problem of problems) console.error(problem);
console.log(`imports: ${graph.size} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
