import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signQuote } from "../../src/signing/index.js";
import { createOptions, createPricedQuote, now } from "./quote/priced-quotes.js";
import { createCountingSigner, stranger } from "./simulation/fake-node.js";
import { getRejection } from "./test-signers.js";

let milliseconds = 0;
vi.mock("../../src/signing/calls/calls-check.js", () => ({
  checkContracts: () => void vi.setSystemTime(Date.now() + milliseconds),
}));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

// The quotes are valid for a minute, of which 5 seconds must be left.
test.each([
  ["without the option now", { now: undefined }],
  ["with a fixed now, which the time of the download is added to", { now }],
])("what expires while a chunk is downloaded is not signed, %s", async (_what, more) => {
  const { signer, countCalls } = createCountingSigner();
  const confirm = vi.fn(() => true);
  const options = createOptions({ contracts: [stranger], confirm, ...more });
  for (const expired of [60_000, 55_000]) {
    vi.setSystemTime(now);
    milliseconds = expired;
    // A problem that the user would be asked about.
    const quote = createPricedQuote({ quoteId: null, amountOutUSD: "50" });
    expect(await getRejection(signQuote(quote, signer, options))).toMatchObject({
      name: "UnsafeToSignError",
      problems: [{ code: "expired", severity: "fatal" }],
      message: expect.stringContaining("nothing was signed"),
      hint: expect.stringContaining("expired after it was checked"),
    });
  }
  expect(confirm).not.toHaveBeenCalled();
  expect(countCalls()).toBe(0);
  vi.setSystemTime(now);
  milliseconds = 54_000;
  expect(await signQuote(createPricedQuote(), signer, options)).toBeDefined();
});
