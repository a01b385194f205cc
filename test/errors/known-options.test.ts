import { describe, expect, test } from "vitest";
import { signPsbt } from "../../src/bitcoin/index.js";
import { assertKnownOptions } from "../../src/errors/unknown-option.js";
import { keyA } from "../bitcoin/build-psbt.js";

const names = ["timeout", "totalTimeout", "retry", "baseUrl", "apiKey", "now", "keep"];
const hintFor = (name: string) => {
  try {
    assertKnownOptions("call", { [name]: 1 }, names);
    return undefined;
  } catch (error) {
    return (error as { hint?: string }).hint;
  }
};

describe("the hint of an unknown option", () => {
  test.each([
    ["TIMEOUT", "timeout"],
    ["Now", "now"],
    ["imeout", "timeout"],
    ["timeuot", "timeout"],
    ["tiemouts", "timeout"],
    ["totaltimeot", "totalTimeout"],
    ["BaseURI", "baseUrl"],
    ["apKey", "apiKey"],
    ["api_key", "apiKey"],
    ["keeps", "keep"],
    ["nwo", "now"],
    ["retries", "retry"],
    ["base", "baseUrl"],
    ["maxRetries", undefined],
  ])("for %s names the option %s", (name, expected) => {
    const hint = expected ? `Did you mean ${expected}?` : `The options are ${names.join(", ")}.`;
    expect(hintFor(name)).toBe(hint);
  });

  test("prefers the option with the most letters in common", () => {
    const similar = ["maxInterval", "interval", "intervals"];
    expect(() => assertKnownOptions("call", { Intervals: 1 }, similar)).toThrow(
      expect.objectContaining({ hint: "Did you mean intervals?" }),
    );
  });
});

describe("the hint of an unknown option that several options resemble", () => {
  const list = (...known: string[]) => {
    const [name = "", ...options] = known;
    try {
      assertKnownOptions("call", { [name]: 1 }, options);
    } catch (error) {
      return (error as { hint?: string }).hint;
    }
    return undefined;
  };

  test("names the one that differs only in case", () => {
    expect(list("maxfee", "maxFeeRate", "maxFee", "maxFeePercent")).toBe("Did you mean maxFee?");
    expect(list("TIMEOUT", "timeoutMs", "timeout")).toBe("Did you mean timeout?");
  });

  test("lists the options instead of choosing one", () => {
    expect(list("max", "maxFeeRate", "maxFee", "now")).toBe(
      "The options are maxFeeRate, maxFee, now.",
    );
    expect(list("tokenUn", "tokenIn", "tokenOn")).toBe("The options are tokenIn, tokenOn.");
  });

  test("of signPsbt names maxFee for maxfee", () => {
    expect(() => signPsbt("", keyA, { maxfee: 1 } as never)).toThrow(
      expect.objectContaining({ hint: "Did you mean maxFee?" }),
    );
  });
});

describe("the name of an unknown option", () => {
  const getMessage = (name: string) => {
    try {
      assertKnownOptions("call", { [name]: 1 }, names);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  test("is cut to 80 characters", () => {
    expect(getMessage("x".repeat(80))).toBe(`call: unknown option "${"x".repeat(80)}"`);
    expect(getMessage("x".repeat(100_000))).toBe(`call: unknown option "${"x".repeat(80)}…"`);
  });

  test("is cut after its secrets are hidden", () => {
    expect(getMessage(`${"x".repeat(60)} ${"8f2a5594".repeat(8)}`)).not.toContain("8f2a");
  });
});

test("known options, also if they are undefined, and extensions of Object.prototype are accepted", () => {
  const extended = Object.prototype as { added?: unknown };
  extended.added = 1;
  try {
    expect(() => assertKnownOptions("call", { retry: undefined }, names)).not.toThrow();
  } finally {
    delete extended.added;
  }
});
