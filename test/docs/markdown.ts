import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import type { Example } from "./examples.js";

const root = new URL("../../", import.meta.url);

/** A code block of a page, with the words after its language. */
export interface Block extends Example {
  readonly page: string;
  readonly language: string;
  /** Such as `nocheck` or `norun: needs a database`. Empty for a block that runs. */
  readonly note: string;
}

/** The pages in docs/ and README.md. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync(new URL("docs", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

export function readPage(page: string): string {
  return readFileSync(new URL(page, root), "utf8");
}

export function findBlocks(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = "", note = "", code = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    return { page, where: `${page}:${line}`, language, note, code };
  });
}

/** A page without its code blocks and code spans. */
function withoutCode(text: string): string {
  return text
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
}

/** The anchors of a page: its headings as GitHub writes them. */
export function anchorsOf(page: string): Set<string> {
  const text = readPage(page).replace(/^```[\s\S]*?^```$/gm, "");
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, title = ""] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugify(title);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** The anchor of a heading on GitHub. The site uses the same. */
function slugify(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replace(/ /g, "-");
}

/** Every relative link of a page that does not resolve. */
export function findBrokenLinks(page: string): string[] {
  const text = withoutCode(readPage(page));
  return [...text.matchAll(/\]\(\s*([^)\s]+)\s*\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : posix.join(posix.dirname(page), path);
    if (!existsSync(new URL(file, root))) return [`${page}: ${target}: no such file`];
    if (anchor === undefined || !file.endsWith(".md")) return [];
    return anchorsOf(file).has(anchor) ? [] : [`${page}: ${target}: no such heading`];
  });
}
