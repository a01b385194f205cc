import { expect, test } from "vitest";
import { createRecordings } from "../../src/check/recordings.js";
import { isWord, listField, listItems, listSchemas } from "../../src/check/shape.js";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { fixtures } from "../support/fixtures/index.js";

type Schemas = ReturnType<typeof listSchemas>;

/** The forms of a private value: a recording could take each for something public. */
const forms: Readonly<Record<string, (id: number) => string>> = {
  "a word": (id) => `MARKER_${toLetters(id)}`,
  "a word with digits": (id) => `TX${id}ABC`,
  "small letters": (id) => `marker${toLetters(id).toLowerCase()}`,
  digits: (id) => String(id),
  "a decimal": (id) => `${id}.25`,
  hex: (id) => `0x${String(id).repeat(4)}`,
  "an e-mail address": (id) => `a${id}@example.org`,
  sentence: (id) => `Order of Marker ${toLetters(id)}`,
};

/** Long, so that no length is a marker by chance. */
const firstId = 73_111_111_111;

function toLetters(id: number): string {
  return [...String(id)].map((digit) => "QWXZJKVYPG"[Number(digit)]).join("");
}

/** Replaces each text that is no word of its schema by a text of its own. */
function mark(value: unknown, schemas: Schemas, next: () => string): unknown {
  if (typeof value === "string") return isWord(value, schemas) ? value : next();
  if (Array.isArray(value)) {
    const items = listItems(schemas);
    return value.map((item) => mark(item, items, next));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mark(part, listField(schemas, name), next)]),
  );
}

/** An exchange of a fixture in which every private text is a marker. */
function createExchange(index: number, next: () => string, status: number) {
  const { name, path, sent, full } = fixtures[index] as (typeof fixtures)[number];
  const endpoint = endpoints.find((each) => each.name === name) as Endpoint;
  const url = new URL(
    path.replace(/\{\w+\}/g, () => encodeURIComponent(next())),
    "https://service.example",
  );
  const query = listSchemas(endpoint.query);
  for (const [key, text] of new URLSearchParams(sent.query)) {
    const isNumber = /^(?:\d{1,6}|true|false)$/.test(text);
    const fields = listField(query, key);
    const isPublic = isNumber || text.includes(",") || isWord(text, fields);
    url.searchParams.append(key, isPublic ? text : next());
  }
  const request = sent.body && mark(sent.body, listSchemas(endpoint.body), next);
  const response =
    status < 400
      ? mark(full, listSchemas(endpoint.response), next)
      : { ...(mark({ full, errors: [full] }, [], next) as object), id: "NEW_ERROR" };
  return {
    endpoint,
    url: url.href,
    status,
    request: request === undefined ? "" : JSON.stringify(request),
    response: JSON.stringify(response ?? {}),
  };
}

/**
 * Registers the tests. Each form is in each `nth` fixture, so `nth` forms cover all fixtures.
 * `least` is the least number of markers.
 */
export function testPrivateMarkers(nth: number, least: number): void {
  test.each(Object.entries(forms).map(([name, form], i) => ({ name, form, i })))(
    "writes no private text of the request and the response of any fixture: $name",
    ({ form, i }) => {
      let id = firstId;
      const chosen = [...fixtures.keys()].filter((index) => (index + i) % nth === 0);
      const created = [200, 400].flatMap((status) =>
        chosen.map((index) => {
          const markers: string[] = [];
          const next = () => {
            id++;
            markers.push(form(id));
            return form(id);
          };
          return { exchange: createExchange(index, next, status), markers };
        }),
      );
      const exchanges = created.map(({ exchange }) => exchange);
      const { recordings, failures } = createRecordings({ exchanges });
      expect(failures).toEqual([]);
      expect(recordings).toHaveLength(created.length);
      const left = created.flatMap(({ markers }, index) => {
        const written = (recordings[index]?.text ?? "").toLowerCase();
        return markers.filter((marker) => written.includes(marker.toLowerCase()));
      });
      expect(left).toEqual([]);
      const markers = created.flatMap((each) => each.markers);
      expect(markers.length).toBeGreaterThan(least);
    },
  );
}
