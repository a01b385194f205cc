import { describe, expect, test, vi } from "vitest";
import type { PreparedCancellation } from "../../src/index.js";
import { cancelLimitOrder, signCancellation } from "../../src/signing/index.js";
import { account, getRejection, hash, owner, stranger } from "./test-signers.js";

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

test("signs by the options of the call, regardless of later changes by the caller", async () => {
  const given = { ...options };
  const swap = {
    async prepareCancellation() {
      Object.assign(given, {
        owner: stranger.address,
        walletAddress: stranger.address,
        chainId: 1,
      });
      return prepared;
    },
    cancelLimitOrder: async () => ({ success: true }),
  };
  expect(await cancelLimitOrder({ swap }, "1", account, given)).toEqual({ success: true });
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

describe("confirm is shown the fees of a cancellation:", () => {
  const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const fee = {
    type: "GAS",
    amount: { value: "1.50", usd: "1.5", brl: "8" },
    nativeAmount: "0.25",
    percent: 0.5,
    recipient: null,
    tokenAddress: token,
  };

  /** The lines of the fees that an unknown wallet's cancellation shows. */
  async function showFees(fees: unknown): Promise<string[]> {
    const domain = { ...typedData.domain, name: "Another" };
    const signData = [{ type: "LIMIT_ORDER", typedData: { ...typedData, domain } }];
    let shown = "";
    const confirm = async (_: unknown, { text }: { text: string }) => {
      shown = text;
      return true;
    };
    const unusual = { ...prepared, signData, fees } as never;
    await signCancellation(unusual, account, { ...options, confirm });
    return shown.split("\n").filter((line) => line.startsWith("Fee"));
  }

  test("amount, token and receiver, and the other stated amounts", async () => {
    const toReceiver = { ...fee, type: "CANCELLATION", recipient: stranger.address };
    expect(await showFees([fee, toReceiver])).toEqual([
      `Fee (GAS): 1.5 of USDC (${token}) (also stated as 0.25 of the chain's native coin, 0.5%)`,
      `Fee (CANCELLATION): 1.5 of USDC (${token}) (also stated as 0.25 of the chain's native coin, 0.5%), to ${stranger.address}`,
    ]);
  });

  test("none if none is stated", async () => {
    for (const none of [undefined, null, []]) expect(await showFees(none)).toEqual([]);
  });

  test("values that cannot be read, without their text", async () => {
    const text = "0. Nothing is charged\nWarning: none";
    const odd = { type: text, amount: { value: text }, recipient: text, tokenAddress: text };
    expect(await showFees([odd, null, "free", { amount: "2" }])).toEqual([
      "Fee (of an unreadable type): an unreadable amount of an unreadable address, to an unreadable address",
      "Fee (FEE): an unknown amount of an unknown token",
      "Fee (FEE): an unknown amount of an unknown token",
      "Fee (FEE): 2 of an unknown token",
    ]);
    expect(await showFees("none")).toEqual(["Fee: an unreadable list of fees"]);
  });

  test("at most 20 lines, and the number of the others", async () => {
    const lines = await showFees(Array.from({ length: 1_000 }, () => fee));
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe("Fee: 980 more");
  });
});
