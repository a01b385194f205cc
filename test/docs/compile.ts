import ts from "typescript";

const root = new URL("../../", import.meta.url).pathname;

const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
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
    "bursar/openapi": [`${root}src/openapi/index.ts`],
    // The alias of Next.js projects.
    "@/lib/*": [`${root}*`],
  },
};

/** A file at the root of the repository. Without `text`, a file that exists. */
export interface SourceFile {
  readonly name: string;
  readonly text?: string | undefined;
  /** The name in problems. @defaultValue `name` */
  readonly where?: string | undefined;
}

/** Parsed files of the repository and of packages. Most compilations need the same 1,000 files. */
const parsedFiles = new Map<string, ts.SourceFile | undefined>();
const registry = ts.createDocumentRegistry();

/** Compiles files with the strictest settings. Returns every problem in them. */
export function compile(files: readonly SourceFile[], changes: ts.CompilerOptions = {}): string[] {
  const texts = new Map(files.map(({ name, text }) => [root + name, text]));
  const options = { ...strictest, ...changes };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const settingsKey = registry.getKeyForCompilationSettings(options);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, language);
    const key = JSON.stringify([settingsKey, language, name]);
    if (!parsedFiles.has(key)) parsedFiles.set(key, getSourceFile(name, language, ...rest));
    return parsedFiles.get(key);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return files.flatMap(({ name, where = name }) => {
    const source = program.getSourceFile(root + name);
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${where}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  });
}
