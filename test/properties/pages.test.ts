import { describe, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { BranchCounter } from "./branches.js";
import { expectWalks, walkMany } from "./pages.js";

describe("for await iterates all items of a listing", () => {
  test("with any page size, cursor and total, also while items appear and vanish", async () => {
    const counter = new BranchCounter();
    await walkMany(250, chooseSeed(), counter);
    expectWalks(counter);
  });
});
