import { describe, expect, test, vi } from "vitest";
import { AbortedError } from "../../src/errors/connection.js";
import {
  type AccountSigner,
  cancelLimitOrder,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import { takeTurn, waitFor } from "../support/waiting.js";
import { abortAtAnyTime, createCountedSignal, signAsked } from "./abort-at-any-time.js";
import { createQuote, request, owner as walletOwner } from "./market-quotes.js";
import { account, createMailTypedData, getRejection, hash, owner } from "./test-signers.js";

const typedData = {
  domain: { name: "Kernel", version: "1", chainId: 137, verifyingContract: owner },
  types: { Kernel: [{ name: "hash", type: "bytes32" }] },
  primaryType: "Kernel",
  message: { hash },
};
const order = { type: "LIMIT_ORDER", typedData };
const prepared = { signData: [order] } as never;
/** A hash and an order: the signer is called twice. */
const twoParts = { signData: [{ type: "USER_OPERATION", hash }, order] } as never;
const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
const authorization = {
  chainId: 137,
  address: delegate,
  nonce: 0,
  hash: "0x8603e3fa33ce847123e9b1e3a8f58e1935e47f3af3cf03d6d9925fc7238df4aa",
} as const;
const swap = {
  prepareCancellation: async () => prepared,
  cancelLimitOrder: vi.fn(async () => ({ success: true })),
};

type SignAll = (signer: AccountSigner, signal: AbortSignal) => Promise<unknown>;
const wallet = { owner, walletAddress: owner, chainId: 137 } as const;
const signFunctions: [subject: string, sign: SignAll][] = [
  ["signOperation", (signer, signal) => signOperation(twoParts, signer, { ...wallet, signal })],
  [
    "signCancellation",
    (signer, signal) => signCancellation(prepared, signer, { ...wallet, signal }),
  ],
  [
    "cancelLimitOrder",
    (signer, signal) => cancelLimitOrder({ swap }, "1", signer, { ...wallet, signal }),
  ],
  ["signUserOperation", (signer, signal) => signUserOperation(hash, signer, { signal })],
  ["signTypedData", (signer, signal) => signTypedData(createMailTypedData(), signer, { signal })],
  [
    "signAuthorization",
    (signer, signal) => signAuthorization(authorization, signer, { delegates: [delegate], signal }),
  ],
  [
    "signQuote",
    (signer, signal) => {
      const options = { expect: request, owner: walletOwner.address, signal };
      return signQuote(createQuote(), signer, options);
    },
  ],
];

/** A signer of the key that the function needs. It responds when `release` is called. */
function createSlowSigner(subject: string) {
  const key = subject === "signQuote" ? walletOwner : account;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const called = vi.fn();
  const slow =
    <Parameters, Result>(sign: (parameters: Parameters) => Promise<Result>) =>
    async (parameters: Parameters) => {
      called();
      await released;
      return sign(parameters);
    };
  const signer = {
    address: key.address,
    signMessage: slow(key.signMessage),
    signTypedData: slow(key.signTypedData as never),
    sign: slow(key.sign),
  } as unknown as AccountSigner;
  return { signer, called, release };
}

describe.each(signFunctions)("%s with a signal", (subject, sign) => {
  test("calls no signer if it was aborted before", async () => {
    const { signer, called } = createSlowSigner(subject);
    const { controller, signal, added } = createCountedSignal();
    const reason = new Error("gone");
    controller.abort(reason);
    const error = await getRejection(sign(signer, signal));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ kind: "aborted", sent: false, outcome: "none" });
    expect(error.reason).toBe(reason);
    expect(called).not.toHaveBeenCalled();
    expect(added).not.toHaveBeenCalled();
  });

  test("gives up a signer that hangs, and drops what it signs later", async () => {
    const { signer, called, release } = createSlowSigner(subject);
    const { controller, signal, expectNoListener } = createCountedSignal();
    const signed = sign(signer, signal);
    const settled = vi.fn();
    signed.then(settled, settled);
    await waitFor(() => expect(called).toHaveBeenCalledTimes(1));
    expect(settled).not.toHaveBeenCalled();
    controller.abort("closed");
    expect(await getRejection(signed)).toMatchObject({ name: "AbortedError", reason: "closed" });
    expectNoListener();
    release();
    await takeTurn();
    expect(called).toHaveBeenCalledTimes(1);
    expect(swap.cancelLimitOrder).not.toHaveBeenCalled();
  });

  test("signs as without it, and leaves no listener", async () => {
    const { signer, release } = createSlowSigner(subject);
    const { signal, added, expectNoListener } = createCountedSignal();
    release();
    const signed = await sign(signer, signal);
    expect(JSON.stringify(signed)).toMatch(subject === "cancelLimitOrder" ? /true/ : /0x/);
    expect(added).toHaveBeenCalled();
    expectNoListener();
    swap.cancelLimitOrder.mockClear();
  });

  test("leaves no listener if the signer fails", async () => {
    const { signal, expectNoListener } = createCountedSignal();
    const fail = () => Promise.reject(new Error("no device"));
    const { address } = createSlowSigner(subject).signer;
    const signer = { address, signMessage: fail, signTypedData: fail, sign: fail };
    expect(await getRejection(sign(signer, signal))).toMatchObject({ name: "SigningError" });
    expectNoListener();
  });

  test("rejects a value that is no signal, before the signer is called", async () => {
    const { signer, called } = createSlowSigner(subject);
    for (const value of [{}, { aborted: false }, true, "abort", new AbortController()])
      expect(await getRejection(sign(signer, value as never))).toMatchObject({
        problems: expect.arrayContaining([
          expect.objectContaining({ code: "request", path: "signal" }),
        ]),
      });
    expect(called).not.toHaveBeenCalled();
  });
});

test("an abort while the user is asked calls no signer, also if the user confirms then", async () => {
  const { signer, called } = createSlowSigner("signQuote");
  const { controller, signal, expectNoListener } = createCountedSignal();
  let decide: (isConfirmed: boolean) => void = () => {};
  const confirm = vi.fn(
    () =>
      new Promise<boolean>((resolve) => {
        decide = resolve;
      }),
  );
  const signed = signAsked(signer, { confirm, signal });
  await waitFor(() => expect(confirm).toHaveBeenCalled());
  controller.abort();
  expect(await getRejection(signed)).toBeInstanceOf(AbortedError);
  decide(true);
  await takeTurn();
  expect(called).not.toHaveBeenCalled();
  expectNoListener();
});

// test/thorough/signing aborts more often.
test("an abort at any time ends in a signature or an AbortedError, and nothing is asked after it", () =>
  abortAtAnyTime(20));
