import { describe, expect, test } from "vitest";
import { readExpiry } from "../../../src/contract/shared/expiry.js";
import { signQuote } from "../../../src/signing/index.js";
import { checkExpiry, type ExpiryRules } from "../../../src/signing/shared/expiry.js";
import { findProblems } from "../../../src/signing/shared/problems.js";
import { getCodes, getUnsafeError } from "../operation/sign-rejected.js";
import { createMarketQuote } from "../quote/test-quotes.js";

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;

function findExpiryProblems(expiresAt: unknown, options: Partial<ExpiryRules> = {}) {
  const rules = { now, rule: "required", ...options } as const;
  return findProblems((report) => checkExpiry(expiresAt, rules, report)).problems;
}
const listCodes = (expiresAt: unknown, options?: Partial<ExpiryRules>) =>
  findExpiryProblems(expiresAt, options).map(({ code }) => code);

describe("an expiry", () => {
  test("is compared with the clock if now is null", async () => {
    expect(listCodes(now, { now: null as never })).toEqual(["expired"]);
    const { quote, options } = await createMarketQuote();
    const late = { ...options, now: null as never };
    expect(
      getCodes(
        await getUnsafeError((signer) => signQuote({ ...quote, expiresAt: now }, signer, late)),
      ),
    ).toEqual(["expired"]);
  });

  test.each([
    ["required", ["expiry"], ["expiry"]],
    ["readable", [], ["expiry"]],
    ["any", [], []],
  ] as const)("can be missing or unreadable as its rule says: %s", (rule, missing, unreadable) => {
    for (const none of [undefined, null]) expect(listCodes(none, { rule })).toEqual(missing);
    for (const text of ["soon", "", "2026-01-02", Number.NaN, {}, -1])
      expect(listCodes(text, { rule })).toEqual(unreadable);
    // A readable time is judged by every rule.
    expect(listCodes(now - 1, { rule })).toEqual(["expired"]);
  });

  test.each([
    [99_999_999_999, 99_999_999_999_000],
    ["99999999999", 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
    ["2026-01-02T02:00:00+0200", now + day],
    ["2026-01-01T21:30-02:30", now + day],
    [new Date(now), now],
    // Microseconds: no later than a date can be.
    [1_767_225_600_000_000_000, 8_640_000_000_000_000],
    [0, "unreadable"],
    ["0", "unreadable"],
    ["1767225600s", "unreadable"],
    ["on 2026-01-02T02:00:00Z", "unreadable"],
    ["2026-01-02T02:00:00", "unreadable"],
  ])("of %j is read as %j", (value, time) => {
    expect(readExpiry(value)).toBe(time);
  });

  test("is rejected if the current time or the latest time is no number", () => {
    expect(listCodes(now + day, { now: Number.NaN })).toEqual(["expired"]);
    expect(listCodes(now + day, { latest: [Number.NaN, "as requested"] })).toEqual([
      "expiry_later",
    ]);
  });

  test("that differs by half an hour or more adds a hint about the clocks", () => {
    expect(findExpiryProblems(now - 1_799_999)[0]?.message).not.toContain("clock");
    expect(findExpiryProblems(now - 1_800_000)[0]?.message).toContain("they are 1 h apart");
    expect(findExpiryProblems(now - day)[0]?.message).toContain("they are 24 h apart");
    const latest = [now + 60_000, "as requested"] as const;
    expect(findExpiryProblems(now + 3 * day, { latest })[0]?.message).toContain(
      "your clock may differ from that of the service",
    );
  });
});
