// Shows `npm install` in a tab per package manager. Pages keep one plain block, as GitHub needs it.
import type { CodeToken, Rule } from "./markdown-rule.js";

/** The names of the tabs, and how each manager installs and runs packages. */
const managers = {
  npm: { add: "npm install", dev: "-D", run: "npx" },
  pnpm: { add: "pnpm add", dev: "-D", run: "pnpm exec" },
  yarn: { add: "yarn add", dev: "-D", run: "yarn" },
  bun: { add: "bun add", dev: "-d", run: "bunx" },
};

type Manager = keyof typeof managers;

/** The commands of a block for a package manager. */
export function convertCommands(commands: string, manager: Manager): string {
  const { add, dev, run } = managers[manager];
  return commands
    .replace(/\bnpm install( -D)?(?= )/g, (_, isDev?: string) => (isDev ? `${add} ${dev}` : add))
    .replace(/(^|&& )npx (?!-y )/gm, `$1${run} `);
}

/** Wraps the rule for code blocks of a renderer. */
export function withInstallTabs<
  Tokens extends readonly CodeToken[],
  Rest extends readonly unknown[],
>(
  md: { render(source: string, env: object): string },
  renderBlock: Rule<Tokens, Rest>,
): Rule<Tokens, Rest> {
  return (tokens, index, ...rest) => {
    const { info, content } = tokens[index] as CodeToken;
    if (info.trim() !== "sh" || !/\bnpm install /.test(content))
      return renderBlock(tokens, index, ...rest);
    const tabs = (Object.keys(managers) as Manager[]).map(
      (manager) => `\`\`\`sh [${manager}]\n${convertCommands(content, manager)}\`\`\`\n`,
    );
    return md.render(`::: code-group\n${tabs.join("\n")}:::\n`, {});
  };
}
