import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SwapQuote } from "../../src/index.js";
import {
  checkQuote,
  describeQuote,
  isExpired,
  signCancellation,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import { owner as sandboxOwner } from "../sandbox/open-sandbox.js";
import { createAuthorization } from "./operation/sign-rejected.js";
import { createLimitOrderQuote, createMarketQuote } from "./quote/test-quotes.js";
import { account, getRejection, hash, owner } from "./test-signers.js";

const start = Date.UTC(2026, 0, 1);
const addresses = { owner, walletAddress: owner, chainId: 137 } as const;

/** A signer whose wallet stays open for a time. */
function createSlowSigner(milliseconds: number, base: Pick<typeof account, "address"> = account) {
  const calls = vi.fn();
  const wait =
    (method: "signMessage" | "signTypedData" | "signAuthorization") =>
    (parameters: never): Promise<unknown> => {
      calls(method);
      vi.setSystemTime(Date.now() + milliseconds);
      return (base as typeof account)[method](parameters);
    };
  const signer = {
    address: base.address,
    signMessage: wait("signMessage"),
    signTypedData: wait("signTypedData"),
    signAuthorization: wait("signAuthorization"),
  };
  return { signer: signer as never, calls };
}

/** A confirmation that takes a time. */
const confirmAfter = (milliseconds: number) => async () => {
  vi.setSystemTime(Date.now() + milliseconds);
  return true;
};

describe("what expires while a dialog is open is not signed:", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: start }));
  afterEach(() => void vi.useRealTimers());

  const operation = { userOperationHash: hash, expiresAt: start + 60_000 };
  const order = {
    domain: { name: "New", version: "1", chainId: 137, verifyingContract: owner },
    types: { Kernel: [{ name: "hash", type: "bytes32" }] },
    primaryType: "Kernel",
    message: { hash },
  };
  const prepared = {
    signData: [{ type: "LIMIT_ORDER", typedData: order }],
    expiresAt: start + 60_000,
  } as never;
  const lending = {
    expiresAt: start + 60_000,
    signData: [
      { type: "USER_OPERATION", hash },
      { type: "LIMIT_ORDER", typedData: order },
    ],
  } as never;

  test.each([
    ["without the option now", {}],
    ["with a fixed now, which the dialog's time is added to", { now: start }],
  ])("during confirm, %s", async (_what, more) => {
    for (const [sign, milliseconds] of [
      [signOperation.bind(null, lending), 61_000],
      [signOperation.bind(null, lending), 55_001],
      [signCancellation.bind(null, prepared), 61_000],
    ] as const) {
      vi.setSystemTime(start);
      const { signer, calls } = createSlowSigner(0);
      const options = { ...addresses, ...more, confirm: confirmAfter(milliseconds) };
      expect(await getRejection(sign(signer, options) as Promise<unknown>)).toMatchObject({
        name: "UnsafeToSignError",
        problems: [{ code: "expired", severity: "fatal" }],
        message: expect.stringContaining("nothing was signed"),
      });
      expect(calls).not.toHaveBeenCalled();
    }
    vi.setSystemTime(start);
    const options = { ...addresses, ...more, confirm: confirmAfter(50_000) };
    expect(await signOperation(lending, account, options)).toBeDefined();
    vi.setSystemTime(start);
    const unhurried = { ...options, margin: 0, confirm: confirmAfter(59_999) };
    expect(await signOperation(lending, account, unhurried)).toBeDefined();
  });

  test.each([{}, { now: start }])("during the wallet's dialog, with %j", async (more) => {
    const accept = ["wrapper_name"] as const;
    for (const sign of [
      signOperation.bind(null, operation as never),
      signCancellation.bind(null, prepared),
    ]) {
      vi.setSystemTime(start);
      const { signer, calls } = createSlowSigner(60_000);
      const options = { ...addresses, ...more, accept };
      expect(await getRejection(sign(signer, options) as Promise<unknown>)).toMatchObject({
        problems: [{ code: "expired" }],
        message: expect.stringContaining("the signature was discarded"),
        hint: expect.stringContaining("expired after it was checked"),
      });
      expect(calls).toHaveBeenCalledTimes(1);
      vi.setSystemTime(start);
      const fast = createSlowSigner(59_999).signer;
      expect(await (sign(fast, options) as Promise<unknown>)).toBeDefined();
    }
  });

  test("a quote during the wallet's dialog, without the margin that it needed before", async () => {
    const { quote, options } = await createMarketQuote();
    const expiring = { ...quote, expiresAt: start + 60_000 };
    const trySigning = (milliseconds: number) => {
      vi.setSystemTime(start);
      const { signer } = createSlowSigner(milliseconds, sandboxOwner);
      return signQuote(expiring, signer, { ...options, now: undefined });
    };
    expect(await getRejection(trySigning(60_000))).toMatchObject({
      problems: [{ code: "expired" }],
      message: expect.stringContaining("the signature was discarded"),
    });
    expect(await trySigning(59_999)).toBeDefined();
  });

  test("a delegation, which is the last that a wallet asks for", async () => {
    const delegation = createAuthorization();
    const delegating = { ...operation, authorization: delegation } as never;
    const options = { ...addresses, delegates: [delegation.address] };
    // The dialog of the operation takes the same time.
    const trySigning = (milliseconds: number) => {
      vi.setSystemTime(start);
      const { signer, calls } = createSlowSigner(milliseconds);
      return [signOperation(delegating, signer, options), calls] as const;
    };
    const [late, calls] = trySigning(30_000);
    expect(await getRejection(late)).toMatchObject({ problems: [{ code: "expired" }] });
    expect(calls.mock.calls).toEqual([["signMessage"], ["signAuthorization"]]);
    expect(await trySigning(29_999)[0]).toHaveProperty("authorization");
  });

  test("the last of several operations, and the approval of a quote", async () => {
    const other = `0x${"8".repeat(64)}` as const;
    const signData = [hash, other].map((each) => ({ type: "USER_OPERATION", hash: each }));
    const { quote, options } = await createMarketQuote();
    const expected = { ...options.expect, individualId: "1" };
    const approved = {
      ...quote,
      expiresAt: start + 60_000,
      rwaApproveUserOperation: { userOperationHash: other },
    } as SwapQuote;
    // Each dialog takes half of the time.
    const attempts = [
      (milliseconds: number) => {
        const { signer, calls } = createSlowSigner(milliseconds);
        const lendingQuote = { expiresAt: start + 60_000, signData } as never;
        return [signOperation(lendingQuote, signer, addresses), calls] as const;
      },
      (milliseconds: number) => {
        const { signer, calls } = createSlowSigner(milliseconds, sandboxOwner);
        const terms = { ...options, expect: expected, approval: true, now: undefined };
        return [signQuote(approved, signer, terms as never), calls] as const;
      },
    ];
    for (const attempt of attempts) {
      vi.setSystemTime(start);
      const [late, calls] = attempt(30_000);
      expect(await getRejection(late)).toMatchObject({ problems: [{ code: "expired" }] });
      expect(calls).toHaveBeenCalledTimes(2);
      vi.setSystemTime(start);
      expect(await attempt(29_999)[0]).toBeDefined();
    }
  });

  test("before the second signature of several", async () => {
    const { signer, calls } = createSlowSigner(60_000);
    const options = { ...addresses, accept: ["wrapper_name"] as const };
    expect(await getRejection(signOperation(lending, signer, options))).toMatchObject({
      problems: [{ code: "expired" }],
    });
    expect(calls.mock.calls).toEqual([["signMessage"]]);
  });

  test.each([{}, { now: start }])(
    "a clock that is set back does not extend the time, with %j",
    async (time) => {
      const sign = (waited: number) => {
        const confirm = async () => {
          vi.advanceTimersByTime(waited);
          vi.setSystemTime(start - 1e9);
          return true;
        };
        const options = { ...addresses, ...time, margin: 0, confirm };
        return signOperation(lending, createSlowSigner(0).signer, options);
      };
      expect(await getRejection(sign(60_000))).toMatchObject({ problems: [{ code: "expired" }] });
      vi.setSystemTime(start);
      expect(await sign(59_999)).toBeDefined();
    },
  );
});

describe("a time in seconds", () => {
  const seconds = Math.floor(start / 1_000);

  test("is rejected as the current time: everything would be valid", async () => {
    const { quote, options } = await createMarketQuote();
    for (const now of [seconds, String(seconds), 0, -1, new Date(0)]) {
      expect(checkQuote(quote, { ...options, now } as never)).toContainEqual(
        expect.objectContaining({
          code: "request",
          path: "now",
          expected: "milliseconds since 1970",
        }),
      );
      expect(() => describeQuote(quote, { now } as never)).toThrow("milliseconds since 1970");
      expect(() => isExpired(quote, { now } as never)).toThrow("milliseconds since 1970");
      const error = await getRejection(
        signOperation({ userOperationHash: hash }, account, { ...addresses, now } as never),
      );
      expect(error).toMatchObject({ problems: [{ code: "request", path: "now" }] });
    }
  });

  test("is accepted as the expiry of a quote", async () => {
    const { quote, options } = await createLimitOrderQuote();
    const expiresAt = Math.floor(Number(quote.expiresAt) / 1_000);
    expect(checkQuote({ ...quote, expiresAt } as SwapQuote, options)).toEqual([]);
  });
});
