import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { type EndpointName, ResponseValidationError } from "../../src/index.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";
import { requiredFields } from "./required-fields.js";
import { display, objectsOf, pathsOf, valueAt, without, withValue } from "./walk.js";

const answering = endpoints.flatMap((endpoint) => ("response" in endpoint ? [endpoint.name] : []));

/** What the client says of an answer: the paths of its issues, none where it is taken. */
async function problems(name: EndpointName, json: unknown): Promise<string[]> {
  const outcome = await Promise.resolve(fixtureOf(name).call(clientOn(recorder([{ json }])))).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome === undefined) return [];
  expect(outcome).toBeInstanceOf(ResponseValidationError);
  return (outcome as ResponseValidationError).issues.map((issue) => issue.path.join("."));
}

/** What the client makes of an answer: the record itself, also where the method hands out a page. */
async function read(name: EndpointName, json: unknown): Promise<unknown> {
  let data: unknown;
  const client = clientOn(recorder([{ json }]));
  const result = (await fixtureOf(name).call(client)) as { items?: unknown };
  data = result;
  const list = Object.entries(json as object).find(([, value]) => Array.isArray(value));
  if (result?.items && list) data = { ...(json as object), [list[0]]: result.items };
  return data;
}

/** Maps of things other than words, where a word would not be an unknown field but a wrong entry. */
const mapsOfLists = /typedData\.types$/;

describe.each(answering)("an answer to %s", (name) => {
  const { full, minimal } = fixtureOf(name);

  it.each([
    ["with every documented field", full],
    ["with as little as the service was seen to send", minimal],
  ])("%s is read under strict", async (_, json) => {
    expect(await problems(name, json)).toEqual([]);
  });

  it("without a required field is refused, naming exactly that field; without any other it is taken", async () => {
    const required = new Set<string>();
    for (const path of pathsOf(full)) {
      if (typeof path.at(-1) === "number") continue;
      const found = await problems(name, without(full, path));
      if (found.length === 0) continue;
      expect(found).toEqual([path.join(".")]);
      required.add(display(path));
    }
    expect([...required].sort()).toEqual(requiredFields[name] ?? []);
  });

  it("with null in a field reads like one without it, except where the field is required", async () => {
    for (const path of pathsOf(full)) {
      if (typeof path.at(-1) === "number") continue;
      const inMap = /(?:^|\.)(?:metadata|fields|types|price)\.[^.]+$/.test(path.join("."));
      if (inMap) continue;
      const [gone, nulled] = [
        await problems(name, without(full, path)),
        await problems(name, withValue(full, path, null)),
      ];
      expect([display(path), nulled.length]).toEqual([display(path), gone.length]);
    }
  });

  it("keeps an unknown field at every level, because the service adds fields", async () => {
    let changed: unknown = full;
    for (const path of objectsOf(full)) {
      changed = withValue(
        changed,
        [...path, "addedLater"],
        mapsOfLists.test(path.join(".")) ? [] : "kept",
      );
    }
    expect(await problems(name, changed)).toEqual([]);
    const result = await read(name, changed);
    for (const path of objectsOf(full)) {
      if (path.length === 0 && /^(?:wallets\.history|liquidity\.pools|tokens\.list)$/.test(name))
        continue;
      expect([display(path), valueAt(result, [...path, "addedLater"])]).not.toEqual([
        display(path),
        undefined,
      ]);
    }
  });

  it("judges no word and no address by its form, because the service is the one who wrote it", async () => {
    let changed: unknown = full;
    for (const path of pathsOf(full))
      if (typeof valueAt(full, path) === "string")
        changed = withValue(changed, path, "SOMETHING NEW");
    expect(await problems(name, changed)).toEqual([]);
  });

  it.each([[null], ["text"], [17], [[]]])(
    "that is %j in place of an object is refused at the top",
    async (json) => {
      expect(await problems(name, json)).toEqual([""]);
    },
  );
});
