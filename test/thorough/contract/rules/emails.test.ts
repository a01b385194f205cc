import { expect, test } from "vitest";
import { isValid } from "../../../../src/contract/records/check.js";
import { Email } from "../../../../src/contract/shared/primitives.js";
import { longEmails } from "../../../contract/rules/long-emails.js";
import { measureGrowth } from "../../../support/measure-growth.js";

// Linear cost is a ratio of 4, quadratic cost of 16, and cubic cost of 64.
test.each(Object.entries(longEmails))(
  "an e-mail address is validated in quadratic time at most: %s",
  async (_, email) => {
    for (const cut of [
      (length: number) => email.slice(0, length),
      (length: number) => email.slice(-length),
    ]) {
      const create = (size: number) => {
        const text = cut(size);
        return () => {
          for (let i = 0; i < 500; i++) isValid(Email, text);
        };
      };
      expect(await measureGrowth(63, create, 32)).toBeLessThan(32);
    }
  },
);
