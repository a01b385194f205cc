import { describe, expect, test } from "vitest";
import type { TypedData } from "../../src/index.js";
import {
  describeOperation,
  describeTypedData,
  signCancellation,
  signOperation,
} from "../../src/signing/index.js";
import { createAuthorization } from "./operation/sign-rejected.js";
import { account, createMailTypedData, createOrderTypedData, hash, owner } from "./test-signers.js";

describe("a description shows every cost and permission:", () => {
  test("shows empty values of typed data, and the chain name for every notation of the id", () => {
    const given = createOrderTypedData(
      { legs: "uint8[]", inner: "Inner" },
      { legs: [], inner: {} },
    );
    const { fields } = describeTypedData({ ...given, types: { ...given.types, Inner: [] } });
    expect(fields).toEqual([
      { path: "legs", value: "[]" },
      { path: "inner", value: "{}" },
    ]);
    expect(describeTypedData(createOrderTypedData({}, {})).fields).toEqual([
      { path: "message", value: "{}" },
    ]);
    for (const chainId of ["0x89", "137", 137]) {
      expect(
        describeTypedData({
          ...createMailTypedData(),
          domain: { ...createMailTypedData().domain, chainId },
        } as TypedData).chain,
      ).toBe("Polygon (137)");
    }
    // An address in the place of the chain would be a number of 48 digits.
    for (const chainId of ["polygon", `0x${"52".repeat(20)}`, "1".repeat(21)])
      expect(
        describeTypedData({ ...createMailTypedData(), domain: { chainId } } as never).chain,
      ).toBe("an unreadable chain");
  });
});

describe("a description says that a hash can do anything:", () => {
  const warning = "Only the hash of the operation is known: it can do anything.";

  test("of an operation, but not of a cancellation, which has no hash", async () => {
    const typedData = {
      domain: { name: "New", version: "1", chainId: 137, verifyingContract: owner },
      types: { Kernel: [{ name: "hash", type: "bytes32" }] },
      primaryType: "Kernel",
      message: { hash },
    };
    const shown: string[] = [];
    const confirm = (_: unknown, { text }: { text: string }) => shown.push(text) > 0;
    const given = { owner, walletAddress: owner, chainId: 137, confirm };
    const order = { type: "LIMIT_ORDER", typedData };
    const operation = { type: "USER_OPERATION", hash };
    await signOperation({ signData: [operation, order] } as never, account, given);
    await signCancellation({ signData: [order] } as never, account, given);
    expect(shown.map((text) => text.includes(`Warning: ${warning}`))).toEqual([true, false]);
  });

  test("of a lending quote warns of each contract that gets control, also in a later operation", async () => {
    const contracts = ["6", "7", "8"].map((digit) => `0x${digit.repeat(40)}` as const);
    const signData = contracts.map((address, i) => ({
      type: "USER_OPERATION",
      hash: `0x${`1${i}`.repeat(32)}`,
      authorization: createAuthorization({ address }),
    }));
    const options = { walletAddress: owner, chainId: 137, delegates: contracts };
    const { text = "" } = describeOperation({ signData } as never, options) ?? {};
    for (const address of contracts)
      expect(text).toContain(`Warning: The contract ${address} gets control of your whole account`);
  });
});
