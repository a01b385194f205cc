import { describe, expect, test } from "vitest";
import { hideSecrets } from "../../../src/shared/hide-secrets.js";
import { expectHidden, listCalls, secrets } from "../../shared/secret-inputs.js";
import { measureGrowth } from "../../support/measure-growth.js";

test.each(["a", "_a", "0x", "5 ", "g"])(
  "long text of an attacker is searched at linear cost: %j",
  async (part) => {
    const growth = await measureGrowth(80_000, (size) => {
      const text = part.repeat(size / part.length);
      return () => hideSecrets(text);
    });
    expect(growth).toBeLessThan(10);
  },
);

describe.each(secrets)("%s", (_, secret, pattern) => {
  test.each(listCalls(secret as never))("is not quoted by an error of %s", (_, call) =>
    expectHidden(call, pattern),
  );
});
