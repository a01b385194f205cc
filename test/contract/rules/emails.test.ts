import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isValid } from "../../../src/contract/records/check.js";
import { Email, emailPattern } from "../../../src/contract/shared/primitives.js";
import { wallet } from "../../support/fixtures/values.js";
import { longEmails } from "./long-emails.js";
import { refusalOf } from "./refuse.js";

/** The pattern as the service contract prints it. */
const published =
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

const valid = [
  "a@b.co",
  "ana.o'neil+tax@example.com",
  "A_b-c@sub.sub-domain.example.COM",
  "1@2.xyz",
  "-@a.io",
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.com`,
];

const invalid = [
  "",
  "a",
  "a@",
  "@b.co",
  "a@b",
  "a@b.c",
  ".a@b.co",
  "a.@b.co",
  "a..b@c.co",
  "a@b..co",
  "a@-b.co",
  "a@b.co.",
  "a b@c.co",
  "a@b.co\n",
  "Ana <a@b.co>",
  "a@b.co,c@d.co",
  "a@[127.0.0.1]",
  "ä@b.co",
  "a@b.c0m",
  `${"a".repeat(250)}@b.co`,
];

describe("an e-mail address", () => {
  it("is validated with the pattern of the contract", () => {
    expect(new RegExp(published).source.replaceAll("\\.]", ".]").replaceAll("\\-]*", "-]*")).toBe(
      emailPattern.source,
    );
    for (const address of [...valid, ...invalid])
      expect(new RegExp(published).test(address)).toBe(emailPattern.test(address));
  });

  it.each(valid)("accepts %j", (address) => {
    expect(isValid(Email, address)).toBe(true);
  });

  it.each(invalid)("rejects %j", async (email) => {
    const error = await refusalOf("wallets.requestTaxExport", [
      wallet,
      { email, individual: { type: "individual", individualId: "i" } },
    ]);
    expect(error.issues.map((issue) => issue.path)).toEqual(["body.email"]);
  });

  it.each(Object.entries(longEmails))("rejects 100,000 characters: %s", (_, email) => {
    expect(email.length).toBeGreaterThanOrEqual(100_000);
    const test = vi.spyOn(emailPattern, "test");
    onTestFinished(() => test.mockRestore());
    expect(isValid(Email, email)).toBe(false);
    expect(test).not.toHaveBeenCalled();
  });

  // test/thorough measures how the time grows with the length.
  it("is matched with the pattern up to 254 characters", () => {
    const test = vi.spyOn(emailPattern, "test");
    onTestFinished(() => test.mockRestore());
    for (const email of Object.values(longEmails)) {
      for (const part of [email.slice(0, 254), email.slice(-254)]) {
        isValid(Email, part);
        expect(test).toHaveBeenLastCalledWith(part);
      }
    }
  });
});
