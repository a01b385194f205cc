// Runs the programs of pages, whose imports are those of a user of the package.
import * as esbuild from "esbuild";

/** Runs a program with these modules in place of its imports, and with these variables. */
export async function runBlock(code, modules, variables) {
  const all = { ...variables, modules };
  const run = new Function(...Object.keys(all), `return ${toScript(code, modules)}`);
  await run(...Object.values(all));
}

function toScript(code, modules) {
  const body = code.replace(
    /^import (type )?(?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";$/gm,
    (_line, isType, names, all, from) => {
      if (isType) return "";
      if (!(from in modules)) throw new Error(`run-block.mjs: unknown import "${from}"`);
      const fields = names?.replace(/\btype \w+,?/g, "").replace(/ as /g, ": ");
      return `const ${all ?? `{${fields}}`} = modules["${from}"];`;
    },
  );
  return esbuild.transformSync(`(async () => {${body}\n})()`, { loader: "ts", target: "es2022" })
    .code;
}
