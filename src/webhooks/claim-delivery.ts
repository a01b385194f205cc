import { ConfigurationError, WebhookReplayError } from "../errors/index.js";
import { sleep } from "../shared/time/run-within.js";
import type { ReplayClaim, ReplayStore } from "./replay-guard.js";

/** The pauses before each further attempt to save that a delivery is processed, in milliseconds. */
const retryDelays = [100, 1_000];

/** Claims a delivery in the store. Throws if it is already claimed or processed. */
export async function claimDelivery(
  replays: ReplayStore | undefined,
  id: string,
): Promise<{ complete(): Promise<void>; release(): Promise<void> }> {
  if (!replays) return { complete: async () => {}, release: async () => {} };
  const claim = await replays.claim(id);
  if (claim === "done" || claim === "busy") throw new WebhookReplayError(id, claim);
  if (typeof claim?.complete !== "function" || typeof claim.release !== "function") {
    throw new ConfigurationError(
      'webhooks: expected replays.claim to return "done", "busy" or a claim',
      { hint: "A claim has the methods complete and release." },
    );
  }
  let state: "claimed" | "released" | "done" | "saved" = "claimed";
  return {
    async complete() {
      if (state === "saved") return;
      // Set first: even if the store fails, the work is done, and `release` must not undo that.
      state = "done";
      await saveCompletion(claim);
      state = "saved";
    },
    async release() {
      if (state !== "claimed") return;
      state = "released";
      await claim.release();
    },
  };
}

/** A completion that is not saved would let a redelivery be processed again. */
async function saveCompletion(claim: ReplayClaim): Promise<void> {
  for (const delay of retryDelays) {
    try {
      return await claim.complete();
    } catch {
      await sleep(delay);
    }
  }
  await claim.complete();
}
