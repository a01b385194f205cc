import { describe, expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { hideSecrets, quoteValue } from "../../src/shared/hide-secrets.js";
import { hash, signature, wallet } from "../http/test-client.js";
import { key } from "../signing/test-signers.js";
import {
  catchError,
  expectHidden,
  extendedKey,
  listCalls,
  phrase,
  secrets,
  wif,
} from "./secret-inputs.js";

const byName = new Map(secrets.map(([name, ...rest]) => [name, rest]));
const isEveryEntry = ([name]: [string, unknown]) =>
  ["createClient baseUrl", "signQuote option", "toUnits", "proxy prefix"].includes(name);

// `test/thorough` has every secret in every call.
describe.each(secrets)("%s", (_, secret, pattern) => {
  const calls = listCalls(secret as never).filter(isEveryEntry);
  test.each(calls)("is not quoted by an error of %s", (_, call) => expectHidden(call, pattern));

  test("is replaced by its length in a quoted value", () => {
    expect(quoteValue(secret)).toMatch(/\d+ (hex digits|characters) \(not shown: it could be/);
    expect(quoteValue(secret)).not.toMatch(pattern);
  });
});

describe.each(["a recovery phrase", "a private key"])("%s in any call", (name) => {
  const [secret, pattern] = byName.get(name) as [string, RegExp];
  test.each(listCalls(secret as never))("is not quoted by an error of %s", (_, call) =>
    expectHidden(call, pattern),
  );
});

describe("hides", () => {
  test.each(["xprv", "yprv", "zprv", "tprv", "uprv", "vprv", "Xprv"])("keys with %s", (prefix) => {
    const hidden = hideSecrets(`the key ${prefix}${extendedKey.slice(4)}.`);
    expect(hidden).toBe("the key 111 characters (not shown: it could be a private key).");
  });

  test("a key in WIF with its exact length beside other characters", () => {
    for (const [before, after] of [
      ["key_", "_1"],
      ["é", "é"],
      ["=", ";"],
    ])
      expect(hideSecrets(`${before}${wif}${after}`)).toContain("52 characters (not shown");
  });
});

describe("shows", () => {
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: "key",
    logLevel: "off",
    dangerouslyAllowBrowser: true,
  });
  const digits = hash.slice(2);

  test("a malformed hash in a field that is documented as a hash", async () => {
    const calls = [
      () => client.operations.execute({ userOperationHash: digits as never, signature }),
      () => client.wallets.history(wallet, { transactionHash: digits as never }).firstPage(),
    ];
    for (const call of calls)
      expect(String(await catchError(call))).toContain(`got "${digits.slice(0, 60)}`);
  });

  test("sentences, addresses, amounts and hashes in text of less than 60 digits", () => {
    for (const text of [
      "The transfer amount exceeds the balance of the sender, so that nothing was sent to anyone.",
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      wallet,
      "123456789.12345678901234567890123456789012345",
      "legal winner thank year",
      "The pool does not have enough liquidity for this swap and will revert now",
      "ERC20: transfer amount exceeds allowance",
      `${"a".repeat(60)}`.replaceAll("a", "xy\n"),
      "line one\nline two\nline three",
    ])
      expect(hideSecrets(text)).toBe(text);
  });

  test("the type of values that have no text", () => {
    expect(quoteValue(Object.create(null))).toBe("a value of type object");
    expect(quoteValue([phrase])).toBe("a value of type object");
    expect(quoteValue(null)).toBe("null");
    expect(quoteValue(Symbol("x"))).toBe("Symbol(x)");
    expect(quoteValue(-1.5)).toBe("-1.5");
    expect(quoteValue(BigInt(key))).toContain("not shown");
  });

  test("long text of an attacker that is no secret", () => {
    // With exponential cost this would not end.
    for (const text of ["g".repeat(20_000), "ab ".repeat(7_000), "abcdefghijk ".repeat(2_000)])
      expect(hideSecrets(text)).toBe(text);
    expect(hideSecrets("abcdefgh ".repeat(2_000)).length).toBeLessThan(100);
  });
});
