import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import vm from "node:vm";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { fetchNode } from "../../../scripts/fetch-runtime.mjs";
import { findRelativeLinks } from "../../docs/markdown.js";
import { allPackages } from "./all-packages.js";
import {
  type Consumer,
  compilations,
  createConsumer,
  loadedPackages,
  loadings,
  program,
  repository,
  typeErrors,
} from "./consumer.js";

/** Has the package and, among others, the peers of every entry. */
let full: Consumer;
/** Has only the package. */
let bare: Consumer;

beforeAll(async () => {
  [full, bare] = await Promise.all([createConsumer(allPackages), createConsumer()]);
});

describe("the package loads", () => {
  const print = `console.log(typeof createClient({ baseUrl: "https://api.example.com", apiKey: "key" }).swap.quote)`;

  test("by import", async () => {
    expect(
      await full.node([
        "--input-type=module",
        "-e",
        `import { createClient } from "bursar"; ${print}`,
      ]),
    ).toBe("function");
  });

  test("by require", async () => {
    expect(
      await full.node([
        "--input-type=commonjs",
        "-e",
        `const { createClient } = require("bursar"); ${print}`,
      ]),
    ).toBe("function");
  });

  test("by require where ES modules cannot be required", async () => {
    const program = `const { createClient } = require("bursar"); ${print}; console.log(require("bursar/schemas").endpoints.length > 0)`;
    expect(
      await full.node(["--no-experimental-require-module", "--input-type=commonjs", "-e", program]),
    ).toBe("function\ntrue");
  });

  test.each([
    ["import", "module", `await import("bursar")`],
    ["require", "commonjs", `require("bursar")`],
  ])("by %s before fetch, Request and TextEncoder are defined", async (_, type, load) => {
    // As in jsdom under Jest, and in older engines of React Native.
    const names =
      "AbortController AbortSignal Blob FormData Headers ReadableStream Request Response TextDecoder TextEncoder URL crypto fetch performance";
    const program = `
      const saved = {};
      for (const name of ${JSON.stringify(names.split(" "))}) {
        saved[name] = Object.getOwnPropertyDescriptor(globalThis, name);
        delete globalThis[name];
      }
      const { createClient } = ${load};
      Object.defineProperties(globalThis, saved);
      ${print}`;
    expect(await full.node([`--input-type=${type}`, "-e", program])).toBe("function");
  });

  test("bursar/schemas by import()", async () => {
    const program = `const { endpoints, SwapQuote } = await import("bursar/schemas"); console.log(endpoints.length > 0, SwapQuote.safeParse({}).success)`;
    expect(await full.node(["--input-type=module", "-e", program])).toBe("true false");
  });

  test("without any peer dependency", async () => {
    const program = `
      import { createRequire } from "node:module";
      import { createClient } from "bursar";
      const here = createRequire(process.cwd() + "/x.js");
      const has = (name) => { try { here.resolve(name); return true; } catch { return false; } };
      console.log(["viem", "undici", "bitcoinjs-lib", "@bitcoinerlab/secp256k1"].filter(has).length);
      ${print}`;
    expect(await bare.node(["--input-type=module", "-e", program])).toBe("0\nfunction");
  });
});

describe("bursar/undici", () => {
  const program = `
    const { createServer } = await import("node:http");
    const server = createServer((_, response) => response.end(JSON.stringify({ limits: [] })));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = "http://127.0.0.1:" + server.address().port;
    const wire = undiciWire({ connections: 1 });
    const client = createClient({ baseUrl, apiKey: "key", wire });
    console.log(JSON.stringify(await client.kyc.financialLimits("ind_1")));
    await wire.close();
    server.close();`;

  test.each(loadings)("sends a call %s", async (_, args, importOf) => {
    const imports = `${importOf("createClient", "bursar")} ${importOf("undiciWire", "bursar/undici")}`;
    expect(await full.node([...args, `${imports} (async () => { ${program} })();`])).toBe(
      '{"limits":[]}',
    );
  });

  test("sends a call with undici 8, which needs Node 22", async ({ skip }) => {
    const { path, reason } = fetchNode("24.21.0");
    if (!path) return skip(reason);
    const newest = await createConsumer(["undici@8"]);
    const imports = `import { createClient } from "bursar"; import { undiciWire } from "bursar/undici";`;
    await newest.write("main.mjs", `${imports} ${program}`);
    const { stdout } = await promisify(execFile)(path, ["main.mjs"], { cwd: newest.folder });
    expect(stdout.trim()).toBe('{"limits":[]}');
  });

  test("is not loaded by the root entry", async () => {
    expect(await loadedPackages(full, `await import("bursar");`)).not.toContain("undici");
  });
});

test("the tarball contains only what users need", async () => {
  const { files } = JSON.parse(
    await readFile(join(full.folder, "node_modules/bursar/package.json"), "utf8"),
  );
  expect(files).toContain("dist");
  const listed = await full.node([
    "-e",
    `console.log(require("fs").readdirSync("node_modules/bursar").join(" "))`,
    "--input-type=commonjs",
  ]);
  expect(
    listed
      .split(" ")
      .filter(
        (name) =>
          !/^(dist|package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|THIRD-PARTY-NOTICES|docs|examples|skills)$/.test(
            name,
          ),
      ),
  ).toEqual([]);
});

test("every relative link of the README resolves in the package", () => {
  const missing = findRelativeLinks("README.md").filter(
    (file) => !existsSync(join(full.folder, "node_modules/bursar", file)),
  );
  expect(missing).toEqual([]);
});

test("the installed package sends a call by import and by require", async () => {
  const program = (load: string) => `
    ${load}
    const fetch = async (request) => Response.json({ limits: [], asked: new URL(request.url).pathname });
    const client = createClient({ baseUrl: "https://api.example.com", apiKey: "key", fetch });
    client.kyc.financialLimits("ind_1").then((limits) => console.log(JSON.stringify(limits)));`;
  const esm = await full.node([
    "--input-type=module",
    "-e",
    program(`import { createClient } from "bursar";`),
  ]);
  const cjs = await full.node([
    "--input-type=commonjs",
    "-e",
    program(`const { createClient } = require("bursar");`),
  ]);
  expect(JSON.parse(esm)).toMatchObject({ limits: [], asked: expect.stringContaining("ind_1") });
  expect(cjs).toBe(esm);
});

test("instanceof and the error guards work across copies and module kinds of the package", async () => {
  await cp(
    join(full.folder, "node_modules/bursar"),
    join(full.folder, "other/node_modules/bursar"),
    { recursive: true },
  );
  await full.write("other/index.js", `export * from "bursar";`);
  await full.write("other/index.cjs", `module.exports = require("bursar");`);
  await full.write(
    "copies.js",
    `
    import * as one from "bursar";
    import * as two from "./other/index.js";
    import three from "./other/index.cjs";
    const respond = () => Response.json({ id: "FIAT_QUOTE_EXPIRED", message: "late" }, { status: 400 });
    const fail = ({ createClient }) =>
      createClient({ baseUrl: "https://api.example.com", apiKey: "key", fetch: async () => respond() })
        .fiat.createDeposit({ quoteId: "q" }).then(() => "no error", (error) => error);
    const copies = [one, two, three];
    const results = [one.ApiError === two.ApiError, two.ApiError === three.ApiError];
    for (const copy of copies) {
      const error = await fail(copy);
      for (const { ApiError, isApiError, isBursarError, QuoteExpiredError, TimeoutError } of copies)
        results.push(error instanceof ApiError && error instanceof QuoteExpiredError && !(error instanceof TimeoutError)
          && isBursarError(error) && isApiError(error, "FIAT_QUOTE_EXPIRED") && !isApiError(error, "NOT_FOUND"));
    }
    console.log(results.join(" "));`,
  );
  expect(await full.node(["copies.js"])).toBe(`false false${" true".repeat(9)}`);
});

describe("types", () => {
  test(`compile with ${compilations.nodeModule.name}`, async () => {
    const packages = ["bursar", "zod"];
    const errors = typeErrors(full, repository, compilations.nodeModule, program, [], packages);
    expect(await errors).toEqual([]);
  });
});

test("a bundle for browsers runs without Buffer, process, require and eval", async () => {
  await full.write(
    "page.js",
    `import { createClient, isApiError } from "bursar";
     globalThis.run = async (fetch) => {
       const client = createClient({ baseUrl: "/api", fetch, logLevel: "off" });
       const limits = await client.kyc.financialLimits("ind_1");
       const error = await client.fiat.createDeposit({ quoteId: "q" }).catch((error) => error);
       return JSON.stringify({ limits, expired: isApiError(error, "FIAT_QUOTE_EXPIRED") });
     };`,
  );
  const { outputFiles, warnings } = await build({
    entryPoints: [join(full.folder, "page.js")],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  expect(warnings).toEqual([]);
  const {
    fetch: _,
    Request,
    Response,
    Headers,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    DOMException,
    FormData,
    Blob,
  } = globalThis;
  const page = {
    Request,
    Response,
    Headers,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    DOMException,
    FormData,
    Blob,
  };
  const context = vm.createContext(
    {
      ...page,
      TextEncoder,
      TextDecoder,
      ReadableStream,
      setTimeout,
      clearTimeout,
      console,
      location: { href: "https://app.example.com/home" },
    },
    { codeGeneration: { strings: false, wasm: false } },
  );
  expect(vm.runInContext("typeof Buffer + typeof process + typeof require", context)).toBe(
    "undefined".repeat(3),
  );
  vm.runInContext(outputFiles[0]?.text ?? "", context);
  const urls: string[] = [];
  const respond = async (request: Request) => {
    urls.push(request.url);
    return request.method === "GET"
      ? Response.json({ limits: [] })
      : Response.json({ id: "FIAT_QUOTE_EXPIRED", message: "late" }, { status: 400 });
  };
  expect(JSON.parse(await context.run(respond))).toEqual({ limits: { limits: [] }, expired: true });
  expect(urls[0]).toMatch(/^https:\/\/app\.example\.com\/api\//);
});
