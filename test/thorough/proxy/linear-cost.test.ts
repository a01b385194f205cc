import { expect, test } from "vitest";
import { openProxy, readError } from "../../proxy/proxy-kit.js";

const quote = "/api/v1/crypto/swap";

/** The least CPU time of several runs, in microseconds. */
async function measure(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 7; i++) {
    const before = process.cpuUsage();
    await run();
    times.push(process.cpuUsage(before).user);
  }
  return Math.min(...times);
}

/** Rejects a query and a body with this many unknown names. */
async function rejectNames(count: number): Promise<void> {
  const { post } = openProxy();
  const names = Array.from({ length: count }, (_, i) => `n${i}`);
  const body = Object.fromEntries(names.slice(0, count / 8).map((name) => [name, 1]));
  const rejection = await readError(post(`${quote}?${names.join("&")}`, body));
  expect(rejection).toMatchObject({ status: 400, id: "BAD_REQUEST" });
}

test("rejects a query and a body with thousands of names in linear time", async () => {
  await rejectNames(10_000);
  const small = await measure(() => rejectNames(10_000));
  const large = await measure(() => rejectNames(40_000));
  // 4 if the cost is linear, 16 if it is quadratic.
  expect(large / small).toBeLessThan(10);
});
