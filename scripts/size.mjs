// Holds what users' pages load, in gzip bytes, by two bundlers; and that no bundle holds what a browser lacks or nobody asked for.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { rolldown } from "rolldown";

const client = `import { createClient } from "bursar"; globalThis.client = createClient({ baseUrl: "/api" });`;
const oneSchema = `import { SwapQuote } from "bursar/schemas"; globalThis.schema = SwapQuote;`;

/** `part`: what of the output counts. `initial` is the entry with its static imports, `lazy` all that is loaded later. */
const budgets = [
  { name: "createClient, on page load", code: client, part: "initial", limit: 25_000 },
  { name: "createClient, loaded by calls", code: client, part: "lazy", limit: 27_000 },
  { name: "createClient, in one file", code: client, part: "all", limit: 50_000 },
  { name: "one schema of bursar/schemas", code: oneSchema, part: "initial", limit: 12_000 },
];

const folder = fileURLToPath(new URL("../.cache/size/", import.meta.url));
mkdirSync(folder, { recursive: true });

/** Both bundlers answer with chunks of one form, the modules they took, and their warnings. */
const bundlers = {
  async esbuild(input, splitting) {
    const { outputFiles, metafile, warnings } = await esbuild.build({
      entryPoints: [input],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      splitting,
      write: false,
      metafile: true,
      outdir: folder,
      absWorkingDir: folder,
      logLevel: "silent",
    });
    const texts = new Map(outputFiles.map((file) => [file.path.slice(folder.length), file.text]));
    const chunks = Object.entries(metafile.outputs).map(([name, output]) => ({
      name,
      text: texts.get(name),
      isEntry: output.entryPoint !== undefined && !output.entryPoint.includes("dist/"),
      imports: output.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path),
    }));
    return { chunks, modules: Object.keys(metafile.inputs), warnings: warnings.map(({ text }) => text) };
  },
  async rolldown(input, splitting) {
    const warnings = [];
    const bundle = await rolldown({ input, platform: "browser", onLog: (level, log) => level === "warn" && warnings.push(log.message) });
    const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: splitting });
    await bundle.close();
    const chunks = output.map((chunk) => ({ name: chunk.fileName, text: chunk.code, isEntry: chunk.isEntry, imports: chunk.imports }));
    return { chunks, modules: output.flatMap(({ moduleIds }) => moduleIds), warnings };
  },
};

function staticClosure(chunks) {
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ name }) => name));
  for (const name of reached) for (const next of chunks.find((chunk) => chunk.name === name).imports) reached.add(next);
  return reached;
}

const problems = [];
const rows = [];
for (const { name, code, part, limit } of budgets) {
  const row = { import: name };
  for (const [bundler, run] of Object.entries(bundlers)) {
    const input = `${folder}${part}-${code.length}.mjs`;
    writeFileSync(input, code);
    const { chunks, modules, warnings } = await run(input, part !== "all");
    const initial = staticClosure(chunks);
    const counted = chunks.filter((chunk) => part === "all" || initial.has(chunk.name) === (part === "initial"));
    const bytes = counted.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
    row[bundler] = bytes;
    if (bytes > limit) problems.push(`${name}, ${bundler}: ${bytes} bytes, ${bytes - limit} too many`);
    if (bytes === 0) problems.push(`${name}, ${bundler}: nothing was measured`);
    for (const warning of warnings) problems.push(`${name}, ${bundler} warns: ${warning}`);
    for (const module of modules)
      if (/node_modules\/(viem|ox|bitcoinjs-lib|@bitcoinerlab|msw)\//.test(module)) problems.push(`${name}, ${bundler}: holds ${module}`);
    for (const { text } of chunks) {
      const unwanted = text.match(/\bBuffer\b|\brequire\(|["']node:[a-z]/);
      if (unwanted) problems.push(`${name}, ${bundler}: holds ${unwanted[0]}`);
    }
  }
  rows.push({ ...row, budget: limit });
}

console.table(rows);
for (const problem of new Set(problems)) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
