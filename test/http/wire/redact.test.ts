import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRedactor, redactStart } from "../../../src/http/wire/redact.js";
import { chooseSeed } from "../../support/random-runs.js";
import {
  almostMatching,
  entities,
  keyIsRemoved,
  nestedKeyIsRemoved,
  percent,
  unicode,
} from "./redact-properties.js";

const key = 'sk_"live\\/42%+=.$^(x)';
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const names: Record<string, string> = {
  ...{ '"': "quot", "\\": "bsol", "/": "sol", "%": "percnt", "+": "plus", "=": "equals" },
  ...{ ".": "period", $: "dollar", "^": "Hat", "(": "lpar", ")": "rpar" },
};
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
  ["in JSON in JSON", inJson(inJson(key))],
  ["in JSON in JSON in JSON, with slashes", inJson(inJson(inJson(key).replace("/", "\\/")))],
  ["in JSON in JSON, every character escaped", inJson(unicode(key))],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(key))],
  ["percent-encoded five times", percent(percent(percent(percent(percent(key)))))],
  ["in JSON, percent-encoded", encodeURIComponent(inJson(key))],
  ["in HTML, by number", entities(key)],
  ["in HTML, by hex number", key.replace(/[^\w]/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`)],
  ["in HTML, by name", key.replace(/["\\/%+=.$^()]/g, (c) => `&${names[c]};`)],
  ["in HTML in HTML", key.replace(/["\\/%+=.$^()]/g, (c) => `&amp;amp;${names[c]};`)],
];

describe("a key is removed from text when it is", () => {
  test.each(forms)("%s", (_, form) => {
    const { text } = createRedactor(key);
    expect(text(`before ${form} between ${form}after`)).toBe(
      "before [api key] between [api key]after",
    );
  });
});

describe("a key that looks like an escape is removed when it is", () => {
  test.each([
    ["in JSON in JSON, where `u` is escaped", "xu0041yabcdef", "x\\\\u00750041yabcdef"],
    ["percent-encoded", "x%41yabcdef", "x%2541yabcdef"],
    ["in HTML, without a semicolon", "A1yabcdef", "&#65&#49;yabcdef"],
    ["in HTML, by a number with zeros", "sk_live_0123", "&#0000000115;k_live_0123"],
    ["in HTML, by a hex number with zeros", "sk_live_0123", "&#x0000073;k_live_0123"],
    ["in HTML, by a long name", "sk_live_0123", "sk&UnderBar;live_0123"],
    ["in HTML, by a name that begins like another", "ab@cdefgh", "ab&commat;cdefgh"],
    ["in HTML, after a percent sign", "41ab+cdef", "%41ab&#43;cdef"],
    ["in JSON, after a `u`", "0041/abcd", "\\u0075\\u0030041\\/abcd"],
  ])("%s", (_, secret, form) => {
    const clean = createRedactor(secret).text(`before ${form} after`);
    expect(clean).toContain("[api key]");
    expect(clean).not.toContain(form);
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

test("a key in any forms inside each other is removed", () => {
  fc.assert(nestedKeyIsRemoved, { numRuns: 40, seed: chooseSeed() });
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

test("decodes each escape once, however many escapes are inside each other", () => {
  const { text } = createRedactor(key);
  // A pass per level would take minutes.
  for (const nested of ["%25".repeat(1e5), `%${"25".repeat(2e5)}41`, `&${"amp;".repeat(1e5)}`])
    expect(text(`${nested} ${percent(key)} ${nested}`)).toBe(`${nested} [api key] ${nested}`);
  expect(text(`%${"25".repeat(1e5)}41`.repeat(2) + key.repeat(1e4))).toContain("[api key]");
});

test.each(almostMatching)("text that almost matches stays the same: %s", (hard) => {
  const { text } = createRedactor(`${hard}!`);
  // With exponential cost this would not end.
  for (const long of [hard[0]?.repeat(5_000) ?? "", hard.repeat(100)])
    expect(text(long)).toBe(long);
});
