import { test } from "vitest";
import { countRuns } from "../../support/random-runs.js";
import { compareSignatures } from "../../webhooks/node-signatures.js";

test("computes the same signatures as Node crypto", () => compareSignatures(countRuns(5_000)));
