import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What an editor shows for a snippet. */
export interface Editor {
  /** The hover over the last character of `text` in the snippet. */
  hover(text: string): { readonly shown: string; readonly documentation: string };
  /** The names of both files in `service`. */
  readonly files: { readonly snippet: string; readonly entry: string };
  readonly service: ts.LanguageService;
}

/** Opens a snippet as if it were the file `file` of the repository. `entry` is what it imports. */
export function openEditor(file: string, entry: string, snippet: string): Editor {
  const name = root + file;
  const settings = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config;
  const service = ts.createLanguageService({
    getScriptFileNames: () => [name, root + entry],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = path === name ? snippet : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ts.parseJsonConfigFileContent(settings, ts.sys, root).options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === name || ts.sys.fileExists(path),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return {
    hover(text) {
      const info = service.getQuickInfoAtPosition(name, snippet.indexOf(text) + text.length - 1);
      return {
        shown: ts.displayPartsToString(info?.displayParts),
        documentation: ts.displayPartsToString(info?.documentation),
      };
    },
    files: { snippet: name, entry: root + entry },
    service,
  };
}
