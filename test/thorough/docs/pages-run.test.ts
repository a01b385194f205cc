import { test } from "vitest";
import { runnable } from "../../docs/page-blocks.js";
import { expectRun, prepareRuns } from "../../docs/run-pages.js";

prepareRuns();

test.concurrent.each(runnable.map((block) => [block.where, block] as const))(
  "the block at %s runs on the sandbox",
  (_, block) => expectRun(block),
);
