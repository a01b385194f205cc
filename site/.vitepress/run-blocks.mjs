import { siteFiles } from "./pages.mjs";

const pageOf = new Map([...siteFiles, ["index.md", "site/home.md"]]);

/** Pages whose programs span several files or need packages of their own. */
export const pagesOfParts = [
  "README.md",
  "docs/proxy.md",
  "docs/webhooks.md",
  "docs/query.md",
  "docs/testing-your-app.md",
];

/** Whether a block runs in Node: the tests run it. On a page of parts, these are whole programs. */
export function runsInNode({ page, language, note, code }) {
  if (language !== "ts" || /^no(?:check|run)\b/.test(note)) return false;
  return !pagesOfParts.includes(page) || /^\/\/ try[\w-]*\.ts\n/.test(code);
}

/** Whether it also runs in a page. The note of others is `node: ` and the reason. */
export const runsInPage = (block) => runsInNode(block) && block.note === "";

/** Wraps the rule for code blocks, so that those that run in a page have a Run button. */
export function withRunBlocks(renderBlock) {
  return (tokens, index, options, env, self) => {
    const html = renderBlock(tokens, index, options, env, self);
    const { info, content: code } = tokens[index];
    const [, language, note] = /^(\w*) ?(.*)$/.exec(info.trim()) ?? [];
    const page = pageOf.get(env.relativePath);
    if (!page || !runsInPage({ page, language, note, code })) return html;
    return `<RunBlock>\n${html}</RunBlock>\n`;
  };
}
