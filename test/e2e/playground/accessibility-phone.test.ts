import { describe, expect, test } from "vitest";
import { checkAllSections } from "./check-all-sections.js";
import { visitOptions } from "./look.js";
import { suite, usePlayground } from "./visit.js";

describe(suite, () => {
  const visit = usePlayground();

  test("every section and dialog is accessible on a phone and does not scroll horizontally", () =>
    visit(
      async (guest) => expect(await checkAllSections(guest, "phone")).toEqual([]),
      visitOptions(360, 780),
    ));
});
