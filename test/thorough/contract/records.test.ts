import { describe, it } from "vitest";
import {
  changes,
  expectEffect,
  expectModes,
  fieldsOf,
  forms,
} from "../../contract/changed-records.js";

describe.each(forms)("a response of $label", (labelled) => {
  const fields = fieldsOf(labelled.fixture, labelled.form.full);

  it.each([
    [
      "rejects without an essential field, and reports any other that may not be missing",
      "missing",
    ],
    ["treats null like a missing field", "null"],
    ["rejects an essential field of the wrong type, and reports any other", "wrongType"],
    [
      "rejects an essential hash, address or amount that is another string, and reports any other",
      "otherText",
    ],
  ] as const)("%s", async (_, name) => {
    const change = changes[name];
    for (const field of fields)
      if (change.applies(field, labelled)) await expectEffect(labelled, field, change);
  });

  it("rejects in strict mode and is returned in off mode, for any field of the wrong type", async () => {
    for (const field of fields) await expectModes(labelled, field);
  });
});
