import { expect } from "vitest";
import { recover } from "../../src/intents/index.js";
import { failure } from "../http/test-client.js";
import { crash, crashAt, openIntents, toList } from "./intent-kit.js";

/** Each step at which a process can stop. */
export const stops = [1, 2, 3, 4].flatMap((step) => [
  [step, "before"] as const,
  [step, "after"] as const,
]);

/** Asserts that an intent is paid once in spite of a stop, and that `recover` settles the rest. */
export async function stopOnce(
  kind: "prepareSwap" | "preparePosition",
  ...[step, when]: (typeof stops)[number]
): Promise<void> {
  const opened = await openIntents();
  const { advance, journal, start, paid, client, stored } = opened;
  const stopped = start({ journal: crashAt(journal, step, when) }, opened[kind]);
  expect(await failure(stopped)).toBe(crash);
  const isPaid = paid();
  advance(600_000);
  for (const { state } of await toList(recover(client, journal)))
    expect(["done", "failed", "check"]).toContain(state);
  expect(paid()).toBe(isPaid);
  const entry = await start({}, opened[kind]);
  expect([step, when, entry.state, paid()]).toEqual([step, when, "done", 1]);
  expect(await stored()).toEqual(entry);
}
