import * as esbuild from "esbuild";

type Modules = Readonly<Record<string, unknown>>;

/** Runs a block of a page with these modules in place of its imports. */
export async function runBlock(code: string, modules: Modules, variables: object): Promise<void> {
  const all = { ...variables, modules };
  const run = new Function(...Object.keys(all), `return ${toScript(code, modules)}`);
  await run(...Object.values(all));
}

/** Replaces imports by variables, so that a block uses the sources. */
function toScript(code: string, modules: Modules): string {
  const body = code.replace(
    /^import (type )?(?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";$/gm,
    (_line, isType, names: string | undefined, all: string | undefined, from: string) => {
      if (isType) return "";
      if (!(from in modules)) throw new Error(`run-block.ts: unknown import "${from}"`);
      const fields = names?.replace(/\btype \w+,?/g, "").replace(/ as /g, ": ");
      return `const ${all ?? `{${fields}}`} = modules["${from}"];`;
    },
  );
  return esbuild.transformSync(`(async () => {${body}\n})()`, { loader: "ts", target: "es2022" })
    .code;
}
