import { test } from "vitest";
import { checkedBlocks } from "./page-blocks.js";
import { expectRun, prepareRuns } from "./run-pages.js";

prepareRuns();

// test/thorough/docs runs all blocks.
const sample = checkedBlocks.filter((_, index) => index % 2 === 0);

test.concurrent.each(sample.map((block) => [block.where, block] as const))(
  "the block at %s runs on the sandbox",
  (_, block) => expectRun(block),
);
