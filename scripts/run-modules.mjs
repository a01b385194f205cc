// What the Run buttons of the site load: the sources of every entry, and the packages that blocks
// import, as packs of ES modules. One pack has what every program needs.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { entries } from "./entries.mjs";
import { readSetup } from "./first-program.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = "site/.vitepress/run";
const { "bursar/undici": _needsNode, ...ownSources } = entries;

/** The source of each module by the name in an import. */
const sources = {
  ...ownSources,
  ...Object.fromEntries(
    ["bitcoinjs-lib", "ethers", "viem", "viem/accounts", "zod"].map((name) => [name, name]),
  ),
};
const toFile = (name) => `${name.replace(/\W/g, "-")}.js`;
/** What the program of Getting started imports, and most others. */
const coreModules = ["bursar", "bursar/sandbox", "bursar/signing", "viem/accounts"];

/** What a program in a page does not reach: a server, and lookups by HTTP. */
const unused = /^(?:serve-sandbox|ccip)-/;
/** The lists of words for phrases in other languages are a fifth of the core. */
const withoutWordlists = {
  name: "without-wordlists",
  setup(build) {
    build.onLoad({ filter: /bip39.*wordlists/ }, ({ path }) =>
      basename(path) === "english.js" ? undefined : { contents: "export const wordlist = [];" },
    );
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  target: "es2022",
  legalComments: "none",
  logLevel: "error",
};

/** Writes the packs. Returns the size of each with gzip. */
export async function writeRunModules(folder) {
  const { metafile, outputFiles } = await esbuild.build({
    ...shared,
    entryPoints: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [toFile(name).slice(0, -3), source]),
    ),
    format: "esm",
    splitting: true,
    metafile: true,
    outdir: "out",
    plugins: [withoutWordlists],
  });
  const worker = await esbuild.build({ ...shared, entryPoints: [`${program}/worker.ts`] });
  const define = "((names) => Object.assign(globalThis, names))";
  const ambient = esbuild.transformSync(readSetup(define), { loader: "ts", format: "esm" });
  const texts = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));

  /** A file and what it imports. */
  function follow(file, found = new Set(), above = []) {
    if (above.includes(file)) throw new TypeError(`${file} imports itself`);
    if (found.has(file)) return found;
    for (const { path, external } of metafile.outputs[`out/${file}`].imports)
      if (!external && !unused.test(basename(path)))
        follow(basename(path), found, [...above, file]);
    return found.add(file);
  }

  const core = new Set(coreModules.flatMap((name) => [...follow(toFile(name))]));
  const sizes = {};
  mkdirSync(folder, { recursive: true });
  const writePack = (name, files) => {
    const json = JSON.stringify(files);
    const file = `${name}.${createHash("sha256").update(json).digest("hex").slice(0, 8)}.json`;
    writeFileSync(join(folder, file), json);
    sizes[name] = gzipSync(json).length;
    return file;
  };
  const pick = (files) => Object.fromEntries(files.map((file) => [file, texts[file]]));
  const modules = {};
  for (const name of Object.keys(sources)) {
    const file = toFile(name);
    const rest = [...follow(file)].filter((each) => !core.has(each));
    modules[name] = {
      file,
      ...(rest.length > 0 && { pack: writePack(file.slice(0, -3), pick(rest)) }),
    };
  }
  const files = {
    ...pick([...core]),
    "ambient.js": ambient.code,
    "worker.js": worker.outputFiles[0].text,
  };
  writeFileSync(
    join(folder, "packs.json"),
    JSON.stringify({ core: writePack("core", files), modules }),
  );
  return sizes;
}
