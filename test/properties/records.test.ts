import { describe, expect, it, test } from "vitest";
import { objectsOf, withValue } from "../contract/walk.js";
import { isSuccess, loadRecordings } from "../recorded/recording.js";
import { replay } from "../recorded/replay.js";
import { chooseSeed } from "../support/random-runs.js";
import { BranchCounter } from "./branches.js";
import {
  damaged,
  effectOf,
  expectEffect,
  expectModes,
  forms,
  read,
  readRecorded,
  withResponse,
} from "./damaged-records.js";
import { createRandom } from "./random.js";
import { type FormFacts, records, responses } from "./records-cases.js";
import {
  applies,
  type Damage,
  documentedFields,
  fieldsOf,
  judge,
  parseSpecs,
} from "./records-judge.js";

const seed = chooseSeed();
const random = createRandom(seed);
const damages: readonly Damage[] = ["missing", "null", "wrongType", "otherText"];
const branches = new BranchCounter();

describe("a response field is essential only if the call exists for it or money depends on it", () => {
  test("the table has every response", () => {
    expect(Object.keys(responses).sort()).toEqual(withResponse.map(({ name }) => name).sort());
  });

  test("the fixtures have every field of the table", () => {
    const all = forms.flatMap(({ facts, full }) => fieldsOf(facts, full));
    const seen = new Set(all.map(({ owner, path }) => `${owner}.${path.at(-1)}`));
    const listed = Object.entries(records).flatMap(([owner, fields]) =>
      parseSpecs(fields).map(({ name }) => `${owner}.${name}`),
    );
    expect(listed.filter((field) => !seen.has(field))).toEqual([]);
  });

  describe.each(forms)("$label", (form) => {
    const { fixture, full, facts } = form;
    const fields = fieldsOf(facts, full);

    it("has every essential field in the table", () => {
      const all = documentedFields(facts.fields);
      const essential = facts.essential.split(" ").map((field) => field.replace(/[?!]$/, ""));
      expect(essential.filter((field) => field && !all.includes(field))).toEqual([]);
    });

    // test/thorough does every damage to every field.
    it(`rejects, reports or reads a changed field as the table says, seed ${seed}`, async () => {
      for (const field of fields) {
        // One of sixty currencies is as good as another.
        if (field.owner === "Currencies" && random.chance(0.9)) continue;
        const damage = random.pick(...damages.filter((each) => applies(field, each)));
        branches.add([`${damage}: ${judge(field, damage, facts)}`]);
        await expectEffect(form, field, damage);
        if (random.chance(0.05)) await expectModes(form, field);
      }
    });

    it("keeps an unknown field at every level, because the service adds fields", async () => {
      // In maps of lists and of strings, it would be a wrong entry.
      const added = (place: string) => (/typedData\.types$/.test(place) ? [] : "kept");
      let changed = full;
      for (const path of objectsOf(full))
        changed = withValue(changed, [...path, "addedLater"], added(path.join(".")));
      const { rejected, drifts, result } = await read(fixture, changed);
      expect([rejected, drifts]).toEqual([[], []]);
      expect(result).toMatchObject(changed as object);
    });
  });

  describe.each(withResponse)("$name", (fixture) => {
    it("is accepted as it is, with few fields, and in strict mode", async () => {
      for (const json of [fixture.full, fixture.minimal])
        for (const mode of ["essential", "strict"] as const)
          expect(await read(fixture, json, mode)).toMatchObject({ rejected: [], drifts: [] });
    });

    it("is rejected if it is no object", async () => {
      for (const json of [null, "text", 17, []])
        expect((await read(fixture, json)).rejected, JSON.stringify(json)).toEqual([""]);
    });
  });

  test.each(loadRecordings().filter(([, recording]) => isSuccess(recording)))(
    "holds for each field of %s",
    async (_, recording) => {
      const { via } = await replay(recording);
      const all = responses[via];
      if (!all) return;
      const { response } = recording;
      const isOnlyQuote = (response as { quotes?: unknown[] }).quotes?.length === 1;
      const facts = all[isOnlyQuote ? 1 : 0] as FormFacts;
      for (const field of fieldsOf(facts, response)) {
        if (field.value === null) continue;
        for (const damage of ["missing", "null", "wrongType"] as const) {
          if (!applies(field, damage)) continue;
          const json = damaged(response, field, damage);
          const effect = effectOf(await readRecorded(recording, json), json, field);
          const place = `${field.path.join(".")}, ${damage}`;
          expect([place, effect]).toEqual([place, judge(field, damage, facts)]);
          branches.add(["recorded"]);
        }
      }
    },
  );

  test("every kind of damage had every effect", () => {
    const effects = ["missing", "null", "wrongType"].flatMap((damage) =>
      ["drift", "reject"].map((effect) => `${damage}: ${effect}`),
    );
    const expected = ["missing: none", "null: none", "otherText: none", "otherText: drift"];
    expect(
      branches.findRare([...effects, ...expected, "otherText: reject", "recorded"], 0.3),
      branches.print(`records, seed ${seed}`),
    ).toEqual([]);
  });
});
