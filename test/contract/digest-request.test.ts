import { keccak256, stringToHex } from "viem";
import { describe, expect, test } from "vitest";
import { digestRequest } from "../../src/contract/shared/digest-request.js";

const walletAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const request = {
  walletAddress,
  amountIn: "100",
  extraFee: { percentage: 0.5, toAddress: walletAddress },
  metadata: { intent: "order 17" },
};

describe("the digest of a request", () => {
  test("is the keccak-256 hash of JSON with sorted keys and addresses in lower case", () => {
    const lower = walletAddress.toLowerCase();
    const fee = `{"percentage":0.5,"toAddress":"${lower}"}`;
    const text = `{"amountIn":"100","extraFee":${fee},"walletAddress":"${lower}"}`;
    expect(digestRequest(request)).toBe(keccak256(stringToHex(text)));
  });

  test("is the same in another order, and without what each attempt sets anew", () => {
    const { metadata: _, extraFee, ...rest } = request;
    const { percentage, toAddress } = extraFee;
    const same = [
      { extraFee: { toAddress, percentage }, ...rest },
      { ...request, metadata: { intent: "order 18" }, expiration: 1_800_000_000 },
      { ...request, slippage: null, minAmountOut: undefined },
      { ...request, walletAddress: walletAddress.toLowerCase() },
      { ...request, amountIn: "100.00" },
    ];
    for (const each of same) expect(digestRequest(each)).toBe(digestRequest(request));
  });

  test("is another one for another value, at any depth", () => {
    const batch = (amount: string) => ({
      operations: [{ params: { amount, metadata: { a: "b" } } }],
    });
    const others = [
      { ...request, amountIn: "100.01" },
      { ...request, amountIn: "1" },
      { ...request, extraFee: { ...request.extraFee, percentage: 0.6 } },
      { ...request, slippage: 1 },
      batch("1"),
      batch("2"),
    ];
    const digests = [request, ...others].map(digestRequest);
    expect(new Set(digests).size).toBe(digests.length);
  });
});
