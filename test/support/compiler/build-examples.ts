import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transformSync } from "esbuild";

/** The entry points of the package that examples import, besides the main one. */
const entryPoints = {
  sandbox: "sandbox",
  signing: "tasks",
  bitcoin: "bitcoin",
  webhooks: "webhooks",
  proxy: "proxy",
  intents: "intents",
  policy: "policy",
};

/** Packages that are bundled with it, because Node takes long to read their hundreds of files. */
const bundled = {
  viem: { ".": "viem", "./accounts": "viem/accounts", "./utils": "viem/utils" },
  "bitcoinjs-lib": { ".": "bitcoinjs-lib" },
};

/** Builds the package and those of `bundled` with common chunks, so that each class exists once. */
async function buildPackages(root: string, target: string): Promise<void> {
  const own = Object.entries({ ".": "", ...entryPoints }).map(
    ([part, layer]) =>
      [part === "." ? part : `./${part}`, join(root, "src", layer, "index.ts")] as const,
  );
  const packages = Object.entries({ bursar: Object.fromEntries(own), ...bundled });
  const files = packages.flatMap(([name, modules]) =>
    Object.entries(modules).map(([part, from]) => [join(name, fileOf(part)), from] as const),
  );
  await build({
    entryPoints: Object.fromEntries(files),
    outdir: target,
    bundle: true,
    splitting: true,
    minifyWhitespace: true,
    format: "esm",
    // Otherwise Node compiles each chunk twice, to find out what it is.
    outExtension: { ".js": ".mjs" },
    platform: "node",
    logLevel: "silent",
  });
  for (const [name, modules] of packages) {
    const parts = Object.keys(modules).map((part) => [part, `./${fileOf(part)}.mjs`]);
    writeFileSync(
      join(target, name, "package.json"),
      JSON.stringify({ name, exports: Object.fromEntries(parts) }),
    );
  }
}

const fileOf = (part: string) => (part === "." ? "index" : part.slice(2));

/** Ends a program as soon as it opens a socket. */
const guard = `import { Socket } from "node:net";
Socket.prototype.connect = (...to) => {
  process.stderr.write("a socket was opened: " + JSON.stringify(to) + "\\n");
  process.exit(99);
};
`;

/**
 * Shortens the pauses between two looks at a status. Time limits are longer than 10 seconds, so
 * they stay.
 */
const shortPauses = `const { setTimeout } = globalThis;
globalThis.setTimeout = (callback, ms, ...rest) =>
  setTimeout(callback, ms < 10_000 ? ms / 100 : ms, ...rest);
`;

/**
 * Creates a folder with a copy of the examples and a package built from the current sources. The
 * programs are compiled to JavaScript, because Node 20 cannot run TypeScript. The folder is inside
 * the repository, so that Node finds the other packages that examples import.
 */
export async function buildExamples(
  root: string,
  parent: string,
  programs: readonly string[],
): Promise<string> {
  const folder = mkdtempSync(join(parent, "examples-"));
  cpSync(join(root, "examples/tour"), join(folder, "examples/tour"), { recursive: true });
  for (const name of programs) {
    const file = join(folder, "examples", name.replace(/\.mts$/, ".mjs"));
    const text = readFileSync(join(root, "examples", name), "utf8");
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, transformSync(text, { loader: "ts", format: "esm" }).code);
  }
  await buildPackages(root, join(folder, "node_modules"));
  // Without its own package.json the folder would belong to the repository's package.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "reader", type: "module" }));
  writeFileSync(join(folder, "guard.mjs"), guard);
  writeFileSync(join(folder, "short-pauses.mjs"), shortPauses);
  // The input of kyc-upload.mts.
  writeFileSync(join(folder, "passport.jpg"), new Uint8Array(400_000));
  return folder;
}
