import { expect } from "vitest";
import type { Drift, ValidationMode } from "../../src/http/config/options.js";
import { ResponseValidationError } from "../../src/index.js";
import { formatPath } from "../../src/shared/format-path.js";
import { without, withValue } from "../contract/walk.js";
import type { Recording } from "../recorded/recording.js";
import { replay } from "../recorded/replay.js";
import type { Fixture } from "../support/fixtures/fixture.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";
import { type FormFacts, responses } from "./records-cases.js";
import { type Damage, type Effect, type Field, judge, otherText } from "./records-judge.js";

export const withResponse = fixtures.filter(({ full }) => full !== undefined);

/** Every form of every response, with what the contract says about it. */
export const forms = withResponse.flatMap((fixture) =>
  [fixture, ...(fixture.otherForms ?? [])].map(({ full }, i) => ({
    label: `${fixture.name}, form ${i + 1}`,
    fixture,
    full: full as unknown,
    facts: responses[fixture.name]?.[i] as FormFacts,
  })),
);

interface Outcome {
  /** The paths of the issues, if the call rejects. */
  readonly rejected: readonly string[];
  /** The paths of each call of `onDrift`. */
  readonly drifts: readonly (readonly string[])[];
  readonly result: unknown;
}

const pathsIn = ({ issues }: Pick<Drift, "issues">) => issues.map(({ path }) => path);

/** Reads a response. The items of a page are put back in their field. */
export async function read(
  { call, list }: Fixture,
  json: unknown,
  validation?: ValidationMode,
): Promise<Outcome> {
  const drifts: string[][] = [];
  const client = clientOn(recorder([{ json }]), {
    ...(validation && { validation }),
    onDrift: (drift) => drifts.push(pathsIn(drift)),
  });
  try {
    const result = await call(client);
    const { items } = Object(result);
    return { rejected: [], drifts, result: list ? { ...Object(json), [list]: items } : result };
  } catch (error) {
    expect(error).toBeInstanceOf(ResponseValidationError);
    return { rejected: pathsIn(error as ResponseValidationError), drifts, result: undefined };
  }
}

/** Reads a recorded response, changed, by the recorded request. */
export async function readRecorded(recording: Recording, response: unknown): Promise<Outcome> {
  const { error, drifts, result } = await replay({ ...recording, response });
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (error) expect(cause).toBeInstanceOf(ResponseValidationError);
  const rejected = error ? pathsIn(cause as ResponseValidationError) : [];
  return { rejected, drifts: drifts.map(pathsIn), result: result && response };
}

/** A malformed object is named, or what it lacks. */
const isAt = (place: string) =>
  expect.stringMatching(new RegExp(`^${place.replaceAll(/[.[\]]/g, "\\$&")}(?:[.[]|$)`));

/** What a call did with a changed field. It must name the field, and return everything else. */
export function effectOf(
  { rejected, drifts, result }: Outcome,
  json: unknown,
  field: Field,
): Effect {
  const isNamed = expect.arrayContaining([isAt(formatPath(field.path))]);
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

/** A response with one changed field. */
export function damaged(full: unknown, { path, value }: Field, damage: Damage): unknown {
  if (damage === "missing") return without(full, path);
  if (damage === "null") return withValue(full, path, null);
  if (damage === "wrongType")
    return withValue(full, path, typeof value === "boolean" ? "garbled" : true);
  return withValue(full, path, otherText(value));
}

/** Asserts that a changed field rejects the call, is reported as drift, or does nothing. */
export async function expectEffect(
  { fixture, full, facts }: (typeof forms)[number],
  field: Field,
  damage: Damage,
): Promise<void> {
  const json = damaged(full, field, damage);
  const effect = effectOf(await read(fixture, json), json, field);
  const place = `${field.path.join(".")}, ${damage}`;
  expect([place, effect]).toEqual([place, judge(field, damage, facts)]);
}

/** Asserts what the modes `strict` and `off` do with a field of the wrong type. */
export async function expectModes(
  { fixture, full }: (typeof forms)[number],
  field: Field,
): Promise<void> {
  if (field.isAny) return;
  const { path, shown } = field;
  const changed = damaged(full, field, "wrongType");
  const strict = await read(fixture, changed, "strict");
  const isNamed = expect.arrayContaining([isAt(formatPath(path))]);
  expect([shown, strict.rejected, strict.drifts.length]).toEqual([shown, isNamed, 1]);
  // A listing without its items or its cursor is none, in every mode.
  if (shown === fixture.list || shown === "nextLastId") return;
  const off = await read(fixture, changed, "off");
  expect([shown, off.rejected, off.drifts]).toEqual([shown, [], []]);
  expect(off.result).toMatchObject(changed as object);
}
