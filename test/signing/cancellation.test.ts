import { expect, test, vi } from "vitest";
import type { PreparedCancellation } from "../../src/index.js";
import { cancelLimitOrder, signCancellation } from "../../src/signing/index.js";
import { account, getRejection, hash, owner } from "./test-signers.js";

const typedData = {
  domain: { name: "Kernel", version: "1", chainId: 137, verifyingContract: owner },
  types: { Kernel: [{ name: "hash", type: "bytes32" }] },
  primaryType: "Kernel",
  message: { hash },
};
const prepared = {
  signData: [{ type: "LIMIT_ORDER", typedData }],
  expiresAt: Date.now() + 3_600_000,
} as unknown as PreparedCancellation;
const options = { owner, walletAddress: owner, chainId: 137 };

test("passes the signal to both requests, and none if there is none", async () => {
  const swap = {
    prepareCancellation: vi.fn(async () => prepared),
    cancelLimitOrder: vi.fn(async () => ({ success: true })),
  };
  const { signal } = new AbortController();
  for (const [given, sent] of [
    [{ signal }, { signal }],
    [{}, {}],
  ] as const) {
    await cancelLimitOrder({ swap }, "1", account, { ...options, ...given });
    const signature = expect.stringMatching(/^0x/);
    expect(swap.prepareCancellation).toHaveBeenLastCalledWith("1", sent);
    expect(swap.cancelLimitOrder).toHaveBeenLastCalledWith("1", { signature }, sent);
  }
});

test.each(["walletAddress", "chainId"])(
  "says to correct the call if only the option %s is missing",
  async (name) => {
    const given = { ...options, [name]: undefined };
    expect(await getRejection(signCancellation(prepared, account, given as never))).toMatchObject({
      hint: expect.stringMatching(/^Correct the arguments of your call/),
      problems: [{ path: name }],
    });
  },
);
