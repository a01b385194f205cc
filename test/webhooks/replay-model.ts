import fc from "fast-check";
import { expect, onTestFinished, vi } from "vitest";
import {
  createReplayGuard,
  createWebhookHandler,
  type ReplayClaim,
  type ReplayResponse,
  type ReplayStore,
  signWebhook,
} from "../../src/webhooks/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { deposit, testVector } from "./sample-deliveries.js";

const { secret } = testVector;
const [tolerance, lease, keep, storeTimeout] = [10_000, 30_000, 1_000_000, 50];

/** How one call of the store fails. `lost`: it has its effect, but its response is lost. */
const failure = fc.constantFrom("none", "none", "none", "before", "lost", "hangs");
type Failure = "none" | "before" | "lost" | "hangs";

const id = fc.constantFrom("a", "b");
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("deliver" as const), id }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      which: fc.nat(1),
      succeeds: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(3_000) }) },
  {
    weight: 2,
    // The clock of a machine may be corrected in both directions.
    arbitrary: fc.record({
      do: fc.constant("clock" as const),
      ms: fc.oneof(fc.constant(lease + 1), fc.integer({ min: -20_000, max: 40_000 })),
    }),
  },
);

interface Run {
  readonly id: string;
  readonly claimedAt: number;
  readonly settle: (succeeds: boolean) => void;
}

const plans = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
  failures: fc.oneof(fc.constant([]), fc.array(failure, { maxLength: 20 })),
});

/** Runs random deliveries with random failures of the store and random clocks. */
export async function testReplays(numRuns: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await fc.assert(
    fc.asyncProperty(plans, ({ steps, failures }) => runPlan(steps, [...failures])),
    { numRuns, seed: chooseSeed() },
  );
}

async function runPlan(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  failures: Failure[],
): Promise<void> {
  let time = 1_800_000_000_000;
  let latest = time;
  const guard = createReplayGuard({ lease, keep, now: () => time });
  const saved = new Set<string>();
  /** Claims whose completion failed, and was not tried three times. */
  const unsaved = new Set<ReplayClaim>();
  const running = new Set<Run>();
  const claimedAt = new Map<string, number>();
  const violations: string[] = [];

  const fail = async <T>(call: () => T | Promise<T>): Promise<T> => {
    const how = failures.shift() ?? "none";
    if (how === "before") throw new Error("no connection");
    const result = call();
    if (how === "lost") throw new Error("connection reset");
    return how === "hangs" ? new Promise<never>(() => {}) : result;
  };
  const replays: ReplayStore = {
    claim: (key) => {
      onClaim();
      return fail<ReplayResponse>(() => {
        const claim = guard.claim(key) as ReplayResponse;
        if (typeof claim === "string") return claim;
        claimedAt.set(key, time);
        let attempts = 0;
        return {
          complete: () => {
            if (attempts++ === 0) unsaved.add(claim);
            if (attempts === 3) unsaved.delete(claim);
            return fail(() => {
              unsaved.delete(claim);
              saved.add(key);
              return claim.complete();
            });
          },
          release: () => fail(() => claim.release()),
        };
      });
    },
  };
  const handle = createWebhookHandler({
    secret,
    tolerance,
    storeTimeout,
    replays,
    now: () => time,
    onEvent: (_, { id: key }) => {
      if (saved.has(key)) violations.push(`${key} was processed after it was saved`);
      const isClaimed = [...running].some(
        (run) => run.id === key && run.claimedAt + lease > latest,
      );
      if (isClaimed) violations.push(`${key} was processed twice within a lease`);
      return new Promise<void>((resolve, reject) => {
        const settle = (succeeds: boolean) => {
          running.delete(run);
          if (succeeds) resolve();
          else reject(new Error("processing failed"));
        };
        const run: Run = { id: key, claimedAt: claimedAt.get(key) ?? 0, settle };
        running.add(run);
      });
    },
  });
  const responses: Promise<number>[] = [];
  let onClaim = () => {};
  const deliver = async (key: string) => {
    const { headers, body } = await signWebhook(deposit, secret, { id: key, now: time });
    const request = new Request("https://example.test", { method: "POST", headers, body });
    // Reading the body takes real time, which the fake timers must not skip.
    const isClaimed = new Promise<void>((resolve) => {
      onClaim = resolve;
    });
    responses.push(handle(request).then(({ status }) => status));
    await isClaimed;
  };

  for (const each of steps) {
    if (each.do === "deliver") await deliver(each.id);
    else if (each.do === "settle") [...running][each.which]?.settle(each.succeeds);
    else if (each.do === "wait") await vi.advanceTimersByTimeAsync(each.ms);
    else {
      time += each.ms;
      latest = Math.max(latest, time);
    }
    await vi.advanceTimersByTimeAsync(1);
  }
  for (const run of running) run.settle(true);
  await vi.advanceTimersByTimeAsync(5_000);
  for (const status of await Promise.all(responses)) expect([204, 500, 503]).toContain(status);
  expect(violations).toEqual([]);
  expect(unsaved.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);

  // The store works again, and every claim has expired: each delivery is done, or is processed.
  failures.length = 0;
  time = latest + lease + 1;
  for (const key of saved) expect(guard.claim(key)).toBe("done");
}
