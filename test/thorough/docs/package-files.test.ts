import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contributorPages, sections } from "../../../site/.vitepress/pages.mjs";
import { findRelativeLinks } from "../../docs/markdown.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const userPages = sections.flatMap(({ pages }) => pages.map(([name]) => name));

test("the package contains the pages for users, what they link to, and none for contributors", () => {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(output);
  const paths = files.map(({ path }: { path: string }) => path);
  for (const name of userPages) expect(paths).toContain(`docs/${name}.md`);
  for (const name of contributorPages) expect(paths).not.toContain(`docs/${name}.md`);
  expect(paths).not.toContain("AGENTS.md");
  // Readers of the package follow relative links in its folder, to files and folders.
  const isPacked = (link: string) =>
    paths.some((path: string) => path === link || path.startsWith(`${link}/`));
  for (const name of userPages) {
    const links = findRelativeLinks(`docs/${name}.md`);
    expect(links.filter((link) => !isPacked(link))).toEqual([]);
  }
});
