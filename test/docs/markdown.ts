import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { findRepository } from "../../site/.vitepress/head.mjs";
import type { Example } from "./examples.js";

const root = new URL("../../", import.meta.url);

/** A code block of a page, with the words after its language. */
export interface Block extends Example {
  readonly page: string;
  readonly language: string;
  /** Such as `nocheck` or `norun: needs a database`. Empty for a block that runs. */
  readonly note: string;
  /** What the page says that it prints, in a block `text` below it. */
  readonly output?: string | undefined;
}

/** The pages in docs/ and README.md. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync(new URL("docs", root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
];

export function readPage(page: string): string {
  return readFileSync(new URL(page, root), "utf8");
}

export function findBlocks(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = "", note = "", code = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    const rest = text.slice(match.index + match[0].length);
    const [, output] = /^\s+It prints:\n\n```text\n([\s\S]*?)^```$/m.exec(rest) ?? [];
    return { page, where: `${page}:${line}`, language, note, code, output };
  });
}

/** Hides what differs in each run: addresses, hashes and times. Pages hide them as well. */
export function hideRandomValues(output: string): string {
  return output
    .replace(/0x[\da-f]{40,}/gi, "0x…")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "…");
}

/** A page without its code blocks and code spans. */
function withoutCode(text: string): string {
  return text
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
}

/** The anchors of a page: its headings as GitHub writes them, and those of its table rows. */
export function anchorsOf(page: string): Set<string> {
  const text = readPage(page).replace(/^```[\s\S]*?^```$/gm, "");
  const seen = new Map<string, number>();
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id));
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

const packageJson = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
/** Pages of the package link by it to files that only the repository has. */
const repositoryFiles = new RegExp(`^${findRepository(packageJson)}/(?:blob|raw)/main/`);

/** The files to which a page links relatively, as paths in the repository. */
export function findRelativeLinks(page: string): string[] {
  return findTargets(page)
    .filter((target) => !repositoryFiles.test(target))
    .map((target) => toFile(page, target.split("#")[0] ?? ""));
}

function findTargets(page: string): string[] {
  const text = withoutCode(readPage(page));
  return [...text.matchAll(/\]\(\s*([^)\s]+)\s*\)|\bsrc(?:set)?="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? "")
    .filter((target) => repositoryFiles.test(target) || !/^[a-z]+:/.test(target));
}

function toFile(page: string, path: string): string {
  if (repositoryFiles.test(path)) return path.replace(repositoryFiles, "");
  return path === "" ? page : posix.join(posix.dirname(page), path);
}

/** Whether a file or folder of the repository is in the package. */
export function isPacked(file: string): boolean {
  const matches = (pattern: string) => {
    const [start = "", name] = pattern.split("/**/");
    const isBelow = file === start || file.startsWith(`${start}/`);
    return isBelow && (name === undefined || file.endsWith(`/${name}`));
  };
  const listed = ["README.md", ...(packageJson.files as string[])];
  const excluded = listed.filter((pattern) => pattern.startsWith("!"));
  return listed.some(matches) && !excluded.some((pattern) => matches(pattern.slice(1)));
}

/** Every link of a page to a file of the repository that does not resolve. */
export function findBrokenLinks(page: string): string[] {
  return findTargets(page).flatMap((target) => {
    const [path = "", anchor] = target.split("#");
    const file = toFile(page, path);
    if (!existsSync(new URL(file, root))) return [`${page}: ${target}: no such file`];
    if (anchor === undefined || !file.endsWith(".md")) return [];
    return anchorsOf(file).has(anchor) ? [] : [`${page}: ${target}: no such heading`];
  });
}
