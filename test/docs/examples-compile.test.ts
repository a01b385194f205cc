import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ambient, findExamples } from "./examples.js";

const root = new URL("../../", import.meta.url).pathname;
const examples = findExamples();

describe("a code example", () => {
  test("exists for every public function and method", () => {
    // One for every method of the client, and one for every other public function and class.
    expect(examples.length).toBeGreaterThan(45);
  });

  test("compiles with the strictest settings", { timeout: 60_000 }, () => {
    const files = new Map([[`${root}examples-ambient.ts`, ambient]]);
    examples.forEach(({ code }, i) => {
      files.set(`${root}example-${i}.ts`, `${code}\nexport {};\n`);
    });
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: [
        "lib.es2022.d.ts",
        "lib.dom.d.ts",
        "lib.dom.iterable.d.ts",
        "lib.dom.asynciterable.d.ts",
      ],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
      paths: {
        bursar: [`${root}src/index.ts`],
        "bursar/schemas": [`${root}src/contract/index.ts`],
        "bursar/sandbox": [`${root}src/sandbox/index.ts`],
        "bursar/bitcoin": [`${root}src/bitcoin/index.ts`],
        "bursar/proxy": [`${root}src/proxy/index.ts`],
        "bursar/signing": [`${root}src/signing/index.ts`],
        "bursar/webhooks": [`${root}src/webhooks/index.ts`],
        "bursar/query": [`${root}src/query/index.ts`],
      },
    };
    const host = ts.createCompilerHost(options);
    const { readFile, fileExists, getSourceFile } = host;
    host.readFile = (name) => files.get(name) ?? readFile(name);
    host.fileExists = (name) => files.has(name) || fileExists(name);
    host.getSourceFile = (name, language, ...rest) => {
      const text = files.get(name);
      return text === undefined
        ? getSourceFile(name, language, ...rest)
        : ts.createSourceFile(name, text, language);
    };
    const program = ts.createProgram([...files.keys()], options, host);
    const problems = [...files.keys()].flatMap((name, i) => {
      const source = program.getSourceFile(name);
      return [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ].map(
        ({ messageText }) =>
          `${examples[i - 1]?.where ?? "ambient"}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      );
    });
    expect(problems).toEqual([]);
  });
});
