import { expect, test } from "vitest";
import { chooseSeed } from "../../support/random-runs.js";
import { runChaos } from "./run-chaos.js";

/** `npm run chaos` states more. */
const minutes = Number(process.env.BURSAR_CHAOS_MINUTES ?? 1);

test("all books agree after faults, kills, jumps of clocks and damaged files", async () => {
  const seed = chooseSeed();
  const end = Date.now() + minutes * 60_000;
  const result = await runChaos(seed, (rounds) => rounds >= 5 && Date.now() > end);
  console.log(JSON.stringify({ seed, ...result }));
  expect(result.payments).toBeGreaterThan(result.forged);
}, 86_400_000);
