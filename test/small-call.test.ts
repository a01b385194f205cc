import { expect, test } from "vitest";
import { createClient } from "../src/index.js";
import { countFunctions } from "./support/count-calls.js";

test("a small read runs the code of 27 files, and 150 functions", async () => {
  const fetch = async () => Response.json({ chains: [] });
  const client = createClient({ baseUrl: "https://api.example", apiKey: "k_0123456789", fetch });
  // The first call builds what all later ones use.
  await client.tokens.chains();
  const runs: { files: number; calls: number }[] = [];
  for (let run = 0; run < 5; run++) {
    const called = await countFunctions(() => client.tokens.chains());
    const files = new Set(called.map(({ file }) => file)).size;
    runs.push({ files, calls: called.reduce((sum, { count }) => sum + count, 0) });
  }
  // Other tests of this process may still end a timer.
  const least = (name: "files" | "calls") => Math.min(...runs.map((run) => run[name]));
  expect(least("files")).toBeLessThanOrEqual(27);
  expect(least("calls")).toBeLessThanOrEqual(150);
});
