import { expect, test } from "vitest";
import { findBrokenLinks, pages } from "./markdown.js";

test.each(pages)("every relative link and anchor of %s resolves", (page) => {
  expect(findBrokenLinks(page)).toEqual([]);
});
