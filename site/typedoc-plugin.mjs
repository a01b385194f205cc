// Names the modules of the API reference by their import paths.
import { Converter, ReflectionKind } from "typedoc";
import { entryPoints } from "../scripts/reference-pages.mjs";

/** The import path by the name that TypeDoc gives a module: that of its folder. */
const names = Object.fromEntries(
  Object.entries(entryPoints).map(([name, file]) => [
    file.replace(/^src\//, "").replace(/(?:\/?index)?\.ts$/, "") || "index",
    name,
  ]),
);

export function load({ converter }) {
  converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (reflection.kindOf(ReflectionKind.Module))
      reflection.name = names[reflection.name] ?? reflection.name;
  });
}
