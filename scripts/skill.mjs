// Makes skills/bursar/SKILL.md, which coding agents load, of docs/AGENTS.md.

const description =
  "Rules for programs that import the npm package bursar: smart wallets, swaps, limit orders, " +
  "transfers, liquidity, lending, fiat, tokens, identity checks, signing and webhooks. Use it " +
  "before you write, change, review or test such a program.";

/** An agent may copy the skill to another folder, so links lead to the installed package. */
export function createSkill(agents) {
  const links = /\]\((?!https?:)([\w-]+\.md(?:#[\w-]+)?)\)/g;
  const text = agents.replace(links, "](node_modules/bursar/docs/$1)");
  return `---\nname: bursar\ndescription: ${JSON.stringify(description)}\n---\n\n${text}`;
}
