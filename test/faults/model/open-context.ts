import { getEventListeners } from "node:events";
import { onTestFinished } from "vitest";
import { watchUnhandled } from "../../support/unhandled.js";
import { openFaultServer } from "../server/fault-server.js";
import { openRouter } from "./faulty-service.js";
import { replaceClock } from "./machine-clock.js";
import type { RunContext } from "./run-plan.js";
import { startVirtualTime } from "./virtual-time.js";

/** Opens what the plans of a test share. */
export async function openContext() {
  startVirtualTime();
  const unhandled: unknown[] = [];
  onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
  const clock = replaceClock();
  onTestFinished(clock.restore);
  const { signal } = new AbortController();
  const context: RunContext = { router: await openRouter(openFaultServer), clock, signal };
  const countListeners = () => getEventListeners(signal, "abort").length;
  return { context, unhandled, countListeners };
}
