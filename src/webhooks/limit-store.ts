import { TimeoutError } from "../errors/index.js";
import { runWithin } from "../shared/time/run-within.js";
import type { ReplayClaim, ReplayResponse, ReplayStore } from "./replay-guard.js";

/**
 * Limits the time of each call of a store. A claim that arrives after its limit is released: its
 * delivery is not processed.
 */
export function limitStore(store: ReplayStore, timeout: number): ReplayStore {
  return {
    async claim(id) {
      const claimed = (async () => store.claim(id))();
      try {
        const claim = await limitCall("claim", timeout, () => claimed);
        return isClaim(claim) ? limitClaim(claim, timeout) : claim;
      } catch (error) {
        claimed.then((late) => isClaim(late) && late.release()).catch(ignore);
        throw error;
      }
    },
  };
}

const ignore = () => {};

/** A store without types may return anything: `claimDelivery` rejects it. */
function isClaim(claim: ReplayResponse): claim is ReplayClaim {
  const { complete, release } = Object(claim) as Partial<ReplayClaim>;
  return typeof complete === "function" && typeof release === "function";
}

function limitClaim(claim: ReplayClaim, timeout: number): ReplayClaim {
  return {
    complete: () => limitCall("complete", timeout, () => claim.complete()),
    release: () => limitCall("release", timeout, () => claim.release()),
  };
}

function limitCall<T>(
  method: "claim" | keyof ReplayClaim,
  timeout: number,
  call: () => T | PromiseLike<T>,
): Promise<T> {
  const onTimeout = () => {
    const message = `webhooks: replays.${method} did not settle within ${timeout} ms`;
    const hint = "Check the connection to the store, or raise storeTimeout.";
    throw new TimeoutError(message, { timeout, scope: "attempt", hint });
  };
  return runWithin({ timeout, onTimeout }, call);
}
