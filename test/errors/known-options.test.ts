import { describe, expect, test } from "vitest";
import { assertKnownOptions } from "../../src/errors/assert-known-options.js";

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

test("known options, also if they are undefined, and extensions of Object.prototype are accepted", () => {
  const extended = Object.prototype as { added?: unknown };
  extended.added = 1;
  try {
    expect(() => assertKnownOptions("call", { retry: undefined }, names)).not.toThrow();
  } finally {
    delete extended.added;
  }
});
