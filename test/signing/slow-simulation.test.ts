import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signQuote } from "../../src/signing/index.js";
import {
  createCountingSigner,
  createFakeNode,
  createQuote,
  owner,
  request,
} from "./simulation/fake-node.js";
import { getRejection } from "./test-signers.js";

const now = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

/** A node that needs a time for its simulation. */
function createSlowNode(milliseconds: number) {
  const { client } = createFakeNode();
  const getChainId = async () => {
    vi.setSystemTime(Date.now() + milliseconds);
    return client.getChainId();
  };
  return { ...client, getChainId };
}

// The quotes are valid for a minute, of which 5 seconds must be left.
test.each([
  ["without the option now", {}],
  ["with a fixed now, which the time of the simulation is added to", { now }],
])("what expires while it is simulated is not signed, %s", async (_what, more) => {
  const { signer, countCalls } = createCountingSigner();
  const confirm = vi.fn(() => true);
  const sign = (milliseconds: number, changes = {}) => {
    vi.setSystemTime(now);
    const quote = createQuote({ expiresAt: now + 60_000, ...changes });
    const simulate = createSlowNode(milliseconds);
    const options = { expect: request, owner: owner.address, simulate, confirm, ...more };
    return signQuote(quote, signer, options);
  };
  // A problem that the user would be asked about.
  for (const expired of [60_000, 55_001])
    expect(await getRejection(sign(expired, { amountOutUSD: "50" }))).toMatchObject({
      name: "UnsafeToSignError",
      problems: [{ code: "expired", severity: "fatal" }],
      message: expect.stringContaining("nothing was signed"),
      hint: expect.stringContaining("expired after it was checked"),
    });
  expect(confirm).not.toHaveBeenCalled();
  expect(countCalls()).toBe(0);
  expect(await sign(54_000)).toBeDefined();
});
