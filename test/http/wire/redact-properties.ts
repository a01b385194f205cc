import fc from "fast-check";
import { expect } from "vitest";
import { createRedactor } from "../../../src/http/wire/redact.js";

/** Escapes every character as JSON can. */
export const unicode = (text: string): string =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

/** Percent-encodes every character. */
export const percent = (text: string): string =>
  [...text].map((c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).join("");

const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const keys = fc.array(character, { minLength: 12, maxLength: 60 }).map((list) => list.join(""));

/** A key of any characters is removed from any surrounding text. */
export const keyIsRemoved = fc.property(keys, fc.string(), fc.string(), (secret, before, after) => {
  const { text } = createRedactor(secret);
  const written = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    unicode(secret),
    percent(secret),
  ];
  for (const form of written) {
    const clean = text(`${before}${form}${after}`);
    expect(clean).not.toContain(secret);
    expect(clean).toContain("[api key]");
  }
});

/** Starts of keys that match a long text almost. */
export const almostMatching = [
  "\\".repeat(40),
  "%".repeat(40),
  '"'.repeat(40),
  "a".repeat(40),
  "/\\".repeat(20),
];

const hexOf = (c: string) => c.charCodeAt(0).toString(16);

/** Encodes a character for a reader of one form. */
const encoders: readonly ((c: string) => string)[] = [
  (c) => JSON.stringify(c).slice(1, -1),
  (c) => (c === "/" ? "\\/" : JSON.stringify(c).slice(1, -1)),
  (c) => `\\u${hexOf(c).padStart(4, "0")}`,
  (c) => `\\u${hexOf(c).toUpperCase().padStart(4, "0")}`,
  (c) => `%${hexOf(c)}`,
  (c) => `%${hexOf(c).toUpperCase()}`,
  (c) => `&#x${hexOf(c)};`,
  (c) => `&#X00${hexOf(c).toUpperCase()};`,
  (c) => `&#${c.charCodeAt(0)};`,
  (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "/": "&sol;" })[c] ?? c,
];
/** What a form must encode, because it would be read as an escape. */
const special = [/["\\]/, /["\\]/, /["\\]/, /["\\]/, /%/, /%/, /&/, /&/, /&/, /&/];

/**
 * In a key, `u` and four digits would be read as an escape after the backslash of an escaped `u`.
 * What escapes an `u` in JSON, and then in JSON again, is not found.
 */
const unambiguousKeys = keys.filter((key) => !/u[\da-f]{0,3}(?:[\da-f]|$)/i.test(key));

const layer = fc.record({
  form: fc.nat(encoders.length - 1),
  /** Which characters are encoded beside the special ones. */
  which: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  before: fc.string({ maxLength: 6 }),
  after: fc.string({ maxLength: 6 }),
});

/** A key is removed from every text that a reader of any forms, inside each other, could decode. */
export const nestedKeyIsRemoved = fc.property(
  unambiguousKeys,
  fc.array(layer, { maxLength: 6 }),
  (secret, layers) => {
    let written = secret;
    for (const { form, which, before, after } of layers) {
      const encode = encoders[form] as (c: string) => string;
      const encoded = [...`${before}${written}${after}`].map((c, i) =>
        which[i % which.length] || special[form]?.test(c) ? encode(c) : c,
      );
      written = encoded.join("");
    }
    const clean = createRedactor(secret).text(written);
    expect(clean).toContain("[api key]");
    expect(clean).not.toContain(secret);
  },
);
