import { expect, test } from "vitest";
import { chooseSeed } from "../../support/random-runs.js";
import { runChaos } from "./run-chaos.js";

const minutes = Number(process.env.BURSAR_CHAOS_MINUTES ?? 0);

test("all books agree after faults, kills, jumps of clocks and damaged files", async () => {
  const seed = chooseSeed();
  const end = Date.now() + minutes * 60_000;
  const isOver = (round: number) => (minutes > 0 ? Date.now() > end : round >= 12);
  const result = await runChaos(seed, isOver);
  console.log(JSON.stringify({ seed, ...result }));
  expect(result.payments).toBeGreaterThan(result.forged);
}, 86_400_000);
