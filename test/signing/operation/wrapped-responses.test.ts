import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import { UnsupportedSignerError } from "../../../src/index.js";
import { checkOperation, checkQuote, signOperation } from "../../../src/signing/index.js";
import { account, getRejection, hash } from "../test-signers.js";

const operation = { userOperationHash: hash };

describe("what is not an operation is rejected, and the error names what to pass:", () => {
  test.each<[string, unknown, string]>([
    ["a wrapped operation", { operation }, "response.operation"],
    ["a wrapped withdrawal", { withdrawOrder: operation }, "response.withdrawOrder"],
    ["a response with quotes", { quotes: [operation] }, "pickExecutable(response.quotes)"],
    ["a list", [operation], "one operation, not a list"],
    ["an empty list", [], "one operation, not a list"],
    ["an empty object", {}, "an operation, not {}"],
    ["an item of signData", { type: "USER_OPERATION", hash }, "an operation of a wallet"],
    ["a wrapper of the caller", { data: operation }, "an operation of a wallet"],
    ["nothing", undefined, "an operation"],
  ])("%s", async (_, given, expected) => {
    expect(checkOperation(given as never)).toMatchObject([
      { code: "request", expected: expect.stringContaining(expected) },
    ]);
    expect(await getRejection(signOperation(given as never, account))).toMatchObject({
      hint: "Correct the arguments of your call that the problems name.",
    });
  });

  test.each<[string, unknown]>([
    ["a list of quotes", [operation]],
    ["a response with quotes", { quotes: [operation] }],
  ])("%s in place of a quote", (_, given) => {
    expect(checkQuote(given as never)).toMatchObject([
      { code: "request", path: "quote", expected: "one quote: pass pickExecutable(quotes)" },
    ]);
  });
});

describe("a lending quote with several operations", () => {
  const entry = (digit: string) => ({
    type: "USER_OPERATION",
    hash: `0x${digit.repeat(64)}`,
    authorization: null,
  });
  const quote = {
    walletAddress: account.address,
    expiresAt: "2099-01-01T00:00:00Z",
    signData: [entry("1"), entry("2"), entry("3")],
  } as never;

  test("is signed in order, and each can be executed", async () => {
    const signed = await signOperation(quote, account);
    expect(signed).toHaveLength(3);
    for (const [i, each] of (signed as never as object[]).entries())
      expect(each).toEqual({
        userOperationHash: `0x${String(i + 1).repeat(64)}`,
        signature: await account.signMessage({
          message: { raw: `0x${String(i + 1).repeat(64)}` },
        }),
        expiresAt: "2099-01-01T00:00:00Z",
        digests: { userOperationHash: `0x${String(i + 1).repeat(64)}` },
      });
  });

  const [owner, delegate] = [account.address, `0x${"6".repeat(40)}`] as const;
  const fields = { chainId: 137, address: delegate, nonce: 1 } as const;
  const authorization = { ...fields, hash: hashAuthorization(fields) };
  const options = { owner, walletAddress: owner, chainId: 137, delegates: [delegate] } as const;

  test("is signed with the authorization of each, and for the wallet that the caller names", async () => {
    const signData = ["1", "2", "3"]
      .map(entry)
      .map((each, i) => (i === 1 ? each : { ...each, authorization }));
    const given = { walletAddress: owner, signData } as never;
    const signed = (await signOperation(given, account, options)) as unknown as object[];
    expect(signed[1]).not.toHaveProperty("authorization");
    expect(signed[2]).toMatchObject({
      authorization: await account.sign({ hash: authorization.hash }),
      digests: { authorization: authorization.hash },
      walletAddress: owner,
    });
  });

  test("is not begun by a signer that cannot sign the authorization of a later one", async () => {
    const signMessage = vi.fn(account.signMessage);
    const later = { ...entry("2"), authorization };
    const given = { walletAddress: owner, signData: [entry("1"), later] } as never;
    const failed = signOperation(given, { address: owner, signMessage }, options);
    expect(await getRejection(failed)).toBeInstanceOf(UnsupportedSignerError);
    expect(signMessage).not.toHaveBeenCalled();
  });

  test.each<[string, object[], string]>([
    ["the same hash twice", [entry("1"), entry("1")], "hash signData[1].hash"],
    ["the same hash as another", ["1", "2", "3", "2"].map(entry), "hash signData[3].hash"],
    ["no hash", [entry("1"), { ...entry("2"), hash: "0x" }], "hash signData[1].hash"],
    ["an unknown entry", [entry("1"), { ...entry("2"), type: "PERMIT" }], "typed_data signData"],
    [
      "an authorization that is not allowed",
      [entry("1"), { ...entry("2"), authorization: { address: account.address, chainId: 137 } }],
      "malformed signData[1].authorization.nonce",
    ],
  ])("is never signed with %s", (_, signData, problem) => {
    const given = { walletAddress: account.address, signData } as never;
    const found = checkOperation(given, { chainId: 137, walletAddress: account.address });
    expect(found.map(({ code, path }) => `${code} ${path}`)).toContain(problem);
  });

  test("is described with the hash of each", async () => {
    const { describeOperation } = await import("../../../src/signing/index.js");
    const text = describeOperation(quote)?.text;
    expect(text).toContain(`Hash of the operation: 0x${"1".repeat(64)}`);
    expect(text).toContain(`Hash of the operation 2: 0x${"2".repeat(64)}`);
    expect(text).toContain(`Hash of the operation 3: 0x${"3".repeat(64)}`);
  });
});
