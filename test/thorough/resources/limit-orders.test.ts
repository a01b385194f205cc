import { expect, test } from "vitest";
import { failure, hash, wallet } from "../../http/test-client.js";
import { inFakeTime } from "../../resources/fake-time.js";
import { openHistory } from "../../resources/open-history.js";
import { drained } from "../../support/drained.js";

test("a wait for a limit order sends a request per minute for 7 days", async () => {
  const { client, fetch } = openHistory("PROCESSING");
  const times: number[] = [];
  const error = await inFakeTime(() =>
    failure(
      client.swap.waitForLimitOrder(
        wallet,
        { userOperationHash: hash },
        { onProgress: ({ elapsed }) => times.push(elapsed) },
      ),
    ),
  );
  expect(error).toMatchObject({ name: "WaitTimeoutError", timeout: 604_800_000 });
  const delays = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(delays.slice(20, -2).every((delay) => delay === 60_000)).toBe(true);
  expect(await drained(fetch)).toHaveLength(times.length);
  expect(times.length).toBeGreaterThan(7 * 1_440);
  expect(times.at(-1)).toBe(604_798_000);
});
