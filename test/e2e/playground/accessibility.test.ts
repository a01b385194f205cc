import { describe, expect, test } from "vitest";
import { checkAllSections, visitOptions } from "./check-all-sections.js";
import { suite, usePlayground } from "./visit.js";

describe(suite, () => {
  const visit = usePlayground();

  test.each(["light", "dark"] as const)(
    "every section and dialog is accessible in the %s theme",
    (theme) =>
      visit(
        async (guest) => expect(await checkAllSections(guest, theme)).toEqual([]),
        visitOptions(1_360, 900, theme),
      ),
  );
});
