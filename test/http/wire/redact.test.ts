import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRedactor, redactStart } from "../../../src/http/wire/redact.js";
import { almostMatching, keyIsRemoved, percent, unicode } from "./redact-properties.js";

const key = 'sk_"live\\/42%+=.$^(x)';
const plainKey = "sk_live_0123456789abcdef";

/** Redacts a text, and counts the places that are searched and the characters that are compared. */
function countSteps(key: string, text: string): { clean: string; steps: number } {
  let steps = 0;
  const { exec } = RegExp.prototype;
  const { startsWith } = String.prototype;
  RegExp.prototype.exec = function (...args) {
    steps++;
    return exec.apply(this, args);
  };
  String.prototype.startsWith = function (...args) {
    steps++;
    return startsWith.apply(this, args);
  };
  try {
    const clean = createRedactor(key).text(text);
    return { clean, steps };
  } finally {
    RegExp.prototype.exec = exec;
    String.prototype.startsWith = startsWith;
  }
}

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

test.each([
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(key))],
  ["JSON in JSON", JSON.stringify(JSON.stringify(key))],
  ["HTML", key.replace('"', "&quot;")],
])("a key in another form is not removed: %s", (_, form) => {
  expect(createRedactor(key).text(`% ${form}`)).toBe(`% ${form}`);
});

test.each([
  ["percent-encoded", "x%41yabcdef", "x%2541yabcdef"],
  ["JSON-escaped", "x\\u0041yabc", "x\\\\u0041yabc"],
  ["JSON-escaped after a `u`", "0041/abcd", "\\u0030041\\/abcd"],
  ["JSON-escaped, with a backslash at its end", "abcdefgh\\", "abcdefgh\\\\"],
  ["percent-encoded, with a percent sign at its end", "abcdefgh%", "abcdefgh%25"],
])("a key with characters of an escape is removed: %s", (_, secret, form) => {
  expect(createRedactor(secret).text(`before ${form} after`)).toBe("before [api key] after");
});

test("leaves other text unchanged", () => {
  const { text, json } = createRedactor(key);
  for (const other of ["", "sk_", key.slice(1), key.slice(0, -1), key.toUpperCase()]) {
    expect(text(other)).toBe(other);
  }
  const data = { a: [1, null, true, { b: "text" }], __proto__: null };
  expect(json(data)).toEqual(data);
});

test("without a key nothing is changed", () => {
  const { text, json } = createRedactor(undefined);
  const data = { a: [key] };
  expect(text(key)).toBe(key);
  expect(json(data)).toBe(data);
});

test("a key is removed from values and names of JSON at any depth", () => {
  const { json } = createRedactor(key);
  const data = { [key]: [{ deep: { [`x${key}`]: `a ${key} b` } }] };
  expect(json(data)).toEqual({ "[api key]": [{ deep: { "x[api key]": "a [api key] b" } }] });
  const plain = "sk_live_abcdef";
  const odd = `{"__proto__":"a ${plain}","b":{"__proto__":{"${plain}":1}}}`;
  expect(JSON.stringify(createRedactor(plain).json(JSON.parse(odd)))).toBe(
    odd.replaceAll(plain, "[api key]"),
  );
  const deep = JSON.parse(
    `${"[".repeat(20_000)}"${JSON.stringify(key).slice(1, -1)}"${"]".repeat(20_000)}`,
  );
  let inner: unknown = json(deep);
  while (Array.isArray(inner)) inner = inner[0];
  expect(inner).toBe("[api key]");
});

test("leaves what Object.prototype has, and ends", () => {
  const prototype = Object.prototype as unknown as Record<string, unknown>;
  prototype.mixin = { note: key };
  onTestFinished(() => {
    delete prototype.mixin;
  });
  expect(createRedactor(key).json({ a: key }).a).toBe("[api key]");
  expect(prototype.mixin).toEqual({ note: key });
});

test("the start of a long text has no part of a key that was cut", () => {
  const long = `sk_${"0123456789".repeat(60)}`;
  const start = redactStart(createRedactor(long), long.repeat(200), 2_000);
  expect(start.replaceAll("[api key]", "")).toBe("");
  expect(redactStart(createRedactor(long), "x".repeat(500_000), 2_000)).toHaveLength(2_000);
});

test("a key of any characters is removed from any surrounding text", () => {
  // A failure names its seed; the same seed and path repeat it.
  fc.assert(keyIsRemoved, { numRuns: 40 });
});

test.each(["", "\\", "\\\\", 'x\\"', "\n"])("JSON stays valid after the text %j", (before) => {
  const plain = "sk_live/abcdef";
  const { text } = createRedactor(plain);
  let json: unknown = { a: `${before}${plain}`, b: [plain, 1], [plain]: null };
  for (let depth = 0; depth < 5; depth++) {
    const clean = text(JSON.stringify(json));
    expect(() => JSON.parse(clean)).not.toThrow();
    expect(clean.split("[api key]")).toHaveLength(4);
    json = JSON.stringify(json);
  }
});

test.each([
  ["new_live_abcdef", '"\\new_live_abcdef"'],
  ["u0041_live_abcdef", '"\\u0041_live_abcdef"'],
])("JSON stays valid if the key %s is also an escape without its backslash", (own, json) => {
  const clean = createRedactor(own).text(json);
  expect(clean).toBe('"[api key]"');
});

test.each(["%25", "\\u005c", '{"text":"a\\nb"},'])(
  "searches 31 MB of %j in fewer steps than it has characters",
  (piece) => {
    const text = `%${piece.repeat(31e6 / piece.length)}${percent(plainKey)}`;
    const { clean, steps } = countSteps(plainKey, text);
    expect(clean.endsWith("[api key]")).toBe(true);
    expect(steps).toBeLessThan(31e6);
  },
);

test("takes twice as many steps for a text of twice the length, also of starts of the key", () => {
  for (const part of [
    plainKey.slice(0, -1),
    plainKey.slice(0, 8),
    unicode(plainKey).slice(0, -1),
  ]) {
    const [short, long] = [2_000, 4_000].map((count) =>
      countSteps(plainKey, `%${part.repeat(count)}`),
    );
    expect(long?.steps).toBeLessThan(2.1 * (short?.steps ?? 0));
  }
});

test.each(almostMatching)("text that almost matches stays the same: %s", (hard) => {
  const { text } = createRedactor(`${hard}!`);
  // With exponential cost this would not end.
  for (const long of [hard[0]?.repeat(5_000) ?? "", hard.repeat(100)])
    expect(text(long)).toBe(long);
});

test("does not search a text that has the key in no form, however many escapes it has", () => {
  for (const text of ["%73", "\\\\", "\\u0073", "%u0073", "lorem % "]) {
    const long = text.repeat(100_000);
    const { clean, steps } = countSteps(plainKey, long);
    expect([clean === long, steps < 10]).toEqual([true, true]);
  }
});
