// Writes the declarations for CommonJS. They differ from those for ES modules only in extensions.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

for (const name of readdirSync("dist").filter((file) => file.endsWith(".d.ts"))) {
  const text = readFileSync(`dist/${name}`, "utf8").replace(
    /(["']\.\/[^"']+)\.js(?=["'])/g,
    "$1.cjs",
  );
  writeFileSync(`dist/${name.replace(/ts$/, "cts")}`, text);
}
