// Fails on phrases for which there is a plain term. Searches code, test titles and Markdown. In
// src/signing, also fails on the names of lending, exchange and order protocols.
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
/** Protocols that no rule of src/signing may know. These are words of no other meaning. */
const protocols =
  /aave|morpho|seaport|uniswap|sushi|bebop|1inch|one-?inch|cow ?swap|0x[ -]?protocol/gi;
/**
 * These are words of another meaning, too. They are found as a word, and as a part of a name in
 * camel case: `balanceReader` contains no Balancer.
 */
const protocolWords = ["Compound", "Euler", "Cow", "CoW", "Balancer", "Algebra", "Curve", "ZeroEx"]
  .flatMap((name) => {
    const lower = `${name[0].toLowerCase()}${name.slice(1)}`;
    return [`(?<![A-Z])${name}`, `(?<![A-Za-z])(?:${lower}|${name.toUpperCase()})`];
  })
  .map((name) => new RegExp(`${name}(?![a-z])`, "g"));

/** The names of protocols in a line of src/signing, or in the path of a file there. */
function findProtocols(text) {
  return new Set([protocols, ...protocolWords].flatMap((pattern) => text.match(pattern) ?? []));
}

/** Uses that are right, as `{ file: { phrase found: count } }`. */
const allowed = JSON.parse(readFileSync(new URL("allowed-words.json", import.meta.url), "utf8"));

/** What is wrong with the words of a file, one line per problem. */
export function findWords(file, text) {
  const problems = [];
  const left = { ...allowed[file] };
  const isSigning = file.startsWith("src/signing/");
  const checkProtocols = (place, words) => {
    for (const found of isSigning ? findProtocols(words) : [])
      problems.push(`${place}: "${found}": a rule of signing may not know a protocol`);
  };
  checkProtocols(file, file);
  for (const [i, line] of text.split("\n").entries()) {
    const place = `${file}:${i + 1}`;
    checkProtocols(place, line);
    for (const [phrase, instead] of Object.entries(phrases)) {
      for (const [found] of line.matchAll(new RegExp(`\\b(?:${phrase})\\b`, "gi"))) {
        const key = found.toLowerCase();
        if (left[key] > 0) left[key] -= 1;
        else problems.push(`${place}: "${found}": say ${instead}`);
      }
    }
    if (/\.(ts|tsx|mts|mjs|js)$/.test(file) && line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line))
      problems.push(`${place}: a comment of ${line.length} columns: wrap at 100`);
  }
  for (const [phrase, count] of Object.entries(left)) {
    if (count > 0)
      problems.push(
        `scripts/allowed-words.json: ${file} has ${count} "${phrase}" less than allowed`,
      );
  }
  return problems;
}

function listFiles(only) {
  return execFileSync("git", ["ls-files", "--", ...(only.length > 0 ? only : ["."])], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(ts|tsx|mts|mjs|js|css|html|md|json|sol)$/.test(file) && existsSync(file))
    .filter(
      (file) => !/^package-lock|^scripts\/(check-words|allowed-words)|chain\/bundler\//.test(file),
    );
}

if (process.argv[1] === import.meta.filename) {
  const files = listFiles(process.argv.slice(2));
  const problems = files.flatMap((file) => findWords(file, readFileSync(file, "utf8")));
  for (const problem of problems) console.error(problem);
  console.log(`words: ${files.length} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
