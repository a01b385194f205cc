import { expect } from "vitest";
import type { Drift, ValidationMode } from "../../src/http/config/options.js";
import { ResponseValidationError } from "../../src/index.js";
import { formatPath } from "../../src/shared/format-path.js";
import type { Fixture, Form } from "../support/fixtures/fixture.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";
import { documentedFields, type FieldKind } from "./schema-fields.js";
import { display, type Path, pathsOf, valueAt, without, withValue } from "./walk.js";

export const withResponse = fixtures.filter(({ full }) => full !== undefined);

interface Outcome {
  /** The paths of the issues, if the call rejects. */
  readonly rejected: readonly string[];
  /** The paths of each call of `onDrift`. */
  readonly drifts: readonly (readonly string[])[];
  readonly result: unknown;
}

const pathsIn = ({ issues }: Pick<Drift, "issues">) => issues.map(({ path }) => path);

/** Reads a response. The items of a page are put back in their field. */
export async function read(fixture: Fixture, json: unknown, validation?: ValidationMode) {
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
  const place = formatPath(path);
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
const startOf = (place: string) => new RegExp(`^${place.replaceAll(/[.[\]]/g, "\\$&")}(?:[.[]|$)`);

interface Effects {
  readonly absent: Effect;
  readonly null: Effect;
  readonly malformed: Effect;
}

/** The effects of changes of a field, by the lists of the fixture. */
function expectedEffects(form: Form<unknown>, path: Path): Effects {
  const shown = display(path);
  const { essential = [], optional = [] } = form;
  if (essential.includes(shown)) return { absent: "reject", null: "reject", malformed: "reject" };
  if (essential.includes(`${shown}!`))
    return { absent: "reject", null: "drift", malformed: "drift" };
  const isOptional = optional.includes(shown) || optional.includes(path.join("."));
  const missing = isOptional ? "none" : "drift";
  const malformed = essential.includes(`${shown}?`) ? "reject" : "drift";
  return { absent: missing, null: missing, malformed };
}

export interface Field {
  readonly path: Path;
  /** The path with `[]` for a position in a list. */
  readonly shown: string;
  readonly kind: FieldKind;
}

/** The paths of all fields that the schema documents. Entries of open maps are none. */
export function fieldsOf(fixture: Fixture, full: unknown): Field[] {
  const known = documentedFields(fixture.name);
  return pathsOf(full)
    .filter((path) => typeof path.at(-1) !== "number")
    .map((path) => ({ path, shown: display(path) }))
    .flatMap(({ path, shown }) => {
      const kind = known.get(shown);
      return kind ? [{ path, shown, kind }] : [];
    });
}

export const forms = withResponse.flatMap((fixture) =>
  [fixture as Form<unknown>, ...(fixture.otherForms ?? [])].map((form, i) => ({
    label: `${fixture.name}, form ${i + 1}`,
    fixture,
    form,
  })),
);

const looksExact = /^(?:0x[0-9a-f]*|-?\d+(?:\.\d+)?|https:.*)$/i;

export type LabelledForm = (typeof forms)[number];

interface Change {
  /** Whether the change applies to a field. */
  readonly applies: (field: Field, { form }: LabelledForm) => boolean;
  readonly apply: (full: unknown, field: Field) => unknown[];
  readonly makes: keyof Effects;
}

const garble = (full: unknown, { path, kind }: Field) =>
  withValue(full, path, kind === "boolean" ? "garbled" : true);

/** Another id than that of the call is rejected as such: see rules/repeated-params.test.ts. */
const fixtureId = /^[a-z]+-\d+$/;

/** The changes of a field. */
export const changes = {
  missing: {
    applies: () => true,
    apply: (full, { path }) => [without(full, path)],
    makes: "absent",
  },
  null: {
    applies: ({ kind }) => kind !== "any",
    apply: (full, { path }) => [withValue(full, path, null)],
    makes: "null",
  },
  wrongType: {
    applies: ({ kind }) => kind !== "any",
    apply: (full, field) => [garble(full, field)],
    makes: "malformed",
  },
  otherText: {
    applies({ path, shown, kind }, { form }) {
      const value = valueAt(form.full, path);
      const isExact = form.essential?.some((field) => field.replace(/[?!]$/, "") === shown);
      return (
        typeof value === "string" &&
        (kind === "pattern" || (isExact === true && looksExact.test(value)))
      );
    },
    // A word that is not empty is valid where only an empty one is not.
    apply: (full, { path }) =>
      (fixtureId.test(String(valueAt(full, path))) ? [""] : ["0x?!", ""]).map((text) =>
        withValue(full, path, text),
      ),
    makes: "malformed",
  },
} satisfies Readonly<Record<string, Change>>;

/** Asserts that a change of a field rejects the call, is reported as drift, or does nothing. */
export async function expectEffect(
  { fixture, form }: LabelledForm,
  field: Field,
  change: Change,
): Promise<void> {
  const effects: Effect[] = [];
  for (const json of change.apply(form.full, field))
    effects.push(await effectOf(fixture, json, field.path));
  const place = field.path.join(".");
  expect([place, effects.find((effect) => effect !== "none") ?? "none"]).toEqual([
    place,
    expectedEffects(form, field.path)[change.makes],
  ]);
}

/** Asserts what the modes `strict` and `off` do with a field of the wrong type. */
export async function expectModes({ fixture, form }: LabelledForm, field: Field): Promise<void> {
  if (field.kind === "any") return;
  const { path, shown } = field;
  const changed = garble(form.full, field);
  const strict = await read(fixture, changed, "strict");
  expect([shown, strict.rejected, strict.drifts.length]).toEqual([
    shown,
    expect.arrayContaining([expect.stringMatching(startOf(formatPath(path)))]),
    1,
  ]);
  // A listing without its items or its cursor is none, in every mode.
  if (shown === fixture.list || shown === "nextLastId") return;
  const off = await read(fixture, changed, "off");
  expect([shown, off.rejected, off.drifts]).toEqual([shown, [], []]);
  expect(off.result).toMatchObject(changed as object);
}
