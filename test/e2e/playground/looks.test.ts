import { describe, expect, test } from "vitest";
import { guestOf, lookAround } from "./look-around.js";
import { suite, usePlayground } from "./visit.js";

describe(suite, () => {
  const visit = usePlayground();

  test.each(["light", "dark"] as const)(
    "every section and dialog is without barriers: %s",
    (theme) =>
      visit(
        async (guest) => expect(await lookAround(guest, theme)).toEqual([]),
        guestOf(1_360, 900, theme),
      ),
  );
});
