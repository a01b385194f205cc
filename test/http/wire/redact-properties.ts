import fc from "fast-check";
import { expect } from "vitest";
import { createRedactor } from "../../../src/http/wire/redact.js";

/** Escapes every character as JSON can. */
export const unicode = (text: string): string =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

/** Percent-encodes every character. */
export const percent = (text: string): string =>
  [...text].map((c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).join("");

/** Writes every character as an HTML entity. */
export const entities = (text: string): string =>
  [...text].map((c) => `&#${c.charCodeAt(0)};`).join("");

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

/** Keys of the characters of real ones, with parts that look like escapes. */
const part = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[\w\-.+/=~]{1,6}$/) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["u0041", "u005c", "u0075", "u0025", "u00", "u", "0041", "41", "5c", "25", "65", "x41"],
      ...["%41", "%25", "%5C", "%", "%2", "&#65", "&#x41;", "&#", "&amp;", "&", "amp;", "lt", "#"],
      ...["\\u0041", "\\", "\\u", ";", "@", "_", "{", "~"],
    ),
  },
  { weight: 1, arbitrary: character },
);
const likeEscapes = fc
  .array(part, { minLength: 3, maxLength: 12 })
  .map((list) => list.join(""))
  // A key that is mainly backslashes would be too short without them.
  .filter((key) => key.replaceAll("\\", "").length >= 8);

const names = new Map<string, string>(
  Object.entries({
    ...{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos", "/": "sol", "\\": "bsol" },
    ...{ "#": "num", "+": "plus", "=": "equals", "%": "percnt", _: "lowbar", ":": "colon" },
    ...{ ";": "semi", ",": "comma", ".": "period", "!": "excl", "?": "quest", $: "dollar" },
    ...{ "@": "commat", "(": "lpar", ")": "rpar", "*": "ast", "[": "lsqb", "]": "rsqb" },
    ...{ "{": "lcub", "}": "rcub", "|": "verbar", "`": "grave", "^": "Hat" },
  }),
);
const characters = new Map([...names].map(([c, name]) => [name, c]));
const hexOf = (c: string) => c.charCodeAt(0).toString(16);
const fromHex = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

interface Form {
  /** What the form must encode, because its reader would take it for an escape. */
  readonly special: RegExp;
  /** The ways to write a character. `next` follows it. */
  readonly ways: readonly ((c: string, next: string) => string)[];
  read(text: string): string;
}

const controls: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

const json: Form = {
  special: /["\\]/,
  ways: [
    (c) => JSON.stringify(c).slice(1, -1),
    (c) => (c === "/" ? "\\/" : JSON.stringify(c).slice(1, -1)),
    (c) => `\\u${hexOf(c).padStart(4, "0")}`,
    (c) => `\\u${hexOf(c).toUpperCase().padStart(4, "0")}`,
  ],
  // Lenient, because redaction may have removed a part of an escape.
  read: (text) =>
    text.replace(/\\(u[\da-f]{4}|.)/gi, (_, rest: string) =>
      rest.length > 1 ? fromHex(rest.slice(1)) : (controls[rest] ?? rest),
    ),
};

const url: Form = {
  special: /%/,
  ways: [
    (c) => `%${hexOf(c).padStart(2, "0")}`,
    (c) => `%${hexOf(c).toUpperCase().padStart(2, "0")}`,
  ],
  read: (text) => text.replace(/%([\da-f]{2})/gi, (_, hex: string) => fromHex(hex)),
};

const html: Form = {
  special: /&/,
  ways: [
    (c) => `&#x${hexOf(c)};`,
    (c) => `&#X00${hexOf(c).toUpperCase()};`,
    (c) => `&#${c.charCodeAt(0)};`,
    (c, next) => `&#${c.charCodeAt(0)}${/[\d;]/.test(next) ? ";" : ""}`,
    (c, next) => `&#x${hexOf(c)}${/[\da-f;]/i.test(next) ? ";" : ""}`,
    (c) => (names.has(c) ? `&${names.get(c)};` : `&#${c.charCodeAt(0)};`),
    (c, next) => (/[&<>"]/.test(c) && next !== ";" ? `&${names.get(c)}` : `&#${c.charCodeAt(0)};`),
  ],
  read: (text) =>
    text.replace(
      /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot)|(\w+)(?=;));?/gi,
      (entity, hex?: string, digits?: string, short?: string, name?: string) => {
        if (hex !== undefined) return fromHex(hex);
        if (digits !== undefined) return String.fromCharCode(Number(digits));
        return characters.get(short ?? name ?? "") ?? entity;
      },
    ),
};

const layer = fc.record({
  form: fc.constantFrom(json, json, url, html),
  /** The ways of the characters that are encoded. The others are, if they are special. */
  which: fc.array(fc.option(fc.nat(6), { nil: undefined }), { minLength: 1, maxLength: 7 }),
  before: fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("u", "%", "%4", "&", "&#", "u004")),
  after: fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom("0", "41", "0041", ";", "amp;", '"'),
  ),
});
type Layer = typeof layer extends fc.Arbitrary<infer T> ? T : never;

function write(text: string, { form, which }: Layer): string {
  let written = "";
  for (let i = text.length - 1; i >= 0; i--) {
    const c = text[i] as string;
    const way = which[i % which.length];
    const isEncoded = way !== undefined || form.special.test(c);
    const encode = form.ways[(way ?? 0) % form.ways.length] as Form["ways"][number];
    written = (isEncoded ? encode(c, written[0] ?? ";") : c) + written;
  }
  return written;
}

/** A key is removed from every text that a reader of any forms, inside each other, could decode. */
export const nestedKeyIsRemoved = fc.property(
  fc.oneof(keys, likeEscapes),
  fc.array(layer, { maxLength: 5 }),
  (secret, layers) => {
    let written = secret;
    for (const next of layers) written = write(`${next.before}${written}${next.after}`, next);
    // An entity without a semicolon can be read on in the text after it.
    fc.pre(read(written, layers).includes(secret));
    const clean = createRedactor(secret).text(written);
    expect(clean).toContain("[api key]");
    expect(read(clean, layers)).not.toContain(secret);
  },
);

const read = (text: string, layers: readonly Layer[]) =>
  layers.reduceRight((rest, { form }) => form.read(rest), text);
