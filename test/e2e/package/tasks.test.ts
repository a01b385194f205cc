import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, parse } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { allPackages } from "./all-packages.js";
import {
  type Consumer,
  compilations,
  compile,
  createConsumer,
  oldestTypeScript,
  outputOf,
  repository,
  typeErrors,
  typesSettings,
} from "./consumer.js";
import { findWorkarounds } from "./find-workarounds.js";

const folder = new URL("tasks/", import.meta.url).pathname;
const programs = readdirSync(folder).filter((file) => /^\d\d-/.test(file));
const mocked = programs.filter((file) => file.endsWith(".spec.ts"));
/** The lines that each program prints. */
const outputs: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  "01-first-call": [/^100 USDC buy at least 0\.03\d+ WETH$/],
  "02-register-and-fund": [
    "registered a new wallet",
    "found the wallet",
    "the owner calls 0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    "500 usdc on chain 137",
  ],
  "03-swap": [
    /^100 USDC buy at least 0\.03\d+ WETH$/,
    "the swap is COMPLETED",
    "usdc: 400",
    /^weth: 0\.03\d+$/,
  ],
  "04-swap-with-injected-wallet": [
    "wallet: eth_requestAccounts",
    "You sign: a swap at the market price",
    "You give: 100 of USDC on Polygon (137)",
    /^You get at least: 0\.03\d+ of WETH on Polygon \(137\)/,
    "Leaves the wallet: at most 100 of USDC on Polygon (137)",
    /^From: 0x[0-9a-f]{40}$/,
    /^To: 0x[0-9a-f]{40}$/,
    /^Valid until: /,
    /^Worth by the quote: 99\.97\d* US dollars, to get 99\.\d+ US dollars$/,
    /^Fee \(GAS\): .* of USDC/,
    /^Fee \(SERVICE\): .* of USDC/,
    /^Total cost: 0\.\d+ US dollars$/,
    /^Loss: .* US dollars, /,
    "Warning: Only the hash of the operation is known: it can do anything.",
    /^Hash of the operation: 0x[0-9a-f]{64}$/,
    "wallet: personal_sign",
    "the swap is COMPLETED",
  ],
  "05-limit-order": [
    "the order is PROCESSING",
    "cancelled: true",
    "cancelled again: CANCEL_LIMIT_ORDER_NOT_ALLOWED",
  ],
  "06-history": [
    /^the newest: [A-Z_]+, [A-Z_]+, [A-Z_]+$/,
    /^failed: [1-9]\d+$/,
    "first run: 300",
    "second run: 9700",
  ],
  "07-fiat": [
    "250 USD buy 247.5 USDC",
    /^pay by ACH to \S.*, with the memo DEPOSIT_\d+$/,
    "ON_RAMP is COMPLETED",
    /^50 USDC pay \d+(\.\d+)? BRL$/,
    "the withdrawal is COMPLETED",
  ],
  "08-identity-check": ["COMPLETED", "ON_RAMP: 3000 USD today", "OFF_RAMP: 3000 USD today"],
  "09-liquidity": [
    "USDC and WETH at 0.05 %",
    "opened: COMPLETED",
    "collected: COMPLETED",
    "closed: COMPLETED",
  ],
  "10-lending": [
    "LENDING_SUPPLY_BORROW by LENDER_A",
    "the operation is COMPLETED",
    "SUPPLY 1000 USDC",
    "BORROW 0.1 WETH",
  ],
  "11-errors": [
    /^wallets\.history: 404 ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT, trace \w+$/,
    "not sent: params.walletAddress",
    /^it may have happened, so check first: read the transaction's metadata/,
    "no response within 50 ms (attempt)",
    "aborted, nothing was sent",
    "not signed: UnsafeToSignError",
    /^fix your code: baseUrl must begin with https/,
    "RangeError: from elsewhere",
    "get a new quote",
  ],
  "12-bitcoin": [
    /^P2WPKH bc1q[0-9a-z]{38}$/,
    "invalid: checksum",
    "the proof is true",
    "for other words false",
    /^fee: 1000 satoshis, 6\.\d per virtual byte$/,
    /^complete: true, 15\d virtual bytes$/,
    "without change: feeRate, fee",
  ],
  "13-proxy": ["1000 usdc", "403 PROXY_FORBIDDEN", "403 PROXY_OPERATION_NOT_ALLOWED"],
  "14-react": [
    /^<p>3 tokens<\/p><ul>(<li>[A-Z_]+<\/li>){3}<\/ul><button type="button">More<\/button>$/,
  ],
  "16-webhooks": [
    "order_1 is COMPLETED: 247.5",
    "204",
    "204",
    /^webhook rejected \(bad_signature\)/,
    "401",
    "ramp.deposit true",
  ],
};

describe("the programs of a new user", () => {
  test.each(programs)("%s needs no cast and no other way around the types", (file) =>
    expect(findWorkarounds(file, readFileSync(join(folder, file), "utf8"))).toEqual([]),
  );

  test.each([
    "value!",
    "value as string",
    "<string>value",
    "const value: any = 1",
    "let value!: string",
    "class A { value!: string }",
    "const isText = (value: unknown): value is string => true",
    'import { a } from "./a.js"',
    "// @ts-expect-error", // A program to find, not a directive of this file.
    "// @ts-ignore", // A program to find, not a directive of this file.
  ])("are searched for `%s`", (text) => {
    expect(findWorkarounds("program.ts", `export {};\n${text};`)).toEqual([
      expect.stringMatching(/^2: /),
    ]);
  });

  test("may use `as const`, `satisfies` and `!`", () =>
    expect(findWorkarounds("a.ts", "if (!a) b = [1] as const satisfies number[];")).toEqual([]));

  test("have one list of expected lines each", () =>
    expect([...Object.keys(outputs), ...mocked.map((file) => parse(file).name)].sort()).toEqual(
      programs.map((file) => parse(file).name).sort(),
    ));
});

/** A project of a user. */
interface Project {
  readonly name: string;
  readonly folder: string;
  readonly type: "module" | "commonjs";
  readonly options: object;
  readonly runs: boolean;
}
const { "nodenext, Node's types": nodenext, "bundler, the DOM's types": bundler } = typesSettings;
const projects: readonly Project[] = [
  { name: "an ES module", folder: "esm", type: "module", options: nodenext, runs: true },
  { name: "CommonJS", folder: "cjs", type: "commonjs", options: nodenext, runs: true },
  {
    name: "a bundler's module",
    folder: "bundled",
    type: "module",
    options: { ...bundler, types: ["node"] },
    runs: false,
  },
];

let user: Consumer;
let compilers: Consumer;
/** The compiler's errors, by folder of the project. */
let errors: Readonly<Record<string, string[]>>;

beforeAll(async () => {
  [user, compilers] = await Promise.all([
    createConsumer(allPackages),
    createConsumer([`typescript@${oldestTypeScript}`]),
  ]);
  const compiled = projects.map(async (project) => [project.folder, await compileAll(project)]);
  errors = Object.fromEntries(await Promise.all(compiled));
});

/** Compiles all programs. Returns the errors in them and in the package's declarations. */
async function compileAll({ folder: target, type, options, runs }: Project): Promise<string[]> {
  await user.write(`${target}/package.json`, JSON.stringify({ type }));
  for (const file of programs) await cp(join(folder, file), join(user.folder, target, "src", file));
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    skipLibCheck: false,
  };
  const output = runs ? { rootDir: "src", outDir: "out" } : { noEmit: true };
  const compilerOptions = { ...options, target: "ES2022", jsx: "react-jsx", ...strict, ...output };
  const config = await user.write(
    `${target}/tsconfig.json`,
    JSON.stringify({ compilerOptions, include: ["src"] }),
  );
  return compile(config, repository);
}

/** CommonJS runs the programs that import an entry of the package that none before them does. */
function pickCommonJs(): string[] {
  const known = new Set<string>();
  return Object.keys(outputs).filter((name) => {
    const [file = name] = programs.filter((each) => parse(each).name === name);
    const text = readFileSync(join(folder, file), "utf8");
    const fresh = [...text.matchAll(/"(bursar[^"]*)"/g)].filter(
      ([, entry = ""]) => !known.has(entry),
    );
    for (const [, entry = ""] of fresh) known.add(entry);
    return fresh.length > 0;
  });
}

const byName = (project: Project) => [project.name, project.folder] as const;

describe.each(projects.map(byName))("as %s, the programs", (_, target) => {
  test("compile with the strictest settings", () => expect(errors[target]).toEqual([]));
});

describe.each(projects.filter(({ runs }) => runs).map(byName))("as %s", (_, target) => {
  const names = target === "cjs" ? pickCommonJs() : Object.keys(outputs);
  test.concurrent.each(names)("%s runs on the sandbox", async (name) => {
    const lines = (await outputOf(user.node([`${target}/out/${name}.js`]))).split("\n");
    const expected = (outputs[name] ?? []).map((line) =>
      typeof line === "string" ? line : expect.stringMatching(line),
    );
    expect(lines).toEqual(expected);
  });

  test.each(mocked)("%s passes in the user's vitest", async (file) => {
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--root", target, `src/${file}`];
    const output = await outputOf(user.node(vitest, { NO_COLOR: "1", FORCE_COLOR: "0" }));
    expect(output).toMatch(/Tests\s+3 passed \(3\)/);
  });
});

describe("the types that programs rely on", () => {
  const program = readFileSync(join(folder, "types.ts"), "utf8");
  test.concurrent.each(Object.values(compilations))("compile with $name", async (compilation) => {
    const compiler = compilation.usesOldest ? compilers.folder : repository;
    expect(await typeErrors(user, compiler, compilation, program)).toEqual([]);
  });
});
