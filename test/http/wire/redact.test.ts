import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "../../../src/http/wire/redact.js";
import { almostMatching, keyIsRemoved, percent, unicode } from "./redact-properties.js";

const key = 'sk_"live\\/42%+=.$^(x)';
const forms: [string, string][] = [
  ["plain", key],
  ["escaped as JSON", JSON.stringify(key).slice(1, -1)],
  ["escaped as JSON, with slashes", JSON.stringify(key).slice(1, -1).replace("/", "\\/")],
  ["escaped as JSON, every character", unicode(key)],
  [
    "escaped as JSON, in upper case",
    unicode(key).replace(/[\da-f]{4}/g, (hex) => hex.toUpperCase()),
  ],
  ["percent-encoded", encodeURIComponent(key)],
  ["percent-encoded, every character", percent(key)],
  ["percent-encoded, in lower case", percent(key).toLowerCase()],
];

describe("a key is removed from text when it is", () => {
  test.each(forms)("%s", (_, form) => {
    const { text } = createRedactor(key);
    expect(text(`before ${form} between ${form}after`)).toBe(
      "before [api key] between [api key]after",
    );
  });
});

test("leaves other text unchanged", () => {
  const { text, json } = createRedactor(key);
  for (const other of ["", "sk_", key.slice(1), key.slice(0, -1), key.toUpperCase()]) {
    expect(text(other)).toBe(other);
  }
  const data = { a: [1, null, true, { b: "text" }], __proto__: null };
  expect(json(data)).toEqual(data);
});

test("without a key nothing is changed or copied", () => {
  const { text, json } = createRedactor(undefined);
  const data = { a: [key] };
  expect(text(key)).toBe(key);
  expect(json(data)).toBe(data);
});

test("a key is removed from values and names of JSON at any depth, and the original stays", () => {
  const { json } = createRedactor(key);
  const data = { [key]: [{ deep: { [`x${key}`]: `a ${key} b` } }] };
  expect(json(data)).toEqual({ "[api key]": [{ deep: { "x[api key]": "a [api key] b" } }] });
  expect(Object.keys(data)).toEqual([key]);
  const deep = JSON.parse(
    `${"[".repeat(20_000)}"${JSON.stringify(key).slice(1, -1)}"${"]".repeat(20_000)}`,
  );
  let inner: unknown = json(deep);
  while (Array.isArray(inner)) inner = inner[0];
  expect(inner).toBe("[api key]");
});

test("a key of any characters is removed from any surrounding text", () => {
  // A failure names its seed; the same seed and path repeat it.
  fc.assert(keyIsRemoved, { numRuns: 40 });
});

test.each(almostMatching)("text that almost matches stays the same: %s", (hard) => {
  const { text } = createRedactor(`${hard}!`);
  // With exponential cost this would not end.
  for (const long of [hard[0]?.repeat(5_000) ?? "", hard.repeat(100)])
    expect(text(long)).toBe(long);
});
