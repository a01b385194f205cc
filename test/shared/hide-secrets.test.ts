import { describe, expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { hideSecrets, quoteValue } from "../../src/shared/hide-secrets.js";
import { hash, signature, wallet } from "../http/test-client.js";
import { key } from "../signing/test-signers.js";
import { catchError, expectHidden, listCalls, secrets } from "./secret-inputs.js";

const isEveryEntry = ([name]: [string, unknown]) =>
  ["createClient baseUrl", "signQuote option", "toUnits", "proxy prefix"].includes(name);

// `test/thorough` has every secret in every call.
describe.each(secrets)("%s", (_, secret, pattern) => {
  const calls = listCalls(secret as never).filter(isEveryEntry);
  test.each(calls)("is not quoted by an error of %s", (_, call) => expectHidden(call, pattern));

  test("is replaced by its length in a quoted value", () => {
    expect(quoteValue(secret)).toMatch(/64 hex digits \(not shown: it could be/);
    expect(quoteValue(secret)).not.toMatch(pattern);
  });
});

describe("a private key in any call", () => {
  const [, secret, pattern] = secrets[0] as (typeof secrets)[number];
  test.each(listCalls(secret as never))("is not quoted by an error of %s", (_, call) =>
    expectHidden(call, pattern),
  );
});

test("hides each of several keys, and keeps the text around them", () => {
  const digits = key.slice(2);
  expect(hideSecrets(`${key} ${digits}\n_${digits}_`)).toBe(
    "64 hex digits (not shown: it could be a private key) " +
      "64 hex digits (not shown: it could be a private key), without 0x\n" +
      "_64 hex digits (not shown: it could be a private key), without 0x_",
  );
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

  test("hex of another length than 32 bytes", () => {
    for (const text of [`${key}0`, key.slice(0, -1), `${key}${key.slice(2)}`, `x${key.slice(2)}`])
      expect(hideSecrets(text)).toBe(text);
  });

  test("sentences, addresses and amounts", () => {
    for (const text of [
      "The transfer amount exceeds the balance of the sender, so that nothing was sent to anyone.",
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      wallet,
      "123456789.12345678901234567890123456789012345",
      "legal winner thank year",
      "The pool does not have enough liquidity for this swap and will revert now",
      "ERC20: transfer amount exceeds allowance",
      "line one\nline two\nline three",
    ])
      expect(hideSecrets(text)).toBe(text);
  });

  test("the type of values that have no text", () => {
    expect(quoteValue(Object.create(null))).toBe("a value of type object");
    expect(quoteValue([key])).toBe("a value of type object");
    expect(quoteValue(null)).toBe("null");
    expect(quoteValue(Symbol("x"))).toBe("Symbol(x)");
    expect(quoteValue(-1.5)).toBe("-1.5");
  });
});
