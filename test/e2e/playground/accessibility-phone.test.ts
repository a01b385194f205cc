import { describe, expect, test } from "vitest";
import { checkAllSections, visitOptions } from "./check-all-sections.js";
import { suite, usePlayground } from "./visit.js";

describe(suite, () => {
  const visit = usePlayground();

  test("every section and dialog is accessible on a phone and does not scroll horizontally", () =>
    visit(
      async (guest) => expect(await checkAllSections(guest, "phone")).toEqual([]),
      visitOptions(360, 780),
    ));
});
