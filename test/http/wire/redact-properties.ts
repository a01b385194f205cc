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
