import { expect, test } from "vitest";
import { formatAddress, formatChain } from "../../../src/signing/shared/format.js";
import { redactSecrets, toPlainText, toWords } from "../../../src/signing/shared/plain-text.js";

test("cuts untrusted text behind its last allowed character", () => {
  expect(toPlainText("x".repeat(300))).toBe("x".repeat(300));
  expect(toPlainText("x".repeat(301))).toBe(`${"x".repeat(300)}…`);
  expect(toWords("x".repeat(100))).toBe("x".repeat(100));
  expect(toWords("x".repeat(101))).toBe(`${"x".repeat(100)}...`);
});

test("pairs no halves of a character by removing what is between them", () => {
  expect(toPlainText("a\ud83d\u200b\udf81b")).toBe("ab");
});

test("hides a secret whose line break or invisible character is removed later", () => {
  const secret = "5f".repeat(32);
  for (const text of [`${secret}\nabc`, `${secret.slice(0, 9)}\u200b${secret.slice(9)}`])
    expect(redactSecrets(text)).not.toContain(secret.slice(9));
});

test("shows an account of Bitcoin, and no text in its place", () => {
  const account = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
  expect(formatAddress(account)).toBe(account);
  expect(formatAddress(`${account} or another one`)).toBe("an unreadable address");
});

test.each([
  ["0xA", "OP Mainnet (10)"],
  ["0Xa", "OP Mainnet (10)"],
  [10n, "OP Mainnet (10)"],
  ["0xa ", "an unreadable chain"],
  ["10 is OP Mainnet", "an unreadable chain"],
])("describes the chain %s as %s", (chainId, shown) => {
  expect(formatChain(chainId)).toBe(shown);
});
