import { expect, test } from "vitest";
import { findBrokenLinks, findRelativeLinks, isPacked, pages } from "./markdown.js";

/** The Markdown files outside of docs/. */
const others = [
  ...["AGENTS.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "test/recorded/README.md"],
  ...["examples/next/README.md", "examples/playground/README.md"],
];

test.each([...pages, ...others])("every relative link and anchor of %s resolves", (page) => {
  expect(findBrokenLinks(page)).toEqual([]);
});

test.each([...pages, ...others].filter(isPacked))(
  "every relative link of %s resolves in node_modules",
  (page) => {
    expect(findRelativeLinks(page).filter((file) => !isPacked(file))).toEqual([]);
  },
);

test("isPacked follows the files of package.json", () => {
  const packed = ["README.md", "docs/swaps.md", "examples/next/README.md", "CHANGELOG.md"];
  const others = [
    "docs/api.md",
    "docs/images/refused-quote.png",
    "examples/playground",
    "src/index.ts",
  ];
  expect([...packed, ...others].filter(isPacked)).toEqual(packed);
  expect(isPacked("examples/next/package-lock.json")).toBe(false);
});
