import { describe, expect, test } from "vitest";
import { guestOf, lookAround } from "./look-around.js";
import { suite, usePlayground } from "./visit.js";

describe(suite, () => {
  const visit = usePlayground();

  test("on a phone every section and dialog is without barriers, and is not scrolled sideways", () =>
    visit(
      async (guest) => expect(await lookAround(guest, "phone")).toEqual([]),
      guestOf(360, 780, "light"),
    ));
});
