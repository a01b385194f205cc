import { test } from "vitest";
import { testReplays } from "./replay-model.js";

test("never processes a saved delivery again, nor two copies within a lease", () =>
  testReplays(20));
