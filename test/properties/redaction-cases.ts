import type { Random } from "./random.js";

/** The forms of a key that are removed, by docs/security.md. */
export const spellings = ["as it is", "JSON-escaped", "percent-encoded"] as const;
export type Spelling = (typeof spellings)[number];

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, "0");

/** A key of 12 to 60 printable characters, some with a meaning in JSON, URLs and patterns. */
export function createKey(random: Random): string {
  const special = [...'"\\/%+=.$^(x)u0041'];
  return Array.from({ length: random.integer(12, 60) }, () =>
    random.chance(0.3) ? random.pick(...special) : String.fromCharCode(random.integer(0x21, 0x7e)),
  ).join("");
}

/** Spells a key. Encoders differ in which characters they encode, so the choice is random. */
export function spell(key: string, spelling: Spelling, random: Random): string {
  return [...key]
    .map((character) => {
      const isEncoded = random.chance(0.4);
      if (spelling === "JSON-escaped") {
        if (/["\\]/.test(character) && random.chance(0.5)) return `\\${character}`;
        return isEncoded || /["\\]/.test(character) ? `\\u00${hex(character)}` : character;
      }
      if (spelling === "as it is" || (!isEncoded && !/["\\%]/.test(character))) return character;
      return `%${random.chance(0.5) ? hex(character).toUpperCase() : hex(character)}`;
    })
    .join("");
}

/** A response that repeats the key. */
export interface Echo {
  readonly name: string;
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const long = "x".repeat(1_990);

/** Responses of a service that repeats a key. `inJson` is its spelling inside of a JSON string. */
export function listEchoes(key: string, spelled: string, inJson: string): Echo[] {
  const error = (fields: string) => `{"id":"BAD_REQUEST",${fields}}`;
  const inHeaders = {
    "trace-id": key,
    "content-type": `text/html; key=${key}`,
    "retry-after": key,
  };
  const pad = "x".repeat(200_000);
  return [
    { name: "message", status: 403, body: `{"id":"HTTP_EXCEPTION","message":"no ${inJson}"}` },
    {
      name: "id and trace id",
      status: 400,
      body: `{"id":"${inJson}","traceId":"${inJson}"}`,
      headers: { "trace-id": key },
    },
    {
      name: "issues",
      status: 400,
      body: error(
        `"errors":[{"path":["${inJson}"],"message":"${inJson}","code":"${inJson}",` +
          `"options":["${inJson}"],"more":{"${inJson}":["${inJson}"]}}]`,
      ),
    },
    { name: "field names", status: 400, body: `{"${inJson}":{"${inJson}":1}}` },
    { name: "a list", status: 500, body: `["${inJson}",["${inJson}"]]` },
    { name: "text", status: 403, body: `forbidden: ${spelled}` },
    { name: "a long text", status: 403, body: long + spelled },
    { name: "a long JSON", status: 403, body: `{"message":"${long}${inJson}","pad":"${pad}"}` },
    { name: "a page", status: 200, body: `<html>${spelled}`, headers: inHeaders },
    { name: "no JSON", status: 200, body: `!${spelled}`, headers: inHeaders },
    { name: "an empty body", status: 200, body: "", headers: inHeaders },
    {
      name: "a redirect",
      status: 302,
      body: "",
      headers: { location: `https://elsewhere.example/${encodeURIComponent(key)}` },
    },
    { name: "a wrong value", status: 200, body: `{"limits":"${inJson}"}`, headers: inHeaders },
    {
      name: "a wrong name",
      status: 200,
      body: `{"limits":[{"limits":{"${inJson}":"${inJson}","daily":{"limit":"${inJson}"}}}],"${inJson}":1}`,
    },
  ];
}
