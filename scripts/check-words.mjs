// Fails on phrases that docs/style.md replaces by a plain term. Searches code, test titles and Markdown.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Phrase (a regular expression, whole words) → the term to use instead. */
const phrases = {
  "answer(s|ed|ing)?": "response, respond, return",
  "answers with": "responds with, returns",
  "(hold|holds|held) against": "validate against the schema",
  "(ask|asks) Zod": "validate with Zod",
  "(of the )?promised form": "matches the schema",
  "(somebody|something) in between": "an intermediary (CDN, gateway, proxy)",
  "dies|what can die": "expires",
  "went away|goes away": "the caller aborted, the client disconnected",
  "told of|is told|tells?": "emit an event, notify, call",
  "informs?": "emit an event, notify",
  "insists?": "assert, expect",
  "flights?|takes? off": "in-flight requests, start",
  "misfits?": "problem (signing), issue (validation)",
  "what is wrong with it": "problem, issue",
  "when it is asked": "current time",
  "a wallet a day": "per wallet per day",
  "nobody has published": "@unverified",
  "what is not known": "unknown fields are ignored, kept or rejected",
  "costs only who": "you only bundle what you import",
  "whoever|whomever": "the caller, the one that …",
  whatever: "any, every, regardless of",
  "nobody|somebody|anybody": "no one is needed: name the caller, the service, the user",
  "what is no": "anything else than, a value that is not",
  "nothing of": "no part of, none of",
  "as it stands": "as is, unchanged",
  "for ever": "forever, without limit",
  "an old install": "old versions",
  "a clear yes": "only `true`",
  "in a circle": "a repeated cursor",
  "in all you are poorer": "total cost",
  "going wrong by hand|goes wrong by hand": "common mistakes",
  "take away a step": "remove a step",
};
/** Uses that are right, as `{ file: { phrase found: count } }`. */
const allowed = JSON.parse(readFileSync(new URL("allowed-words.json", import.meta.url), "utf8"));
const only = process.argv.slice(2);

const files = execFileSync("git", ["ls-files", "--", ...(only.length > 0 ? only : ["."])], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(ts|tsx|mts|mjs|js|css|html|md|json|sol)$/.test(file) && existsSync(file))
  .filter(
    (file) => !/^package-lock|^scripts\/(check-words|allowed-words)|chain\/bundler\//.test(file),
  )
  .filter((file) => file !== "docs/style.md");

let problems = 0;
for (const file of files) {
  const left = { ...allowed[file] };
  for (const [number, line] of readFileSync(file, "utf8").split("\n").entries()) {
    for (const [phrase, instead] of Object.entries(phrases)) {
      for (const [found] of line.matchAll(new RegExp(`\\b(?:${phrase})\\b`, "gi"))) {
        const key = found.toLowerCase();
        if (left[key] > 0) left[key] -= 1;
        else {
          problems += 1;
          console.error(`${file}:${number + 1}: "${found}": say ${instead}`);
        }
      }
    }
    if (/\.(ts|tsx|mts|mjs|js)$/.test(file) && line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line)) {
      problems += 1;
      console.error(`${file}:${number + 1}: a comment of ${line.length} columns: wrap at 100`);
    }
  }
  for (const [phrase, count] of Object.entries(left)) {
    if (count === 0) continue;
    problems += 1;
    console.error(`scripts/allowed-words.json: ${file} has ${count} "${phrase}" less than allowed`);
  }
}
console.log(`words: ${files.length} files, ${problems} problems`);
process.exitCode = problems > 0 ? 1 : 0;
