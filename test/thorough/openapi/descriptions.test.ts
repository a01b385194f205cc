import { expect, it } from "vitest";
import { readTexts } from "../../../scripts/descriptions.mjs";
import { endpoints } from "../../../src/contract/endpoints.js";
import { fieldsOf, unwrap } from "../../../src/contract/records/fields.js";
import type { Endpoint } from "../../../src/contract/shared/endpoint.js";
import { eventNames } from "../../../src/openapi/event-names.js";
import { describeField, describeWhole } from "../../../src/openapi/json-schemas.js";
import { listNamedSchemas } from "../../../src/openapi/named-schemas.js";

const all: readonly Endpoint[] = endpoints;
const named = Object.entries(listNamedSchemas());
const names = [...named.map(([name]) => name), ...Object.values(eventNames)];
const texts = readTexts(names, endpoints);

it("has the comment of each record, event, operation and field in its own place", () => {
  for (const [place, { "": whole, ...fields }] of Object.entries(texts)) {
    expect(describeWhole(place) ?? "", place).toBe(whole);
    for (const [name, text] of Object.entries(fields))
      expect(describeField(place, name === "*" ? "usd" : name) ?? "", `${place}.${name}`).toBe(
        text,
      );
  }
});

it("has read every field of a record, and every parameter of an operation", () => {
  // A schema without a name has the texts of its operation.
  const nameOf = (schema: unknown) => named.find(([, each]) => each === schema)?.[0];
  const places = all.flatMap(({ name, params, query }) =>
    [params, query].map((schema) => [nameOf(schema && unwrap(schema)) ?? name, schema] as const),
  );
  const unread = [...named, ...places].flatMap(([place, schema]) => {
    const known = texts[place] ?? {};
    const fields = fieldsOf(schema).filter(({ name }) => !(name in known) && !("*" in known));
    return fields.map(({ name }) => `${place}.${name}`);
  });
  expect(unread).toEqual([]);
});
