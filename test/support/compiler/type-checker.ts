import ts from "typescript";
import { entries } from "../../../scripts/entries.mjs";

/** A file of the repository, by its path there. Without `text`, a file that exists. */
export interface SourceFile {
  readonly name: string;
  readonly text?: string | undefined;
  /** The name in problems. @defaultValue `name` */
  readonly where?: string | undefined;
}

/** Compiler options as in a tsconfig.json. */
export type Options = Readonly<Record<string, unknown>>;

/** What an editor shows over an expression. */
export interface Hover {
  readonly shown: string;
  readonly documentation: string;
}

const strictest: Options = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
  jsx: "react-jsx",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
};

/** Remembers the results of a function of one path. */
function remember<T>(read: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, read(path));
    return known.get(path) as T;
  };
}

/**
 * Checks programs with one language service per set of options. Files of the repository and of
 * packages are read and parsed once.
 */
export function createTypeChecker(root: string) {
  const registry = ts.createDocumentRegistry();
  // Keep the parsed files that only the previous program contained.
  const documents: ts.DocumentRegistry = {
    ...registry,
    releaseDocument() {},
    releaseDocumentWithKey() {},
  };
  const disk = {
    fileExists: remember(ts.sys.fileExists),
    directoryExists: remember(ts.sys.directoryExists),
    readFile: remember((path) => ts.sys.readFile(path)),
    snapshot: remember((path) => toSnapshot(ts.sys.readFile(path))),
  };
  const services = new Map<string, ReturnType<typeof createService>>();
  let version = 0;

  function createService(changes: Options) {
    const { options, errors } = ts.convertCompilerOptionsFromJson(
      { ...strictest, ...changes, paths: toPaths(root) },
      root,
    );
    if (errors[0]) throw new TypeError(toText(errors[0]));
    let roots: readonly string[] = [];
    let texts = new Map<string, string>();
    const versions = new Map<string, { text: string; version: string }>();
    const service = ts.createLanguageService(
      {
        getScriptFileNames: () => [...roots],
        getScriptVersion: (path) => {
          const text = texts.get(path);
          if (text === undefined) return "disk";
          const known = versions.get(path);
          if (known?.text === text) return known.version;
          const added = { text, version: `${++version}` };
          versions.set(path, added);
          return added.version;
        },
        getScriptSnapshot: (path) => toSnapshot(texts.get(path)) ?? disk.snapshot(path),
        getCurrentDirectory: () => root,
        getCompilationSettings: () => options,
        getDefaultLibFileName: ts.getDefaultLibFilePath,
        fileExists: (path) => texts.has(path) || disk.fileExists(path),
        readFile: (path) => texts.get(path) ?? disk.readFile(path),
        directoryExists: disk.directoryExists,
        getDirectories: ts.sys.getDirectories,
        ...(ts.sys.realpath && { realpath: remember(ts.sys.realpath) }),
      },
      documents,
    );
    return {
      open(files: readonly SourceFile[]) {
        const isOpen = ({ name, text }: SourceFile) =>
          roots.includes(root + name) && texts.get(root + name) === text;
        // Another program would check all types again.
        if (files.every(isOpen)) return service;
        texts = new Map(
          files.flatMap(({ name, text }) => (text === undefined ? [] : [[root + name, text]])),
        );
        roots = files.map(({ name }) => root + name);
        return service;
      },
    };
  }

  let latest: ts.LanguageService | undefined;

  /**
   * Opens files as the only ones of a project with these options, except if the files of the
   * previous call contain them.
   */
  function open(files: readonly SourceFile[], options: Options) {
    const key = JSON.stringify(options);
    const found = services.get(key) ?? createService(options);
    services.set(key, found);
    latest = found.open(files);
    return latest;
  }

  return {
    /** Returns every problem in the files. */
    compile(files: readonly SourceFile[], options: Options = {}): string[] {
      const service = open(files, options);
      return files.flatMap(({ name, text, where = text === undefined ? undefined : name }) =>
        [
          ...service.getSyntacticDiagnostics(root + name),
          ...service.getSemanticDiagnostics(root + name),
        ].map((problem) => `${where ?? name + toLine(problem)}: ${toText(problem)}`),
      );
    },

    /** Returns the hover over the last character of each text in a file. */
    hovers(file: SourceFile & { readonly text: string }, texts: readonly string[]): Hover[] {
      const service = open([file], {});
      return texts.map((text) => {
        const at = file.text.indexOf(text) + text.length - 1;
        const info = service.getQuickInfoAtPosition(root + file.name, at);
        return {
          shown: ts.displayPartsToString(info?.displayParts),
          documentation: ts.displayPartsToString(info?.documentation),
        };
      });
    },

    /** Returns `name: type` for every export of a file of the repository, and for its members. */
    signatures(name: string): string[] {
      // The types are the same in every program that contains the file.
      const found = latest?.getProgram();
      const program = found?.getSourceFile(root + name) ? found : open([{ name }], {}).getProgram();
      const source = program?.getSourceFile(root + name);
      const checker = program?.getTypeChecker();
      const module = source && checker?.getSymbolAtLocation(source);
      if (!checker || !module) throw new TypeError(`signatures: "${name}" is not a module.`);
      return checker.getExportsOfModule(module).flatMap((each) => signaturesOf(checker, each));
    },
  };
}

const toText = (problem: ts.Diagnostic) =>
  ts.flattenDiagnosticMessageText(problem.messageText, " ");

/** A colon and the line, counted from 1. */
const toLine = ({ file, start = 0 }: ts.Diagnostic) =>
  `:${(file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1}`;

const toSnapshot = (text: string | undefined) =>
  text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);

const toPaths = (root: string) => {
  // The alias of Next.js projects.
  const paths = { ...entries, "@/lib/*": "*" };
  return Object.fromEntries(Object.entries(paths).map(([name, file]) => [name, [root + file]]));
};

/** The type of an export and the types of its members. */
function signaturesOf(checker: ts.TypeChecker, exported: ts.Symbol): string[] {
  const symbol =
    exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0;
  const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
  const members = type.isUnion()
    ? type.types.flatMap((part) => part.getProperties())
    : type.getProperties();
  const own = members.filter(
    (member) =>
      member.declarations?.some((at) => !at.getSourceFile().fileName.includes("/lib.")) ?? false,
  );
  return [type, ...own.map((member) => checker.getTypeOfSymbol(member))].map(
    (part, i) =>
      `${symbol.name}${i ? `.${own[i - 1]?.name}` : ""}: ${checker.typeToString(part, undefined, ts.TypeFormatFlags.NoTruncation)}`,
  );
}
