import { describe, it } from "vitest";
import { expectEffect, expectModes, forms } from "../../properties/damaged-records.js";
import { applies, fieldsOf } from "../../properties/records-judge.js";

describe.each(forms)("$label", (form) => {
  const fields = fieldsOf(form.facts, form.full);

  it.each(["missing", "null", "wrongType", "otherText"] as const)(
    "rejects, reports or reads each field as the table says: %s",
    async (damage) => {
      for (const field of fields)
        if (applies(field, damage)) await expectEffect(form, field, damage);
    },
  );

  it("rejects in strict mode and is returned in off mode, for any field of the wrong type", async () => {
    for (const field of fields) await expectModes(form, field);
  });
});
