import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPacked } from "./markdown.js";

const file = "skills/bursar/SKILL.md";
const skill = readFileSync(file, "utf8");
const agents = readFileSync("docs/AGENTS.md", "utf8");

test("the skill is in the package, and names itself as its folder", () => {
  expect(isPacked(file)).toBe(true);
  const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
  const [name, description = ""] = front.split("\n");
  expect(name).toBe("name: bursar");
  const text = JSON.parse(description.replace("description: ", ""));
  expect(text).toContain("bursar");
  expect(text.length).toBeLessThan(1_024);
});

test("its programs are those of docs/AGENTS.md, which the tests run", () => {
  const programs = (text: string) => text.match(/^```ts\n[\s\S]*?^```$/gm);
  expect(programs(skill)).toEqual(programs(agents));
  expect(programs(skill)).not.toBeNull();
});

test("its links lead to pages of the installed package", () => {
  const links = [...skill.matchAll(/\]\(([^)#]+)(?:#[\w-]+)?\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    expect(link).toMatch(/^node_modules\/bursar\/docs\/[\w-]+\.md$/);
    const page = link.replace("node_modules/bursar/", "");
    expect(existsSync(page) && isPacked(page), page).toBe(true);
  }
});
