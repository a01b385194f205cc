import { describe, expect, it } from "vitest";
import { Email, emailPattern } from "../../../src/contract/shared/primitives.js";
import { wallet } from "../../support/fixtures/values.js";
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

const n = 100_000;

/** Long texts that could make a part of the pattern backtrack. */
const slow: Readonly<Record<string, string>> = {
  "letters only": "a".repeat(n),
  "a domain of many labels": `a@${"a.".repeat(n / 2)}`,
  "a domain of many labels and a wrong end": `a@${"a.".repeat(n / 2)}1`,
  "dots before the at sign": `a${".".repeat(n)}@`,
  "single dots before the at sign": `${"a.".repeat(n / 2)}@`,
  "a long domain label": `a@${"a".repeat(n)}`,
  "hyphens in a domain": `a@a${"-".repeat(n)}.`,
  "at signs": "@".repeat(n),
  apostrophes: "'".repeat(n),
  "pluses and hyphens": `${"+-".repeat(n / 2)}@`,
  "line breaks": "\n".repeat(n),
  "a valid address at the end": `${" ".repeat(n)}a@b.co`,
};

/** Milliseconds of the fastest of three runs, so that a busy machine does not fail the test. */
function fastest(email: string): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    Email.safeParse(email);
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe("an e-mail address", () => {
  it("is validated with the pattern of the contract", () => {
    expect(new RegExp(published).source.replaceAll("\\.]", ".]").replaceAll("\\-]*", "-]*")).toBe(
      emailPattern.source,
    );
    for (const address of [...valid, ...invalid])
      expect(new RegExp(published).test(address)).toBe(emailPattern.test(address));
  });

  it.each(valid)("accepts %j", (address) => {
    expect(Email.safeParse(address).success).toBe(true);
  });

  it.each(invalid)("rejects %j", async (email) => {
    const error = await refusalOf("wallets.requestTaxExport", [
      wallet,
      { email, individual: { type: "individual", individualId: "i" } },
    ]);
    expect(error.issues.map((issue) => issue.path.join("."))).toEqual(["body.email"]);
  });

  it.each(Object.entries(slow))("rejects 100,000 characters in less than 50 ms: %s", (_, email) => {
    expect(email.length).toBeGreaterThanOrEqual(n);
    expect(Email.safeParse(email).success).toBe(false);
    expect(fastest(email)).toBeLessThan(50);
  });

  it("validates any 254 characters in less than 50 ms", () => {
    for (const email of Object.values(slow)) {
      expect(fastest(email.slice(0, 254))).toBeLessThan(50);
      expect(fastest(email.slice(-254))).toBeLessThan(50);
    }
  });
});
