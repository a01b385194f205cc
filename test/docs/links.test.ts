import { expect, test } from "vitest";
import { findBrokenLinks, pages } from "./markdown.js";

/** The Markdown files outside of docs/. */
const others = [
  ...["AGENTS.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "test/recorded/README.md"],
  ...["examples/next/README.md", "examples/playground/README.md"],
];

test.each([...pages, ...others])("every relative link and anchor of %s resolves", (page) => {
  expect(findBrokenLinks(page)).toEqual([]);
});
