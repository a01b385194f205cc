import { describe, expect, test } from "vitest";
import { checkAllSections } from "./check-all-sections.js";
import { visitOptions } from "./look.js";
import { suite, usePlayground } from "./visit.js";

describe(suite, () => {
  const visit = usePlayground();

  test("every section and dialog is accessible in the light theme, and in the colors of the dark theme", () =>
    visit(
      async (guest) => expect(await checkAllSections(guest, "light", "dark")).toEqual([]),
      visitOptions(1_360, 900),
    ));
});
