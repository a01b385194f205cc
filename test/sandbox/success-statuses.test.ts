import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { openWallet } from "./open-sandbox.js";
import { validCalls } from "./valid-calls.js";

test.each(endpoints.map(({ name }) => name))("%s has the service's status", async (name) => {
  const opened = await openWallet();
  const call = await validCalls[name](opened);
  await call();
  const { status, full } = fixtureOf(name);
  const expected = status ?? (full === undefined ? 204 : 200);
  expect(opened.sandbox.requests.at(-1)?.status).toBe(expected);
});
