import { describe, expect, it } from "vitest";
import { sameAddress } from "../../src/index.js";

const usdc = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359";
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const legacy = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT";

describe("sameAddress", () => {
  it.each([
    [usdc, usdc],
    [usdc, usdc.toLowerCase()],
    [usdc, `0x${usdc.slice(2).toUpperCase()}`],
    [segwit, segwit.toUpperCase()],
    [legacy, legacy],
    ["btc", "btc"],
  ])("is true for %s and %s", (a, b) => {
    expect([sameAddress(a, b), sameAddress(b, a)]).toEqual([true, true]);
  });

  it.each([
    [usdc, `${usdc.slice(0, -1)}8`],
    [legacy, legacy.toLowerCase()],
    ["1bc1BoatSLRHtKNngkdXEeobR76b53LETt", "1bc1boatSLRHtKNngkdXEeobR76b53LETt"],
    [usdc, undefined],
    [null, usdc],
    [undefined, undefined],
    [null, null],
  ])("is false for %s and %s", (a, b) => {
    expect([sameAddress(a, b), sameAddress(b, a)]).toEqual([false, false]);
  });

  it("is false for values that are no strings, without an error", () => {
    expect(sameAddress({} as never, {} as never)).toBe(false);
    expect(sameAddress(1 as never, 1 as never)).toBe(false);
  });
});
