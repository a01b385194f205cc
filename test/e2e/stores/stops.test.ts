import { expect, test } from "vitest";
import { chooseSeed, countRuns, isSoak } from "../../support/random-runs.js";
import { type CreateJournal, killAtRandom, stopAtRandom } from "../../thorough/intents/kills.js";
import { describeStores } from "./open-worker.js";

/** `BURSAR_SOAK_SHARE` sets a share of the full number. */
const total = isSoak ? countRuns(1_000) : 6;
/** A world becomes slower with each payment. */
const mostPerWorld = 500;

describeStores(["postgres", "sqlite"], (open, getServer) => {
  /** The programs have connections of their own. This process has that of a worker. */
  const createJournal: CreateJournal = async () => {
    const { kind, url, node } = getServer();
    const { call, journal } = await open();
    const clear = () => call<void>("raw", "delete from bursar_intents", []);
    await clear();
    const setting = { kind: kind as "postgres" | "sqlite", url };
    return { setting, node, clear, open: () => journal };
  };

  test("pay each intent once, and nothing after its expiry, however processes are stopped", async () => {
    const seed = chooseSeed();
    let stops = 0;
    for (let world = 0; stops < total; world++) {
      const count = Math.min(mostPerWorld, total - stops);
      const found = await stopAtRandom(count, seed + world, createJournal);
      stops += found.stops;
      console.log(`${found.stops} stops, ${found.intents} payments, seed ${seed + world}`);
    }
    expect(stops).toBeGreaterThanOrEqual(total);
  }, 86_400_000);

  test("pay each intent once, however often processes are killed and entries are lost", async () => {
    const seed = chooseSeed();
    let kills = 0;
    for (let world = 0; kills < total; world++) {
      const count = Math.min(mostPerWorld, total - kills);
      const found = await killAtRandom(count, seed + world, createJournal);
      kills += found.kills;
      const counts = `${found.kills} kills, ${found.losses} journals lost, ${found.intents} payments`;
      console.log(`${counts}, seed ${seed + world}`);
    }
    expect(kills).toBeGreaterThanOrEqual(total);
  }, 86_400_000);
});
