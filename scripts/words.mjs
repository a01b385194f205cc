// Prints for each page of docs/ for users, and for all: its words (code counts), its sentences, the
// share of them with a colon or a semicolon, and how many have two negations: `npm run words`.
// `npm run words -- --list fiat` prints these sentences of docs/fiat.md.
import { readdirSync, readFileSync } from "node:fs";

/** One is generated, the others are for contributors. */
const uncounted = ["api.md", "decisions.md", "style.md", "testing.md"];

/** The sentences of a page, without code blocks, tables, headings, markup and targets of links. */
function findSentences(text) {
  const prose = text
    .replace(/^ *```[\s\S]*?^ *```$/gm, "\n\n")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^(?:\||#).*$/gm, "\n\n")
    .replace(/^ *(?:[-*]|\d+\.) /gm, "\n\n")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*/g, "");
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").split(/(?<=[.!?]["”)]?) (?=[A-Z"(`])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence));
}

const withoutCode = (sentence) => sentence.replace(/`[^`]*`/g, "code");
const hasColon = (sentence) => /[:;](?!\/\/)/.test(withoutCode(sentence));

/** "neither … nor" is one. */
const negation = /\b(?:not|no|never|nothing|none|neither|cannot|\w+n't)\b/gi;
function countNegations(sentence) {
  const found = withoutCode(sentence).match(negation) ?? [];
  return found.length;
}

const pages = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".md") && !uncounted.includes(name))
  .sort();

function measure(name) {
  const text = readFileSync(`docs/${name}`, "utf8");
  const sentences = findSentences(text);
  return {
    name,
    words: text.split(/\s+/).filter(Boolean).length,
    sentences,
    colons: sentences.filter(hasColon),
    negations: sentences.filter((sentence) => countNegations(sentence) > 1),
  };
}

function print({ name, words, sentences, colons, negations }) {
  const share = Math.round((100 * colons.length) / Math.max(1, sentences.length));
  const cells = [words, sentences.length, `${share} %`, negations.length];
  console.log(`${cells.map((cell) => String(cell).padStart(6)).join("  ")}  ${name}`);
}

function run() {
  const isList = process.argv.includes("--list");
  const named = process.argv.slice(2).filter((word) => !word.startsWith("-"));
  const all = pages.map(measure);
  if (isList) {
    for (const page of all.filter(
      ({ name }) => named.length === 0 || named.includes(name.slice(0, -3)),
    )) {
      for (const sentence of page.colons) console.log(`docs/${page.name}: colon: ${sentence}`);
      for (const sentence of page.negations)
        console.log(`docs/${page.name}: negations: ${sentence}`);
    }
    return;
  }
  console.log(" words  sentences  colons  two negations");
  for (const page of all.toSorted((a, b) => b.words - a.words)) print(page);
  print({
    name: "in all",
    words: all.reduce((total, { words }) => total + words, 0),
    sentences: all.flatMap(({ sentences }) => sentences),
    colons: all.flatMap(({ colons }) => colons),
    negations: all.flatMap(({ negations }) => negations),
  });
}

run();
