import { expect, test } from "vitest";
import { redisReplayStore } from "../../src/stores/index.js";
import { post, setUp } from "../webhooks/handler-kit.js";
import { testVector } from "../webhooks/sample-deliveries.js";
import { readGolden, refusedFolders } from "./read-golden.js";

const file = "webhook-replays.json";
/** The store on a Redis with these values. */
function openStore(values: Record<string, string> = {}) {
  const redis = new Map(Object.entries(values));
  const replays = redisReplayStore({
    // What the scripts do. test/e2e/stores runs them.
    async eval(script: string, _keys: number, key = "", value = "") {
      const isNew = !script.includes('"NX"') || !redis.has(key);
      if (script.includes('"SET"') && isNew) redis.set(key, value);
      return redis.get(key);
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
    `redisReplayStore: "${testVector.id}": expected a value of version 1, got another one`,
  );
  expect(Object.fromEntries(redis)).toEqual(values);
});
