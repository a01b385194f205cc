import { expect, test } from "vitest";
import { createRecordings } from "../../src/check/recordings.js";
import { isWord, resolveSchema } from "../../src/check/schema-words.js";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { fixtures } from "../support/fixtures/index.js";
import { createSeededRandom } from "./seeded-random.js";

type Schemas = ReturnType<typeof resolveSchema>;

/** The forms of a private value: a masker could take each for something public. */
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

/** None of its digits is zero: zeros stay. Long, so that no mask is a marker by chance. */
const firstId = 73_111_111_111;

function toLetters(id: number): string {
  return [...String(id)].map((digit) => "QWXZJKVYPG"[Number(digit)]).join("");
}

/** Replaces each text that is no word of its schema by a text of its own. */
function mark(value: unknown, schemas: Schemas, next: () => string): unknown {
  if (typeof value === "string") return isWord(value, schemas) ? value : next();
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ _zod: { def } }) =>
      def.type === "array" ? resolveSchema(def.element) : [],
    );
    return value.map((item) => mark(item, items, next));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const field = schemas.flatMap(({ _zod: { def } }) =>
        def.type === "object" ? resolveSchema(def.shape[name]) : [],
      );
      return [name, mark(part, field, next)];
    }),
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
  const query = resolveSchema(endpoint.query);
  for (const [key, text] of new URLSearchParams(sent.query)) {
    const isNumber = /^(?:\d{1,6}|true|false)$/.test(text);
    const fields = query.flatMap(({ _zod: { def } }) =>
      def.type === "object" ? resolveSchema(def.shape[key]) : [],
    );
    const isPublic = isNumber || text.includes(",") || isWord(text, fields);
    url.searchParams.append(key, isPublic ? text : next());
  }
  const request = sent.body && mark(sent.body, resolveSchema(endpoint.body), next);
  const response =
    status < 400
      ? mark(full, resolveSchema(endpoint.response), next)
      : { ...(mark({ full, errors: [full] }, [], next) as object), id: "NEW_ERROR" };
  return {
    ...{ endpoint, url: url.href, status, at: 1_790_000_000_000 },
    request: request === undefined ? "" : JSON.stringify(request),
    response: JSON.stringify(response ?? {}),
  };
}

test.each(Object.entries(forms))(
  "writes no private text of the request and the response of any fixture: %s",
  (_, form) => {
    let id = firstId;
    const created = [200, 400].flatMap((status) =>
      fixtures.map((_, i) => {
        const markers: string[] = [];
        const next = () => {
          do id++;
          while (String(id).includes("0"));
          markers.push(form(id));
          return form(id);
        };
        return { exchange: createExchange(i, next, status), markers };
      }),
    );
    const exchanges = created.map(({ exchange }) => exchange);
    const baseUrl = "https://service.example";
    const random = createSeededRandom();
    const { recordings, failures } = createRecordings(
      { exchanges, baseUrl },
      "key-of-the-project",
      random,
    );
    expect(failures).toEqual([]);
    expect(recordings).toHaveLength(created.length);
    const left = created.flatMap(({ markers }, i) => {
      const text = recordings[i]?.text ?? "";
      const written = `${text}${decodeURIComponent(JSON.parse(text).path)}`.toLowerCase();
      return markers.filter((marker) => written.includes(marker.toLowerCase()));
    });
    expect(left).toEqual([]);
    expect(created.flatMap(({ markers }) => markers).length).toBeGreaterThan(1_000);
  },
);
