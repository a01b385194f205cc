import { describe, expect, it } from "vitest";
import type { Drift, ValidationMode } from "../../src/http/options.js";
import { ResponseValidationError } from "../../src/index.js";
import type { Fixture, Form } from "../support/fixtures/fixture.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";
import { documentedFields } from "./schema-fields.js";
import { display, objectsOf, type Path, pathsOf, valueAt, without, withValue } from "./walk.js";

const withResponse = fixtures.filter(({ full }) => full !== undefined);

interface Outcome {
  /** The paths of the issues, if the call rejects. */
  readonly rejected: readonly string[];
  /** The paths of each call of `onDrift`. */
  readonly drifts: readonly (readonly string[])[];
  readonly result: unknown;
}

const pathsIn = ({ issues }: Pick<Drift, "issues">) => issues.map(({ path }) => path.join("."));

/** Reads a response. The items of a page are put back in their field. */
async function read(fixture: Fixture, json: unknown, validation?: ValidationMode) {
  const drifts: string[][] = [];
  const client = clientOn(recorder([{ json }]), {
    ...(validation && { validation }),
    onDrift: (drift) => drifts.push(pathsIn(drift)),
  });
  return await Promise.resolve(fixture.call(client)).then(
    (result): Outcome => {
      const items = fixture.list && (result as { items: unknown }).items;
      const whole = fixture.list ? { ...(json as object), [fixture.list]: items } : result;
      return { rejected: [], drifts, result: whole };
    },
    (error: unknown): Outcome => {
      expect(error).toBeInstanceOf(ResponseValidationError);
      const rejected = pathsIn(error as ResponseValidationError);
      return { rejected, drifts, result: undefined };
    },
  );
}

/** What a changed field does. */
type Effect = "none" | "drift" | "reject";

async function effectOf(fixture: Fixture, json: unknown, path: Path): Promise<Effect> {
  const place = path.join(".");
  const { rejected, drifts, result } = await read(fixture, json);
  const isNamed = expect.arrayContaining([expect.stringMatching(startOf(place))]);
  if (rejected.length > 0) {
    expect(rejected).toEqual(isNamed);
    expect(drifts).toEqual([rejected]);
    return "reject";
  }
  // A method may add fields, such as null for a missing target. None is lost or changed.
  expect(result).toMatchObject(json as object);
  if (drifts.length === 0) return "none";
  expect(drifts).toEqual([isNamed]);
  return "drift";
}

/** A malformed object is named, or what it lacks. */
const startOf = (place: string) => new RegExp(`^${place.replaceAll(".", "\\.")}(?:\\.|$)`);

/** The effect of a missing field and of a malformed one, by the lists of the fixture. */
function expectedEffects(form: Form<unknown>, path: Path): [missing: Effect, malformed: Effect] {
  const shown = display(path);
  const { essential = [], optional = [] } = form;
  if (essential.includes(shown)) return ["reject", "reject"];
  const isOptional = optional.includes(shown) || optional.includes(path.join("."));
  const missing = isOptional ? "none" : "drift";
  return [missing, essential.includes(`${shown}?`) ? "reject" : "drift"];
}

/** The paths of all fields that the schema documents. Entries of open maps are none. */
function fieldsOf(fixture: Fixture, full: unknown): { path: Path; shown: string }[] {
  const known = documentedFields(fixture.name);
  return pathsOf(full)
    .filter((path) => typeof path.at(-1) !== "number")
    .map((path) => ({ path, shown: display(path) }))
    .filter(({ shown }) => known.has(shown));
}

/** Fields that no response of the fixtures has: the contract does not list them. */
const undocumented = /domain\.salt$/;

const forms = withResponse.flatMap((fixture) =>
  [fixture as Form<unknown>, ...(fixture.otherForms ?? [])].map((form, i) => ({
    label: `${fixture.name}, form ${i + 1}`,
    fixture,
    form,
  })),
);

const looksExact = /^(?:0x[0-9a-f]*|-?\d+(?:\.\d+)?|https:.*)$/i;

describe.each(forms)("a response of $label", ({ fixture, form }) => {
  const { full } = form;
  const fields = fieldsOf(fixture, full);
  const kinds = documentedFields(fixture.name);

  it("lists only fields that it has", () => {
    const shown = new Set(fields.map((field) => field.shown));
    const listed = (form.essential ?? []).map((field) => field.replace("?", ""));
    expect(listed.filter((field) => !shown.has(field))).toEqual([]);
  });

  it("rejects without an essential field, and reports any other that may not be missing", async () => {
    const found: Record<string, Effect> = {};
    const expected: Record<string, Effect> = {};
    for (const { path } of fields) {
      found[path.join(".")] = await effectOf(fixture, without(full, path), path);
      expected[path.join(".")] = expectedEffects(form, path)[0];
    }
    expect(found).toEqual(expected);
  });

  it("treats null like a missing field", async () => {
    const found: Record<string, Effect> = {};
    const expected: Record<string, Effect> = {};
    for (const { path, shown } of fields) {
      if (kinds.get(shown) === "any") continue;
      found[path.join(".")] = await effectOf(fixture, withValue(full, path, null), path);
      expected[path.join(".")] = expectedEffects(form, path)[0];
    }
    expect(found).toEqual(expected);
  });

  it("rejects an essential field of the wrong type, and reports any other", async () => {
    const found: Record<string, Effect> = {};
    const expected: Record<string, Effect> = {};
    for (const { path, shown } of fields) {
      const kind = kinds.get(shown);
      if (kind === "any") continue;
      const garbled = kind === "boolean" ? "garbled" : true;
      found[path.join(".")] = await effectOf(fixture, withValue(full, path, garbled), path);
      expected[path.join(".")] = expectedEffects(form, path)[1];
    }
    expect(found).toEqual(expected);
  });

  it("rejects an essential hash, address or amount that is another string, and reports any other", async () => {
    const found: Record<string, Effect> = {};
    const expected: Record<string, Effect> = {};
    for (const { path, shown } of fields) {
      const value = valueAt(full, path);
      const isExact = form.essential?.some((field) => field.replace("?", "") === shown);
      const isChecked = kinds.get(shown) === "pattern";
      if (typeof value !== "string" || !(isChecked || (isExact && looksExact.test(value))))
        continue;
      // A word that is not empty is valid where only an empty one is not.
      const effects: Effect[] = [];
      for (const text of ["0x?!", ""])
        effects.push(await effectOf(fixture, withValue(full, path, text), path));
      found[path.join(".")] = effects.find((effect) => effect !== "none") ?? "none";
      expected[path.join(".")] = expectedEffects(form, path)[1];
    }
    expect(found).toEqual(expected);
  });

  it("rejects in strict mode and is returned in off mode, for any field of the wrong type", async () => {
    for (const { path, shown } of fields) {
      if (kinds.get(shown) === "any") continue;
      const changed = withValue(full, path, kinds.get(shown) === "boolean" ? "garbled" : true);
      const strict = await read(fixture, changed, "strict");
      expect([shown, strict.rejected, strict.drifts.length]).toEqual([
        shown,
        expect.arrayContaining([expect.stringMatching(startOf(path.join(".")))]),
        1,
      ]);
      // A listing without its items or its cursor is none, whatever the mode.
      if (shown === fixture.list || shown === "nextLastId") continue;
      const off = await read(fixture, changed, "off");
      expect([shown, off.rejected, off.drifts]).toEqual([shown, [], []]);
      expect(off.result).toMatchObject(changed as object);
    }
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
    for (const { path, shown } of fieldsOf(fixture, full))
      if (kinds.get(shown) === "text") changed = withValue(changed, path, "SOMETHING NEW");
    expect(await read(fixture, changed)).toMatchObject({ rejected: [], drifts: [] });
  });

  it.each([[null], ["text"], [17], [[]]])("is rejected if it is %j", async (json) => {
    expect((await read(fixture, json)).rejected).toEqual([""]);
  });
});
