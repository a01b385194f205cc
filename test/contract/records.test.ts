import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import type { Fixture } from "../support/fixtures/fixture.js";
import {
  changes,
  expectEffect,
  expectModes,
  fieldsOf,
  forms,
  read,
  withResponse,
} from "./changed-records.js";
import { documentedFields } from "./schema-fields.js";
import { display, objectsOf, pathsOf, valueAt, withValue } from "./walk.js";

/** Fields that no response of the fixtures has: the contract does not list them. */
const undocumented = /domain\.salt$/;

/** The fields that an earlier form of the same schema has. The liquidity calls share one. */
const seen = new Set<string>();
const isNew = (field: string) => !seen.has(field) && seen.add(field).has(field);

/** The fields that repeat the request. */
function listRepeated({ name, path, args, sent: { body } }: Fixture): string[] {
  const endpoint: Endpoint | undefined = endpoints.find((value) => value.name === name);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, param], i) => [param, args[i]]);
  const input = { params: Object.fromEntries(names), query: args[0], body };
  return Object.keys(endpoint?.same?.(input) ?? {});
}

/** The changes take turns over all forms, of which many have few fields of their own. */
let turn = 0;

// test/thorough applies every change to every field of every form.
describe.each(forms)("a response of $label", (labelled) => {
  const { fixture, form } = labelled;
  const fields = fieldsOf(fixture, form.full);
  const isEssential = (shown: string) =>
    form.essential?.some((field) => field.replace(/[?!]$/, "") === shown);
  const isLiquidity = fixture.name.startsWith("liquidity.") && "operation" in Object(form.full);
  const schema = isLiquidity ? "liquidity" : fixture.name;
  const sample = fields
    .filter(({ shown }) => !isEssential(shown))
    .filter(({ shown }) => isNew(`${schema} ${shown}`))
    .filter((_, i) => i % 8 === 0);

  it("lists only fields that it has", () => {
    const shown = new Set(fields.map((field) => field.shown));
    const listed = (form.essential ?? []).map((field) => field.replace(/[?!]$/, ""));
    expect(listed.filter((field) => !shown.has(field))).toEqual([]);
  });

  it("rejects without an essential field, or with null, another type or other text in it", async () => {
    for (const [i, field] of fields.filter(({ shown }) => isEssential(shown)).entries()) {
      const { missing, ...others } = changes;
      const applicable = Object.values(others).filter((change) => change.applies(field, labelled));
      const other = applicable[i % applicable.length];
      for (const change of other ? [missing, other] : [missing])
        await expectEffect(labelled, field, change);
    }
  });

  it("reports another field that is missing, null, of another type or other text", async () => {
    for (const field of sample) {
      const applicable = Object.values(changes).filter((change) => change.applies(field, labelled));
      const change = applicable[turn++ % applicable.length];
      if (change) await expectEffect(labelled, field, change);
    }
  });

  it("rejects in strict mode and is returned in off mode, for a field of the wrong type", async () => {
    for (const field of sample.filter((_, i) => i % 4 === 0)) await expectModes(labelled, field);
  });
});

describe.each(withResponse)("a response of $name", (fixture) => {
  const { full, minimal, documented = {} } = fixture;

  it("has every field of the schema in one of its forms", () => {
    // The liquidity calls share one schema, which has the fields of all their forms.
    const area = fixture.name.startsWith("liquidity.") ? /^liquidity\./ : fixture.name;
    const sharing = forms.filter((form) => form.fixture.name.match(area));
    const present = new Set(sharing.flatMap(({ form }) => pathsOf(form.full).map(display)));
    const missing = [...documentedFields(fixture.name).keys()].filter(
      (field) => !present.has(field) && !undocumented.test(field),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ["with every documented field", full],
    ["with as few fields as the types allow", minimal],
  ])("is accepted %s", async (_, json) => {
    for (const mode of ["essential", "strict"] as const)
      expect(await read(fixture, json, mode)).toMatchObject({ rejected: [], drifts: [] });
  });

  it.each(Object.entries(documented))(
    "has every field of the contract's table at %j in the fixture",
    (place, fields) => {
      const record = valueAt(full, place === "" ? [] : place.split("."));
      expect(record).toBeTypeOf("object");
      expect(Object.keys(record as object)).toEqual(expect.arrayContaining(fields.split(" ")));
    },
  );

  it("keeps an unknown field at every level, because the service adds fields", async () => {
    // In maps of lists and of strings, it would be a wrong entry.
    const value = (place: string) => (/typedData\.types$/.test(place) ? [] : "kept");
    let changed: unknown = full;
    for (const path of objectsOf(full))
      changed = withValue(changed, [...path, "addedLater"], value(path.join(".")));
    const { rejected, drifts, result } = await read(fixture, changed);
    expect([rejected, drifts]).toEqual([[], []]);
    expect(result).toMatchObject(changed as object);
  });

  it("accepts unknown words in open lists", async () => {
    const kinds = documentedFields(fixture.name);
    let changed: unknown = full;
    const repeated = listRepeated(fixture);
    for (const { path, shown } of fieldsOf(fixture, full))
      if (kinds.get(shown) === "text" && !repeated.includes(shown))
        changed = withValue(changed, path, "SOMETHING NEW");
    expect(await read(fixture, changed)).toMatchObject({ rejected: [], drifts: [] });
  });

  it.each([[null], ["text"], [17], [[]]])("is rejected if it is %j", async (json) => {
    expect((await read(fixture, json)).rejected).toEqual([""]);
  });
});
