import { expect, test } from "vitest";
import {
  createReplayGuard,
  type ReplayClaim,
  type ReplayStore,
} from "../../../src/webhooks/index.js";
import { chooseSeed, createRandom } from "../../support/random-runs.js";
import { describeStores } from "./open-worker.js";
import { untilRejects } from "./random.js";

async function claimId(store: ReplayStore, id: string): Promise<ReplayClaim> {
  const claim = await store.claim(id);
  expect(claim, id).toBeTypeOf("object");
  return claim as ReplayClaim;
}

/** Claims an id as soon as an earlier claim or completion has expired. */
async function untilExpired(store: ReplayStore, id: string): Promise<ReplayClaim> {
  for (;;) {
    const claim = await store.claim(id);
    if (typeof claim === "object") return claim;
  }
}

describeStores(["postgres", "sqlite", "redis", "node-redis"], (open) => {
  test("gives one of two processes each claim, until it is released or done", async () => {
    const workers = await Promise.all([open(), open()]);
    for (let i = 0; i < 200; i += 1) {
      const id = `race ${i}`;
      const claims = await Promise.all(workers.map(({ replays }) => replays.claim(id)));
      expect(
        claims.filter((claim) => claim === "busy"),
        id,
      ).toHaveLength(1);
      const claim = claims.find((each) => typeof each === "object") as ReplayClaim;
      await claim[i % 2 ? "complete" : "release"]();
      const next = await Promise.all(workers.map(({ replays }) => replays.claim(id)));
      if (i % 2) expect(next).toEqual(["done", "done"]);
      else expect(next.filter((each) => each === "busy")).toHaveLength(1);
    }
  });

  test("forgets a claim after `lease`, and a processed id after `keep`", async () => {
    const { replays, call } = await open();
    await call("open", { lease: 1 });
    await claimId(replays, "expires");
    const slow = await untilExpired(replays, "expires");
    await slow.complete();
    expect(await replays.claim("expires")).toBe("done");
    await call("open", { keep: 1 });
    await (await claimId(replays, "kept")).complete();
    await untilExpired(replays, "kept");
    expect(await replays.claim("kept")).toBe("busy");
  });

  test("ignores the release of an expired claim, and applies its completion", async () => {
    const { replays, call } = await open();
    await call("open", { lease: 1 });
    const slow = await claimId(replays, "slow");
    await call("open", {});
    const later = await untilExpired(replays, "slow");
    await slow.release();
    expect(await replays.claim("slow")).toBe("busy");
    await slow.complete();
    expect(await replays.claim("slow")).toBe("done");
    await later.release();
    await later.complete();
    await slow.release();
    expect(await replays.claim("slow")).toBe("done");
  });

  test("applies a completion after a release, and again", async () => {
    const { replays } = await open();
    const slow = await claimId(replays, "released");
    await slow.release();
    await slow.complete();
    expect(await replays.claim("released")).toBe("done");
    const claim = await claimId(replays, "again");
    await claim.release();
    await claimId(replays, "again");
    await claim.complete();
    await claim.complete();
    expect(await replays.claim("again")).toBe("done");
  });

  test("accepts ids of any text, and infinite times", async () => {
    const { replays, call } = await open();
    await call("open", { lease: Number.POSITIVE_INFINITY, keep: Number.POSITIVE_INFINITY });
    for (const id of ["it's'); drop table bursar_deliveries; --", "$1 ? :now", "é€😀", "M", "m"]) {
      const claim = await claimId(replays, id);
      expect(await replays.claim(id)).toBe("busy");
      await claim.complete();
      expect(await replays.claim(id)).toBe("done");
    }
  });

  test("does not know whether a claim was stored if its response is lost", async () => {
    const { replays, call } = await open();
    await call("fault", "after");
    expect(await untilRejects((async () => replays.claim("lost"))())).toMatchObject({
      name: "ConnectionError",
    });
    expect(await replays.claim("lost")).toBe("busy");
  });

  test("behaves as the memory store on random calls", async () => {
    const seed = chooseSeed();
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const { replays } = await open();
    const memory = createReplayGuard();
    const claims: [ReplayClaim, ReplayClaim][] = [];
    for (let step = 0; step < 400; step += 1) {
      const where = `seed ${seed}, step ${step}`;
      const chosen = claims[random(claims.length)];
      const how = random(5);
      if (how > 1 || !chosen) {
        const id = `random ${random(40)}`;
        const [own, other] = [await replays.claim(id), await memory.claim(id)];
        if (typeof own === "object" && typeof other === "object") claims.push([own, other]);
        else expect(own, where).toBe(other);
      } else for (const claim of chosen) await claim[how ? "complete" : "release"]();
    }
  });
});
