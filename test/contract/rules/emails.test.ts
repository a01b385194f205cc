import { describe, expect, it } from "vitest";
import { Email, emailPattern } from "../../../src/contract/shared/primitives.js";
import { wallet } from "../../support/fixtures/values.js";
import { refusalOf } from "./refuse.js";

/** The pattern as the service contract prints it. */
const published =
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

const legal = [
  "a@b.co",
  "ana.o'neil+tax@example.com",
  "A_b-c@sub.sub-domain.example.COM",
  "1@2.xyz",
  "-@a.io",
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.com`,
];

const illegal = [
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

/** Long texts, each aimed at a part of the pattern that could try again and again. */
const hostile: Readonly<Record<string, string>> = {
  "letters alone": "a".repeat(n),
  "a domain of endless labels": `a@${"a.".repeat(n / 2)}`,
  "a domain of endless labels and a wrong end": `a@${"a.".repeat(n / 2)}1`,
  "dots before the at sign": `a${".".repeat(n)}@`,
  "single dots before the at sign": `${"a.".repeat(n / 2)}@`,
  "a long domain label": `a@${"a".repeat(n)}`,
  "hyphens in a domain": `a@a${"-".repeat(n)}.`,
  "at signs": "@".repeat(n),
  apostrophes: "'".repeat(n),
  "pluses and hyphens": `${"+-".repeat(n / 2)}@`,
  "line breaks": "\n".repeat(n),
  "a right address at the end": `${" ".repeat(n)}a@b.co`,
};

/** Milliseconds of the fastest of three: a busy machine must not fail what a slow pattern should. */
function fastest(email: string): number {
  const times = [1, 2, 3].map(() => {
    const begun = performance.now();
    Email.safeParse(email);
    return performance.now() - begun;
  });
  return Math.min(...times);
}

describe("an e-mail address", () => {
  it("is judged by the contract's own pattern", () => {
    expect(new RegExp(published).source.replaceAll("\\.]", ".]").replaceAll("\\-]*", "-]*")).toBe(
      emailPattern.source,
    );
    for (const address of [...legal, ...illegal])
      expect(new RegExp(published).test(address)).toBe(emailPattern.test(address));
  });

  it.each(legal)("%j passes", (address) => {
    expect(Email.safeParse(address).success).toBe(true);
  });

  it.each(illegal)("%j is refused", async (email) => {
    const error = await refusalOf("wallets.requestTaxExport", [
      wallet,
      { email, individual: { type: "individual", individualId: "i" } },
    ]);
    expect(error.issues.map((issue) => issue.path.join("."))).toEqual(["body.email"]);
  });

  it.each(Object.entries(hostile))(
    "of 100,000 characters (%s) is refused in no time, because a pattern must not be an attack",
    (_, email) => {
      expect(email.length).toBeGreaterThanOrEqual(n);
      expect(Email.safeParse(email).success).toBe(false);
      expect(fastest(email)).toBeLessThan(50);
    },
  );

  it("of 254 characters is judged in no time, whatever it is made of", () => {
    for (const email of Object.values(hostile)) {
      expect(fastest(email.slice(0, 254))).toBeLessThan(50);
      expect(fastest(email.slice(-254))).toBeLessThan(50);
    }
  });
});
