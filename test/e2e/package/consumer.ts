import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

export interface Consumer {
  readonly folder: string;
  /** Runs node in the folder and returns its output. */
  node(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>;
  write(name: string, text: string): Promise<string>;
}

/** Packs the package as a release does. Returns the path of the tarball. */
export async function pack(): Promise<{ tarball: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-pack-"));
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    { cwd: repository },
  );
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return { tarball: join(folder, filename), remove: () => rm(folder, { recursive: true }) };
}

/** Creates a project outside the repository and installs the given packages. */
export async function createConsumer(
  packages: readonly string[],
  flags: readonly string[] = [],
): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-consumer-"));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  if (packages.length > 0) {
    await run(
      "npm",
      [
        "install",
        "--no-audit",
        "--no-fund",
        "--prefer-offline",
        "--save-exact",
        ...flags,
        ...packages,
      ],
      { cwd: folder },
    );
  }
  return {
    folder,
    async node(args, environment = {}) {
      const { stdout } = await run(process.execPath, [...args], {
        cwd: folder,
        env: { ...process.env, ...environment },
      });
      return stdout.trim();
    },
    async write(name, text) {
      const path = join(folder, name);
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, text);
      return path;
    },
  };
}

export async function pinned(name: string): Promise<string> {
  const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  return `${name}@${devDependencies[name]}`;
}

/** Returns whether a package can be resolved from the consumer's folder. */
export async function has({ node }: Consumer, name: string): Promise<boolean> {
  const look = `try { require.resolve("${name}"); console.log(true); } catch { console.log(false); }`;
  return (await node(["--input-type=commonjs", "-e", look])) === "true";
}

/** Compiler settings of users. */
export const typesSettings = {
  "nodenext, Node's types": {
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["ES2022"],
    types: ["node"],
  },
  "nodenext, the DOM's types": {
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
  },
  "bundler, the DOM's types": {
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
  },
};

/** Returns the output of a program, also if it failed. */
export async function outputOf(work: Promise<string>): Promise<string> {
  try {
    return await work;
  } catch (error) {
    const {
      stdout = "",
      stderr = "",
      message = "",
    } = error as { stdout?: string; stderr?: string; message?: string };
    return `${stdout}${stderr}` || message;
  }
}

/** The oldest compiler that compiles Zod's declarations without an error. */
export const oldestTypeScript = "5.4.5";

/** A compiler, and the settings and module kind that it compiles with. */
export interface Compilation {
  readonly name: string;
  readonly extension: "ts" | "cts";
  readonly options: (typeof typesSettings)[keyof typeof typesSettings];
  readonly usesOldest: boolean;
}

/**
 * Each setting, each module kind and each compiler. test/e2e/bundlers compiles all entries in more
 * combinations.
 */
export const compilations = [
  toCompilation("nodenext, Node's types", "ES module"),
  toCompilation("nodenext, the DOM's types", "CommonJS"),
  toCompilation("bundler, the DOM's types", "ES module"),
  toCompilation("nodenext, Node's types", "CommonJS", true),
].map((each) => [each.name, each] as const);

function toCompilation(
  settings: keyof typeof typesSettings,
  modules: "ES module" | "CommonJS",
  usesOldest = false,
): Compilation {
  const compiler = usesOldest ? `TypeScript ${oldestTypeScript}` : "the repository's TypeScript";
  return {
    name: `${compiler}: ${settings}, ${modules}`,
    extension: modules === "CommonJS" ? "cts" : "ts",
    options: typesSettings[settings],
    usesOldest,
  };
}

let programCount = 0;

/**
 * Compiles a program with the strictest settings and returns the errors. `oldest` is a folder that
 * has the oldest TypeScript installed. Errors in the declarations of `ignoredPackages` are ignored:
 * old compilers do not compile them under every setting.
 */
export async function typeErrors(
  { node, write }: Consumer,
  oldest: string,
  { extension, options, usesOldest }: Compilation,
  text: string,
  ignoredPackages: readonly string[],
): Promise<string> {
  // Own names, so that several can be compiled at once.
  const name = `program-${++programCount}`;
  const file = `${name}.${extension}`;
  await write(file, text);
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const config = await write(
    `tsconfig.${name}.json`,
    JSON.stringify({ compilerOptions: { ...options, target: "ES2022", ...strict }, files: [file] }),
  );
  const output = await outputOf(
    node([join(usesOldest ? oldest : repository, "node_modules/typescript/bin/tsc"), "-p", config]),
  );
  const isIgnored = (line: string): boolean =>
    ignoredPackages.some(
      (name) =>
        line.startsWith(`node_modules/${name}/`) ||
        (line.includes("TS1479") && new RegExp(`import\\("${name}["/]`).test(line)),
    );
  return output
    .split("\n")
    .filter((line) => line !== "" && !isIgnored(line))
    .join("\n");
}

/** A way to load an entry: a name, the arguments of node, and a function that writes the import. */
export type Loading = readonly [
  name: string,
  args: readonly string[],
  load: (names: string, from: string) => string,
];
export const loadings: readonly [Loading, Loading, Loading] = [
  [
    "by import",
    ["--input-type=module", "-e"],
    (names, from) => `import { ${names} } from "${from}";`,
  ],
  [
    "by require",
    ["--input-type=commonjs", "-e"],
    (names, from) => `const { ${names} } = require("${from}");`,
  ],
  [
    "by require where ES modules cannot be required",
    ["--no-experimental-require-module", "--input-type=commonjs", "-e"],
    (names, from) => `const { ${names} } = require("${from}");`,
  ],
];

/**
 * Lists the packages in `node_modules` that a program loads. The coverage report names every loaded
 * file.
 */
export async function loadedPackages({ node, folder }: Consumer, code: string): Promise<string[]> {
  const reports = await mkdtemp(join(folder, "loaded-"));
  await node(["--input-type=module", "-e", code], { NODE_V8_COVERAGE: reports });
  const names = new Set<string>();
  for (const name of await readdir(reports)) {
    const { result } = JSON.parse(await readFile(join(reports, name), "utf8")) as {
      result: { url: string }[];
    };
    for (const { url } of result) {
      const [, found] = /^file:.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
      if (found) names.add(decodeURIComponent(found));
    }
  }
  return [...names].sort();
}

/**
 * A user's program, compiled against the packed package. It is a string, because the repository
 * itself has no installed `bursar`.
 */
export const program = `
import { type Client, createClient, isApiError, isBursarError, type SwapQuote, type SwapQuoteRequest } from "bursar";
import { endpoints, SwapQuote as SwapQuoteSchema } from "bursar/schemas";

const client: Client = createClient({ baseUrl: "https://api.example.com", apiKey: async () => "key", timeout: undefined });

export async function run(request: SwapQuoteRequest): Promise<SwapQuote[]> {
  try {
    for await (const token of client.tokens.list()) console.log(token);
    const { data, response } = await client.swap.quote(request, { signal: new AbortController().signal }).withResponse();
    console.log(response.status, endpoints.length, SwapQuoteSchema);
    return data.quotes;
  } catch (error) {
    if (isApiError(error, "FIAT_QUOTE_EXPIRED")) console.log(error.status, error.traceId);
    if (isBursarError(error)) console.log(error.kind, error.hint);
    throw error;
  }
}

// @ts-expect-error An incomplete request. This also shows that the types are not \`any\`.
client.swap.quote({ amountIn: "1" });
`;
