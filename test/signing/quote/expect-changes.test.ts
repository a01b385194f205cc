import { test } from "vitest";
import { compareCosts } from "./compare-costs.js";

test("a simulation allows exactly the costs that the loss counts", () => compareCosts(60));
