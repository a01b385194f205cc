import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../../../src/http/wire/redact.js";
import { almostMatching, keyIsRemoved } from "../../../http/wire/redact-properties.js";
import { measureGrowth } from "../../../support/measure-growth.js";
import { chooseSeed, countRuns } from "../../../support/random-runs.js";

test("a key of any characters is removed from any surrounding text", () => {
  fc.assert(keyIsRemoved, { numRuns: countRuns(20_000), seed: chooseSeed() });
});

test.each(["%25", "\\\\", "\\u005c", "%255Cu0025\\\\u005c"])(
  "searches escapes at linear cost: %s",
  async (part) => {
    const { text } = createRedactor("sk_live/abcdef");
    const create = (size: number) => {
      const long = part.repeat(size / part.length);
      return () => text(long);
    };
    expect(await measureGrowth(200_000, create)).toBeLessThan(10);
  },
);

test.each(almostMatching)(
  "text that almost matches is redacted at linear cost: %s",
  async (hard) => {
    const { text } = createRedactor(`${hard}!`);
    const createFrom = (part: string) => (size: number) => {
      const long = part.repeat(size / part.length);
      return () => text(long);
    };
    expect(await measureGrowth(10_000, createFrom(hard[0] as string))).toBeLessThan(10);
    expect(await measureGrowth(10_000, createFrom(hard))).toBeLessThan(10);
  },
);
