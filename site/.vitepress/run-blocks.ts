import type { CodeToken, Rule } from "./markdown-rule.js";
import { siteFiles } from "./pages.mjs";

/** A code block of a page. */
interface Block {
  readonly page: string;
  readonly language: string;
  readonly note: string;
  readonly code: string;
}

const pageOf = new Map([...siteFiles, ["index.md", "site/home.md"]]);

/** Pages whose programs span several files or need packages of their own. */
export const pagesOfParts: readonly string[] = [
  "README.md",
  "docs/proxy.md",
  "docs/webhooks.md",
  "docs/query.md",
  "docs/testing-your-app.md",
];

/** Whether a block runs in Node: the tests run it. On a page of parts, these are whole programs. */
export function runsInNode({ page, language, note, code }: Block): boolean {
  if (language !== "ts" || /^no(?:check|run)\b/.test(note)) return false;
  return !pagesOfParts.includes(page) || /^\/\/ try[\w-]*\.ts\n/.test(code);
}

/** Whether it also runs in a page. The note of others is `node: ` and the reason. */
export const runsInPage = (block: Block): boolean => runsInNode(block) && block.note === "";

/** Wraps the rule for code blocks, so that those that run in a page have a Run button. */
export function withRunBlocks<
  Tokens extends readonly CodeToken[],
  Rest extends readonly [options: unknown, env: { readonly relativePath?: string }, ...unknown[]],
>(renderBlock: Rule<Tokens, Rest>): Rule<Tokens, Rest> {
  return (tokens, index, ...rest) => {
    const html = renderBlock(tokens, index, ...rest);
    const { info, content: code } = tokens[index] as CodeToken;
    const [, language = "", note = ""] = /^(\w*) ?(.*)$/.exec(info.trim()) ?? [];
    const [, { relativePath = "" }] = rest;
    const page = pageOf.get(relativePath);
    if (!page || !runsInPage({ page, language, note, code })) return html;
    return `<RunBlock>\n${html}</RunBlock>\n`;
  };
}
