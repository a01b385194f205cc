import { describe, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import {
  type CancelLimitOrderOptions,
  cancelLimitOrder,
  signCancellation,
} from "../../src/signing/index.js";
import { owner } from "../sandbox/open-sandbox.js";
import {
  baseOptions,
  createWrappedOrder,
  delegate,
  getCodes,
  getUnsafeError,
  hash,
  sign,
  signRejected,
} from "./operation/sign-rejected.js";

describe("a cancellation", () => {
  const prepared = (changes: object = {}, typedData: object = createWrappedOrder()) =>
    ({ signData: [{ type: "LIMIT_ORDER", typedData }], ...changes }) as never;

  test("requires walletAddress and chainId", async () => {
    expectTypeOf<CancelLimitOrderOptions["walletAddress"]>().toEqualTypeOf<string>();
    expectTypeOf<CancelLimitOrderOptions["chainId"]>().toEqualTypeOf<number>();
    const codes = async (options: object) =>
      getCodes(
        await getUnsafeError((signer) => signCancellation(prepared(), signer, options as never)),
      );
    expect(await codes({ owner: owner.address })).toEqual(["wallet", "chain"]);
    expect(await codes({ ...baseOptions, walletAddress: null })).toEqual(["wallet"]);
    expect(await codes({ ...baseOptions, chainId: undefined })).toEqual(["chain"]);
    const none = await getUnsafeError((signer) =>
      signCancellation(prepared(), signer, {} as never),
    );
    expect(none.problems.map(({ path, expected }) => `${path}: ${expected}`)).toEqual(
      ["walletAddress", "chainId"].map((name) => `${name}: the option ${name}`),
    );
    expect(none.hint).toBe("Correct the arguments of your call that the problems name.");
    const swap = {
      prepareCancellation: async () => prepared({}, createWrappedOrder(delegate, 1)),
      cancelLimitOrder: () => expect.unreachable(),
    };
    const all = await getUnsafeError((signer) =>
      cancelLimitOrder({ swap } as never, "tx", signer, { owner: owner.address } as never),
    );
    expect(getCodes(all)).toEqual(["wallet", "chain"]);
  });

  test.each([[{}], [""], [{ value: 1 }], ["2030-01-01"], ["soon"], [0], [null]])(
    "is signed with the malformed expiry %j",
    async (expiresAt) => {
      expect(await signCancellation(prepared({ expiresAt }), owner, baseOptions)).toHaveProperty(
        "signature",
      );
      const lending = { expiresAt, signData: [{ type: "USER_OPERATION", hash }] };
      expect(await sign(lending)).toHaveProperty("signature");
    },
  );

  test("requires a plain object of options", async () => {
    const error = await getUnsafeError((signer) =>
      signCancellation(prepared(), signer, new Map() as never),
    );
    expect(error.message).toMatch(/^cancellation: .*options: expected a plain object/s);
  });

  test("is signed until its expiry, without a margin", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const now = Date.now();
    const at = (expiresAt: number) => prepared({ expiresAt });
    expect(await signCancellation(at(now + 1), owner, baseOptions)).toHaveProperty("signature");
    const error = await getUnsafeError((signer) => signCancellation(at(now), signer, baseOptions));
    expect(getCodes(error)).toEqual(["expired"]);
  });

  test("expires by the time that the caller states", async () => {
    const now = Date.UTC(2020, 0, 1);
    const past = prepared({ expiresAt: now + 60_000 });
    expect(await signCancellation(past, owner, { ...baseOptions, now })).toHaveProperty(
      "signature",
    );
    const later = { ...baseOptions, now: now + 60_000 };
    const error = await getUnsafeError((signer) => signCancellation(past, signer, later));
    expect(getCodes(error)).toEqual(["expired"]);
  });

  test.each([["2020-01-01T00:00:00Z"], [1_600_000_000], [1_600_000_000_000]])(
    "is rejected with the past expiry %j",
    async (expiresAt) => {
      expect(
        getCodes(
          await getUnsafeError((signer) =>
            signCancellation(prepared({ expiresAt }), signer, baseOptions),
          ),
        ),
      ).toEqual(["expired"]);
      expect(
        getCodes(await signRejected({ expiresAt, signData: [{ type: "USER_OPERATION", hash }] })),
      ).toEqual(["expired"]);
    },
  );
});
