import { test } from "vitest";
import { laterPrograms } from "../../examples/readme.js";
import { expectCompletedSwap } from "../../examples/run-readme.js";

test.concurrent.each(laterPrograms.map((block) => [block.where, block] as const))(
  "%s continues the first program and runs to its end without a network",
  (_, block) => expectCompletedSwap(block),
);
