import { describe, expect, it } from "vitest";
import { ResponseValidationError } from "../../src/index.js";
import type { Fixture } from "../support/fixtures/fixture.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";
import { display, objectsOf, pathsOf, valueAt, without, withValue } from "./walk.js";

const withResponse = fixtures.filter(({ full }) => full !== undefined);

/** The paths of the issues that the client reports for a response. */
async function issuesOf(fixture: Fixture, json: unknown): Promise<string[]> {
  const outcome = await Promise.resolve(fixture.call(clientOn(recorder([{ json }])))).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome === undefined) return [];
  expect(outcome).toBeInstanceOf(ResponseValidationError);
  return (outcome as ResponseValidationError).issues.map((issue) => issue.path.join("."));
}

/** The record that the client returns. The items of a page are put back in their field. */
async function read(fixture: Fixture, json: unknown): Promise<unknown> {
  const result = await fixture.call(clientOn(recorder([{ json }])));
  if (!fixture.list) return result;
  return { ...(json as object), [fixture.list]: (result as { items: unknown }).items };
}

/** The paths of all fields, without the positions in lists. */
function fieldsOf(value: unknown) {
  return pathsOf(value).filter((path) => typeof path.at(-1) !== "number");
}

/** Places whose values are lists. A string there is no unknown field but a wrong entry. */
const mapsOfLists = /typedData\.types$/;
/** Entries of a map. They have no optional fields. */
const mapEntry = /(?:^|\.)(?:metadata|fields|types|price)\.[^.]+$/;

describe.each(withResponse)("a response of $name", (fixture) => {
  const { full, minimal, required = [], documented = {} } = fixture;

  it.each([
    ["with every documented field", full],
    ["with as few fields as the service was seen to send", minimal],
  ])("is accepted %s", async (_, json) => {
    expect(await issuesOf(fixture, json)).toEqual([]);
  });

  it.each(Object.entries(documented))(
    "has every field of the contract's table at %j in the fixture",
    (place, fields) => {
      const record = valueAt(full, place === "" ? [] : place.split("."));
      expect(record).toBeTypeOf("object");
      expect(Object.keys(record as object)).toEqual(expect.arrayContaining(fields.split(" ")));
    },
  );

  it("is rejected if and only if a required field is missing, and names that field", async () => {
    const found = new Set<string>();
    for (const path of fieldsOf(full)) {
      const issues = await issuesOf(fixture, without(full, path));
      if (issues.length === 0) continue;
      expect(issues).toEqual([path.join(".")]);
      found.add(display(path));
    }
    expect([...found].sort()).toEqual(required);
  });

  it("is read with null in a field as without that field", async () => {
    expect.hasAssertions();
    for (const path of fieldsOf(full)) {
      if (mapEntry.test(path.join("."))) continue;
      const missing = await issuesOf(fixture, without(full, path));
      const isNull = await issuesOf(fixture, withValue(full, path, null));
      expect([display(path), isNull.length]).toEqual([display(path), missing.length]);
    }
  });

  it("keeps an unknown field at every level, because the service adds fields", async () => {
    let changed: unknown = full;
    for (const path of objectsOf(full)) {
      const value = mapsOfLists.test(path.join(".")) ? [] : "kept";
      changed = withValue(changed, [...path, "addedLater"], value);
    }
    expect(await issuesOf(fixture, changed)).toEqual([]);
    const result = await read(fixture, changed);
    for (const path of objectsOf(full)) {
      expect([display(path), valueAt(result, [...path, "addedLater"])]).not.toEqual([
        display(path),
        undefined,
      ]);
    }
  });

  it("accepts unknown enum values and any address format", async () => {
    let changed: unknown = full;
    for (const path of pathsOf(full))
      if (typeof valueAt(full, path) === "string")
        changed = withValue(changed, path, "SOMETHING NEW");
    expect(await issuesOf(fixture, changed)).toEqual([]);
  });

  it.each([[null], ["text"], [17], [[]]])("is rejected if it is %j", async (json) => {
    expect(await issuesOf(fixture, json)).toEqual([""]);
  });
});
