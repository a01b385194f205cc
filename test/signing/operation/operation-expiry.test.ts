import { describe, expect, test } from "vitest";
import { isExpired, signOperation } from "../../../src/signing/index.js";
import { account, createSpySigner, getRejection, hash, owner, stranger } from "../test-signers.js";
import { orderedWithdrawal, withdrawalQuote } from "../withdrawals.js";

const walletAddress = stranger.address;
const options = { owner, walletAddress, chainId: 137 } as const;
const transfer = { userOperationHash: hash, walletAddress, chain: 137 };
const withdrawal = { ...orderedWithdrawal, withdrawalInstructions: { userOperationHash: hash } };

describe.each([
  ["an operation", transfer, {}],
  ["a fiat withdrawal", withdrawal, { expect: withdrawalQuote }],
])("the expiry of %s", (_name, operation, terms) => {
  test.each([["2099-01-01"], [""], [Number.NaN], [{ value: 4_000_000_000_000 }]])(
    "is fatal if it cannot be read: %j",
    async (expiresAt) => {
      const given = { ...operation, expiresAt };
      const { signer, calls } = createSpySigner();
      const lenient = { ...options, ...terms, accept: ["expiry"], confirm: () => true } as const;
      expect(await getRejection(signOperation(given as never, signer, lenient))).toMatchObject({
        problems: [{ code: "expiry", path: "expiresAt", severity: "fatal" }],
      });
      expect(calls).not.toHaveBeenCalled();
      // The same rule as for a quote.
      expect(isExpired(given)).toBe(true);
    },
  );

  test.each([[undefined], [null]])("may be missing: %j", async (expiresAt) => {
    const signed = await signOperation({ ...operation, expiresAt } as never, account, {
      ...options,
      ...terms,
    });
    expect(signed.userOperationHash).toBe(hash);
  });

  test.each([["2099-01-01T00:00:00.000+02:00"], [4_000_000_000], ["4000000000000000"]])(
    "can have the form %j",
    async (expiresAt) => {
      const signed = await signOperation({ ...operation, expiresAt } as never, account, {
        ...options,
        ...terms,
      });
      expect(signed.userOperationHash).toBe(hash);
    },
  );
});

test("signOperation excuses an unreadable expiry only in a lending quote", async () => {
  const quote = { signData: [{ type: "USER_OPERATION", hash }], expiresAt: { any: "JSON" } };
  expect(await signOperation(quote as never, account, options)).toHaveProperty("signature");
  // A hash beside an empty list is signed as an operation.
  const operation = { ...transfer, signData: [], expiresAt: { any: "JSON" } };
  expect(await getRejection(signOperation(operation as never, account, options))).toMatchObject({
    problems: [{ code: "expiry" }],
  });
});
