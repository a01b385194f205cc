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

/** What a reader of the text can see: as it is, and with its escapes decoded. */
const readings = (text: string): string[] => [
  text,
  text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  ),
  text.replace(/\\(?:u([\da-f]{4})|([\s\S]))/gi, (_, hex: string | undefined, char: string) =>
    hex === undefined ? char : String.fromCharCode(Number.parseInt(hex, 16)),
  ),
];

/**
 * A key of any characters is removed from any surrounding text. Text before it that ends like the
 * beginning of an escape can swallow a part of it: then no reader can see the key.
 */
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
    const whole = `${before}${form}${after}`;
    const clean = text(whole);
    for (const reading of readings(clean)) expect(reading).not.toContain(secret);
    const isReadable = readings(whole).some((reading) => reading.includes(secret));
    if (isReadable) expect(clean).toContain("[api key]");
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
