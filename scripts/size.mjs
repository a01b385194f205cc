// Measures what users' pages load, in gzip bytes, with two bundlers, and the package. Checks that
// no bundle contains Node APIs or code that was not imported. A size may exceed its guide by 10 %,
// so that no one shrinks clear code to save single bytes.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { rolldown } from "rolldown";

const client = `import { createClient } from "bursar"; globalThis.client = createClient({ baseUrl: "/api" });`;
const oneSchema = `import { SwapQuote } from "bursar/schemas"; globalThis.schema = SwapQuote;`;
const sandbox = `import { createSandbox } from "bursar/sandbox"; globalThis.sandbox = createSandbox();`;
const oneSignature = `import { signQuote } from "bursar/signing"; globalThis.signQuote = signQuote;`;
/**
 * The viem functions that hash and sign a message, typed data and an authorization, or recover the
 * signer.
 */
const viemCalls = `import { hashMessage, hashTypedData, recoverAddress } from "viem";
import { signAuthorization, signMessage, signTypedData } from "viem/actions"; import { hashAuthorization, recoverAuthorizationAddress } from "viem/utils";
globalThis.viem = [hashMessage, hashTypedData, recoverAddress, recoverAuthorizationAddress, signAuthorization, signMessage, signTypedData, hashAuthorization];`;
const sameCalls = `${viemCalls} import * as bursar from "bursar/signing";
globalThis.bursar = [bursar.signUserOperation, bursar.signTypedData, bursar.signAuthorization];`;
/**
 * A page that fetches quotes and signs one: with viem alone, without any check, and with
 * bursar/signing.
 */
const quoteByHand = `${client} ${viemCalls}`;
const quoteSigned = `${client} import { pickExecutable, signQuote } from "bursar/signing"; globalThis.sign = [pickExecutable, signQuote];`;
const signing = `import * as signing from "bursar/signing"; globalThis.signing = signing;`;
const oneAddress = `import { isBitcoinAddress } from "bursar/bitcoin"; globalThis.check = isBitcoinAddress;`;
const bitcoin = `import * as bitcoin from "bursar/bitcoin"; globalThis.bitcoin = bitcoin;`;
const webhooks = `import * as webhooks from "bursar/webhooks"; globalThis.webhooks = webhooks;`;
const stores = `import * as stores from "bursar/stores"; globalThis.stores = stores;`;
const receipts = `import { createReceipts, verifyReceipts } from "bursar/receipts"; globalThis.receipts = [createReceipts, verifyReceipts];`;
const tools = `import * as tools from "bursar/tools"; globalThis.tools = tools;`;
const queriesOf = `${client} import { createQueries } from "bursar/query"; globalThis.queries = createQueries(globalThis.client);`;
const proxy = `import * as proxy from "bursar/proxy"; globalThis.proxy = proxy;`;
const undici = `import { undiciWire } from "bursar/undici"; globalThis.wire = undiciWire();`;
const bitcoinPeers = ["bitcoinjs-lib", "@bitcoinerlab/secp256k1"];

/**
 * A row counts the entry of a bundle with its static imports. `without` lists packages that are
 * external. The bytes of the program `over` are subtracted. Rows marked `sandbox` must contain the
 * sandbox, and other rows must not. Only the sandbox loads code after its start. Rows marked
 * `bitcoin` must contain their peers unless they are external. Only rows marked `zod` contain Zod.
 * Rows marked `node` are for servers only.
 */
const budgets = [
  { name: "createClient", code: client, guide: 58_000 },
  { name: "createClient and createQueries", code: queriesOf, guide: 60_000 },
  { name: "one schema of bursar/schemas", code: oneSchema, guide: 16_000, zod: true },
  {
    name: "the signing calls that viem has too, over viem's own",
    code: sameCalls,
    over: viemCalls,
    // All sign functions share one skeleton. The others pass it what they need more.
    guide: 12_100,
    viem: true,
  },
  {
    name: "a page that checks and signs a quote, over one that signs by viem",
    code: quoteSigned,
    over: quoteByHand,
    // The receipts of its decisions are 0.7 kB of it.
    guide: 18_100,
    viem: true,
  },
  {
    name: "signQuote of bursar/signing, without viem",
    code: oneSignature,
    // The receipts of its decisions and mandates are 1.2 kB of it.
    guide: 22_100,
    without: ["viem"],
  },
  {
    name: "all of bursar/signing, without viem",
    code: signing,
    // The look at what happened is 5 kB of it, the receipts are 1 kB.
    guide: 39_900,
    without: ["viem"],
  },
  { name: "bursar/proxy", code: proxy, guide: 54_000 },
  {
    name: "createSandbox, without viem",
    code: sandbox,
    guide: 77_500,
    sandbox: true,
    without: ["viem"],
  },
  {
    name: "createSandbox, with viem",
    code: sandbox,
    // `node` returns a viem client with all public actions.
    guide: 165_000,
    sandbox: true,
  },
  {
    name: "isBitcoinAddress, without peers",
    code: oneAddress,
    guide: 4_100,
    bitcoin: true,
    without: bitcoinPeers,
  },
  {
    name: "isBitcoinAddress, with peers",
    code: oneAddress,
    guide: 54_000,
    bitcoin: true,
  },
  {
    name: "bursar/bitcoin, without peers",
    code: bitcoin,
    guide: 13_400,
    bitcoin: true,
    without: bitcoinPeers,
  },
  {
    name: "bursar/bitcoin, with peers",
    code: bitcoin,
    guide: 76_000,
    bitcoin: true,
  },
  // The HMAC is 3 kB of it.
  { name: "all of bursar/webhooks", code: webhooks, guide: 12_500 },
  // The lines of receipts and SHA-256 are 3 kB of it.
  { name: "all of bursar/stores", code: stores, guide: 9_400 },
  { name: "createReceipts and verifyReceipts", code: receipts, guide: 6_500 },
  // Nearly all of it are the records of every operation and what builds requests. A program that
  // uses the tools has both already, in its client.
  { name: "all of bursar/tools", code: tools, guide: 34_500 },
  {
    name: "bursar/undici, without undici",
    code: undici,
    guide: 4_500,
    node: true,
    without: ["undici"],
  },
];

const root = fileURLToPath(new URL("..", import.meta.url));
/** The path of the measured program. It exists only in memory. */
const page = join(root, "page.mjs");
const outdir = join(root, "page");

/**
 * Each bundler returns its chunks in the same form, the modules that it included, and its warnings.
 */
const bundlers = {
  async esbuild(code, { without, platform }) {
    const { outputFiles, metafile, warnings } = await esbuild.build({
      stdin: { contents: code, resolveDir: root, sourcefile: page },
      bundle: true,
      minify: true,
      format: "esm",
      platform,
      splitting: true,
      external: without.flatMap((name) => [name, `${name}/*`]),
      write: false,
      metafile: true,
      outdir,
      absWorkingDir: root,
      logLevel: "silent",
    });
    const texts = new Map(outputFiles.map((file) => [file.path.slice(root.length), file.text]));
    const chunks = Object.entries(metafile.outputs).map(([name, output]) => ({
      name,
      text: texts.get(name),
      isEntry: output.entryPoint !== undefined && !output.entryPoint.includes("dist/"),
      imports: output.imports
        .filter(({ kind, external }) => kind === "import-statement" && !external)
        .map(({ path }) => path),
      // A module that is imported but contributes nothing is listed with 0 bytes.
      modules: Object.entries(output.inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([path]) => join(root, path)),
    }));
    const modules = Object.keys(metafile.inputs).map((path) => join(root, path));
    return { chunks, modules, warnings: warnings.map(({ text }) => text) };
  },
  async rolldown(code, { without, platform }) {
    const warnings = [];
    const bundle = await rolldown({
      input: page,
      cwd: root,
      platform,
      external: (id) => without.some((name) => id === name || id.startsWith(`${name}/`)),
      plugins: [
        {
          name: "page",
          resolveId: (id) => (id === page ? id : null),
          load: (id) => (id === page ? code : null),
        },
      ],
      onLog: (level, log) => level === "warn" && warnings.push(log.message),
    });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    await bundle.close();
    const names = new Set(output.map(({ fileName }) => fileName));
    const chunks = output.map((chunk) => ({
      name: chunk.fileName,
      text: chunk.code,
      isEntry: chunk.isEntry,
      imports: chunk.imports.filter((name) => names.has(name)),
      modules: chunk.moduleIds,
    }));
    return { chunks, modules: output.flatMap(({ moduleIds }) => moduleIds), warnings };
  },
};

const isEntry = (chunk) => chunk.isEntry;

/** The names of the chunks `from`, and of all chunks that they import statically. */
function staticClosure(chunks, from) {
  const reached = new Set(from.map(({ name }) => name));
  for (const name of reached)
    for (const next of chunks.find((chunk) => chunk.name === name).imports) reached.add(next);
  return reached;
}

/** Whether a built file contains code of a source file. Its comments name its source files. */
const hasSource = (module, source) =>
  isOwn(module) && readFileSync(module, "utf8").includes(`\n// ${source}`);
const isOwn = (module) => /[\\/]dist[\\/][^\\/]+\.js$/.test(module) && !/node_modules/.test(module);
const isSandbox = (module) => hasSource(module, "src/sandbox/");
const isPeer = (module) =>
  /node_modules[\\/](viem|ox|bitcoinjs-lib|@bitcoinerlab|msw|@tanstack)[\\/]/.test(module);
const isBitcoinPeer = (module) =>
  /node_modules[\\/](bitcoinjs-lib|@bitcoinerlab)[\\/]/.test(module);
const isZod = (module) => /node_modules[\\/]zod[\\/]/.test(module);
const isViem = (module) => /node_modules[\\/](viem|ox)[\\/]/.test(module);
/** The sandbox's access to Node's http server. It does not disturb a bundler or a browser. */
const nodeAccess = /getBuiltinModule\?\.\(["'`]node:http["'`]\)/g;

const problems = [];
const rows = [];

function loadsLater(chunks) {
  const names = staticClosure(chunks, chunks.filter(isEntry));
  return chunks.some(({ name, modules }) => !names.has(name) && modules.some(isOwn));
}

function sizeOf(chunks) {
  const names = staticClosure(chunks, chunks.filter(isEntry));
  const counted = chunks.filter(({ name }) => names.has(name));
  return counted.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
}

for (const {
  name,
  code,
  over,
  guide,
  sandbox = false,
  bitcoin = false,
  viem = sandbox,
  zod = false,
  node = false,
  without = [],
} of budgets) {
  const row = { import: name };
  for (const [bundler, run] of Object.entries(bundlers)) {
    const options = { without, platform: node ? "node" : "browser" };
    const { chunks, modules, warnings } = await run(code, options);
    const bytes = sizeOf(chunks) - (over ? sizeOf((await run(over, options)).chunks) : 0);
    row[bundler] = bytes;
    const problem = (text) => problems.push(`${name}, ${bundler}: ${text}`);
    const most = Math.floor(guide * 1.1);
    if (bytes > most) problem(`${bytes} bytes, more than 10 % above the guide of ${guide}`);
    if (bytes <= 0) problem("nothing was measured");
    if (!sandbox && loadsLater(chunks)) problem("loads code of the package after its start");
    for (const warning of warnings) problem(`warns: ${warning}`);
    // One module of each kind is enough to find the unwanted import.
    const peer = modules.find(
      (module) =>
        isPeer(module) && !(viem && isViem(module)) && !(bitcoin && isBitcoinPeer(module)),
    );
    if (peer) problem(`contains ${peer}`);
    const sandboxModule = sandbox ? undefined : modules.find(isSandbox);
    if (sandboxModule) problem(`contains the sandbox: ${sandboxModule}`);
    // Proves that the search above would find the sandbox.
    if (sandbox && !modules.some(isSandbox)) problem("does not contain the sandbox");
    if (sandbox && modules.some(isViem) === without.includes("viem"))
      problem(without.includes("viem") ? "contains viem" : "does not contain viem");
    if (!zod && modules.some(isZod)) problem("contains Zod");
    if (bitcoin && modules.some(isBitcoinPeer) === without.length > 0)
      problem(without.length > 0 ? "contains its peers" : "does not contain its peers");
    for (const { text } of node ? [] : chunks) {
      const unwanted = (sandbox ? text.replace(nodeAccess, "") : text).match(
        /\bBuffer\b|\brequire\(|["'`]node:[a-z]/,
      );
      if (unwanted) problem(`contains ${unwanted[0]}`);
    }
  }
  rows.push({ ...row, guide });
}

console.table(rows);

/** The tarball, and what it needs on a disk. The texts of the OpenAPI document are 40 kB of it. */
const packageGuides = { size: 945_000, unpackedSize: 3_600_000 };
const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
  cwd: root,
  stdio: ["ignore", "pipe", "ignore"],
  shell: process.platform === "win32",
});
const [tarball] = JSON.parse(packed.toString());
for (const [name, guide] of Object.entries(packageGuides)) {
  console.log(`${tarball.filename}, ${name}: ${tarball[name]} bytes, guide ${guide}`);
  if (!(tarball[name] <= guide * 1.1)) problems.push(`the package, ${name}: above ${guide} bytes`);
}

for (const problem of new Set(problems)) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
