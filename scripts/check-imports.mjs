// Checks the imports in src: a layer may import only the layers and packages listed here. Import
// cycles are not allowed, neither of files nor of folders. A folder has at most 20 files, and two
// files of a layer have different names.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import ts from "typescript";

/**
 * A layer is a folder of src. `.` is the files next to the folders. The packages in `types` may
 * only be imported with `import type`.
 */
const layers = {
  // What every layer needs, and what needs no layer.
  shared: { layers: [], packages: [] },
  contract: { layers: [], packages: ["zod/mini"] },
  errors: { layers: ["contract"], packages: [] },
  http: { layers: ["errors", "contract"], packages: ["ky"] },
  resources: { layers: ["http", "errors", "contract"], packages: [] },
  ".": { layers: ["resources", "http", "errors", "contract"], packages: [] },
  check: {
    layers: ["http", "errors", "contract"],
    packages: ["node:"],
  },
  signing: { layers: ["errors", "contract"], packages: ["viem"] },
  policy: { layers: ["signing", "errors", "contract"], packages: [] },
  tasks: { layers: ["signing", "http", "errors", "contract"], packages: [] },
  intents: {
    layers: ["tasks", "signing", "node", "http", "errors", "contract"],
    packages: [],
    types: ["node:crypto"],
  },
  // Of signing, types and decimals.
  receipts: { layers: ["signing", "node", "errors", "contract"], packages: [] },
  bitcoin: {
    layers: ["errors", "contract"],
    packages: ["bitcoinjs-lib", "@bitcoinerlab/secp256k1", "@scure/base"],
  },
  openapi: { layers: ["webhooks", "errors", "contract"], packages: [] },
  node: { layers: ["errors"], packages: [], types: ["node:fs"] },
  webhooks: { layers: ["node", "errors", "contract"], packages: [] },
  // Of these layers, only types, and the lines of receipts.
  stores: {
    layers: ["receipts", "intents", "policy", "signing", "webhooks", "errors", "contract"],
    packages: [],
  },
  undici: { layers: ["http", "errors", "contract"], packages: ["undici", "node:"] },
  proxy: { layers: ["node", "http", "errors", "contract"], packages: [] },
  query: {
    layers: [".", "resources", "http", "errors", "contract"],
    packages: ["@tanstack/query-core"],
  },
  // Of intents and signing, only types and texts: the tools need no viem.
  tools: {
    layers: [".", "intents", "signing", "resources", "http", "errors", "contract"],
    packages: [],
  },
  sandbox: {
    layers: ["signing", "bitcoin", "webhooks", "node", "http", "errors", "contract"],
    packages: ["msw", "viem", "zod/mini", "node:"],
  },
  // `..` is package.json. No layer imports it.
  cli: {
    layers: [
      ...["..", ".", "check", "tools", "sandbox", "openapi", "intents", "receipts", "stores"],
      ...["http", "errors", "contract"],
    ],
    packages: ["node:"],
  },
};
/** Files that may import more than their layer. */
const exceptions = {
  "sandbox/controls/openapi-route.ts": { layers: ["openapi"], packages: [] },
  "contract/shared/addresses/checksum.ts": { layers: [], packages: ["@noble/hashes"] },
  "webhooks/signature.ts": { layers: [], packages: ["@noble/hashes"] },
  "receipts/receipt-lines.ts": { layers: [], packages: ["@noble/hashes"] },
  "contract/shared/digest-request.ts": { layers: [], packages: ["@noble/hashes"] },
  "contract/shared/addresses/is-bitcoin-address.ts": { layers: [], packages: ["@noble/hashes"] },
};

const maxFiles = 20;
/** Names that each folder may have. */
const commonNames = ["index.ts", "types.ts", "records.ts", "endpoints.ts"];

const layerOf = (file) => (file.includes("/") ? file.split("/")[0] : ".");
const covers = (allowed, name) =>
  name === allowed || name.startsWith(allowed.endsWith(":") ? allowed : `${allowed}/`);

const isTypeImport = (text, pos) =>
  /^(?:im|ex)port type\b/.test(
    text.slice(
      Math.max(...["import", "export"].map((word) => text.lastIndexOf(`\n${word} `, pos))) + 1,
    ),
  );

/** Every cycle of a map from a node to the nodes that it leads to. */
function findCycles(edges) {
  const cycles = [];
  const visited = new Set();
  const visit = (node, path) => {
    const start = path.indexOf(node);
    if (start >= 0) return void cycles.push([...path.slice(start), node]);
    if (visited.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...path, node]);
    visited.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return cycles;
}

/** The cycles of the folders in `parent`, and of its own files as one, with one import per step. */
function findFolderCycles(files, parent) {
  const prefix = parent === "." ? "" : `${parent}/`;
  const folderOf = (file) =>
    file.startsWith(prefix) ? layerOf(file.slice(prefix.length)) : undefined;
  const folders = new Map();
  for (const [file, targets] of files) {
    const from = folderOf(file);
    for (const target of targets) {
      const to = folderOf(target);
      if (!from || !to || from === to) continue;
      const imports = folders.get(from) ?? new Map();
      if (!imports.has(to)) imports.set(to, `${file} -> ${target}`);
      folders.set(from, imports);
    }
  }
  const edges = new Map([...folders].map(([from, imports]) => [from, [...imports.keys()]]));
  return findCycles(edges).map((cycle) => {
    const examples = cycle.slice(1).map((to, i) => folders.get(cycle[i]).get(to));
    return `folders of ${parent} import each other: ${cycle.join(" -> ")} (${examples.join(", ")})`;
  });
}

/** The edges from each file to those that it imports, and the imports that are not allowed. */
function readImports(files) {
  const problems = [];
  const graph = new Map();
  for (const [file, text] of files) {
    const layer = layers[layerOf(file)];
    if (!layer) problems.push(`${file}: add its folder to scripts/check-imports.mjs`);
    const allowedLayers = [
      layerOf(file),
      "shared",
      ...(layer?.layers ?? []),
      ...(exceptions[file]?.layers ?? []),
    ];
    const allowedPackages = [...(layer?.packages ?? []), ...(exceptions[file]?.packages ?? [])];
    const edges = [];
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
  return { problems, graph };
}

/** The problems of all files of src, given as pairs of path and text. */
export function findImportProblems(files) {
  const { problems, graph } = readImports(files);
  for (const cycle of findCycles(graph)) problems.push(`import cycle: ${cycle.join(" -> ")}`);

  const folders = new Map([[".", []]]);
  const names = new Map();
  for (const file of graph.keys()) {
    const layer = layerOf(file);
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder))
      if (!folders.has(folder)) folders.set(folder, []);
    const name = basename(file);
    if (commonNames.includes(name)) continue;
    const other = names.get(`${layer}/${name}`);
    if (other) problems.push(`${file} has the same name as ${other}`);
    names.set(`${layer}/${name}`, file);
  }
  for (const [folder, own] of folders) {
    problems.push(...findFolderCycles(graph, folder));
    if (own.length > maxFiles)
      problems.push(`${folder} has ${own.length} files, more than ${maxFiles}`);
  }
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  const files = readdirSync("src", { recursive: true })
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .map((path) => [normalize(path), readFileSync(join("src", path), "utf8")]);
  const problems = findImportProblems(files);
  for (const problem of problems) console.error(problem);
  console.log(`imports: ${files.length} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
