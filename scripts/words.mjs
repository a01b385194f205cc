// Prints the number of words of each page of docs/, and their sum: `npm run words`. Code counts.
import { readdirSync, readFileSync } from "node:fs";

/** The reference is generated, the other two are for contributors. */
const uncounted = ["api.md", "decisions.md", "testing.md"];
/** The sum when the pages were last shortened, and 500 for each of three larger features since. */
const guide = 27_443 + 3 * 500;

const counts = readdirSync("docs")
  .filter((name) => name.endsWith(".md") && !uncounted.includes(name))
  .map((name) => [name, readFileSync(`docs/${name}`, "utf8").split(/\s+/).filter(Boolean).length]);
counts.sort(([, a], [, b]) => b - a);
const sum = counts.reduce((total, [, count]) => total + count, 0);
for (const [name, count] of counts) console.log(`${String(count).padStart(6)}  ${name}`);
console.log(`${String(sum).padStart(6)}  in all, guide ${guide}`);
if (sum > guide) process.exitCode = 1;
