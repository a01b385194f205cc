import { expect, test } from "vitest";
import type { ReplayStore } from "../../src/webhooks/index.js";
import { post, setUp } from "../webhooks/handler-kit.js";
import { testVector } from "../webhooks/sample-deliveries.js";
import { readGolden, refusedFolders } from "./read-golden.js";

const file = "webhook-replays.json";
// Not a static import: it would compile the example, which imports the package by its name.
const examples = new URL("../../examples/several-servers/", import.meta.url).pathname;
const { createRedisReplays } = (await import(`${examples}replays.mts`)) as {
  createRedisReplays(redis: object): ReplayStore;
};

/** The store of the documentation on a Redis with these values. */
function openStore(values: Record<string, string> = {}) {
  const redis = new Map(Object.entries(values));
  const replays = createRedisReplays({
    get: async (key: string) => redis.get(key) ?? null,
    set: async (key: string, value: string, ...options: unknown[]) => {
      if (options.includes("NX") && redis.has(key)) return null;
      redis.set(key, value);
      return "OK";
    },
  });
  return { replays, redis };
}

test("reads which deliveries 0.1.0 has processed, and which are in progress", async () => {
  const { replays } = openStore(readGolden("version-1", file));
  const { handle, onEvent, onError } = setUp({ replays });
  expect((await handle(post())).status).toBe(204);
  expect(onEvent).not.toHaveBeenCalled();
  expect(onError).not.toHaveBeenCalled();
  expect(await replays.claim("msg_in_progress")).toBe("busy");
});

test("writes the keys and values of 0.1.0", async () => {
  const { replays, redis } = openStore();
  const { handle } = setUp({ replays });
  expect((await handle(post())).status).toBe(204);
  await replays.claim("msg_in_progress");
  const withoutIds = (values: object) =>
    Object.entries(values).map((entry) => entry.join().replace(/[\da-f-]{36}/, "uuid"));
  expect(withoutIds(Object.fromEntries(redis))).toEqual(withoutIds(readGolden("version-1", file)));
});

test.each(refusedFolders)("handles no delivery whose stored value is %s", async (folder) => {
  const values = readGolden<Record<string, string>>(folder, file);
  const { replays, redis } = openStore(values);
  const { handle, onEvent, onError } = setUp({ replays });
  expect((await handle(post())).status).toBe(500);
  expect(onEvent).not.toHaveBeenCalled();
  expect(String(onError.mock.calls[0]?.[0])).toContain(
    `replays: bursar:webhook:${testVector.id}: expected a value of version 1. Update all servers.`,
  );
  expect(Object.fromEntries(redis)).toEqual(values);
});
