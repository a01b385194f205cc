import { expect, test } from "vitest";
import { measureGrowth } from "../support/measure-growth.js";
import { openProxy, readError } from "./proxy-kit.js";

const quote = "/api/v1/crypto/swap";

/** Rejects a query and a body with this many unknown names. */
async function rejectNames(count: number): Promise<void> {
  const { post } = openProxy();
  const names = Array.from({ length: count }, (_, i) => `n${i}`);
  const body = Object.fromEntries(names.slice(0, count / 8).map((name) => [name, 1]));
  const rejection = await readError(post(`${quote}?${names.join("&")}`, body));
  expect(rejection).toMatchObject({ status: 400, id: "BAD_REQUEST" });
}

test("rejects a query and a body with thousands of names in linear time", async () => {
  await rejectNames(2_500);
  // Quadratic cost is a ratio of 16.
  expect(await measureGrowth(2_500, (count) => () => rejectNames(count))).toBeLessThan(10);
});
