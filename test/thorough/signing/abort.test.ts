import { test } from "vitest";
import { abortAtAnyTime } from "../../signing/abort-at-any-time.js";
import { countRuns } from "../../support/random-runs.js";

test("an abort at any time ends in a signature or an AbortedError, and nothing is asked after it", () =>
  abortAtAnyTime(countRuns(5_000)));
