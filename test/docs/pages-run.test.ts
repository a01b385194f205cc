import { test } from "vitest";
import { checkedBlocks, expectRun, prepareRuns } from "./run-pages.js";

prepareRuns();

// test/thorough/docs runs all blocks.
test.concurrent.each(checkedBlocks.map((block) => [block.where, block] as const))(
  "the block at %s runs on the sandbox",
  (_, block) => expectRun(block),
);
