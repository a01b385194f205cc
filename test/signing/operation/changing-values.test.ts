import { describe, expect, test } from "vitest";
import { UnsafeToSignError } from "../../../src/index.js";
import { signCancellation, signQuote } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createMarketQuote, stranger } from "../quote/test-quotes.js";
import {
  baseOptions,
  createAuthorization,
  createWrappedOrder,
  delegate,
  hash,
  sign,
  signRejected,
  wallet,
} from "./sign-rejected.js";

const otherHash = `0x${"34".repeat(32)}`;

/** Defines a getter that returns the original value for a number of reads, then another. */
function changeAfterReads<T extends object>(
  value: T,
  field: keyof T,
  other: unknown,
  after: number,
): T {
  let reads = 0;
  const get = () => (++reads > after ? other : value[field]);
  return Object.defineProperty({ ...value }, field, { enumerable: true, get });
}

describe("a value that changes while it is read", () => {
  // Another read of a value, up to the sixth, would see the change.
  const readCounts = [...Array(6).keys()];

  test("is signed as it was checked or rejected, in a quote or its options", async () => {
    const { quote, options } = await createMarketQuote();
    const rejectedCounts: number[] = [];
    for (const after of readCounts) {
      const outcome = await signQuote(
        changeAfterReads(quote, "userOperationHash", otherHash, after),
        owner,
        options,
      ).catch((error) => error);
      // A value is read once. Only a change before the first read is seen, and rejected.
      if (after === 0) expect(outcome).toBeInstanceOf(UnsafeToSignError);
      else expect(outcome.userOperationHash).toBe(quote.userOperationHash);
      const moved = changeAfterReads(
        options,
        "expect",
        { ...options.expect, minAmountOut: "1" },
        after,
      );
      const result = await signQuote(quote, owner, moved).catch((error) => error);
      if (result instanceof UnsafeToSignError) rejectedCounts.push(after);
      else
        expect(Object.keys(result).sort()).toEqual([
          "digests",
          "expiresAt",
          "signature",
          "statement",
          "userOperationHash",
          "walletAddress",
        ]);
    }
    // Each option is read once, too.
    expect(rejectedCounts).toEqual([0]);
  });

  test("is signed as it was checked or rejected, in an operation", async () => {
    const good = createAuthorization({ address: stranger });
    const operation = {
      userOperationHash: hash,
      walletAddress: wallet,
      chain: 137,
      authorization: good,
    };
    const options = { ...baseOptions, delegates: [stranger] };
    const expected = await sign(operation, options);
    for (const after of readCounts) {
      const outcome = await sign(
        changeAfterReads(operation, "authorization", createAuthorization(), after),
        options,
      ).catch((error) => error);
      if (after === 0) expect(outcome).toBeInstanceOf(UnsafeToSignError);
      else expect(outcome).toEqual(expected);
      const turned = await sign(
        { ...operation, authorization: createAuthorization() },
        changeAfterReads(options, "delegates", [delegate], after),
      ).catch((error) => error);
      expect(turned instanceof UnsafeToSignError).toBe(after > 0);
    }
  });

  test("is signed as it was checked or rejected, in a cancellation", async () => {
    const entry = { type: "LIMIT_ORDER", typedData: createWrappedOrder() };
    const expected = await signCancellation({ signData: [entry] } as never, owner, baseOptions);
    for (const after of readCounts) {
      const prepared = {
        signData: [changeAfterReads(entry, "typedData", createWrappedOrder(stranger, 1), after)],
      };
      const outcome = await signCancellation(prepared as never, owner, baseOptions).catch(
        (error) => error,
      );
      if (after === 0) expect(outcome).toBeInstanceOf(UnsafeToSignError);
      else expect(outcome).toEqual(expected);
    }
  });

  test("is signed as it was checked, in a proxy", async () => {
    const { quote, options } = await createMarketQuote();
    const expected = await signQuote(quote, owner, options);
    const reactive = (value: object) => new Proxy(value, {});
    expect(await signQuote(reactive(quote) as typeof quote, owner, options)).toEqual(expected);
    expect(
      await signQuote(quote, owner, {
        ...options,
        expect: reactive(options.expect) as typeof options.expect,
      }),
    ).toEqual(expected);
    let reads = 0;
    const changingProxy = new Proxy(quote, {
      get: (target, name) =>
        name === "userOperationHash" && reads++ > 0 ? hash : Reflect.get(target, name),
    });
    expect(await signQuote(changingProxy, owner, options)).toEqual(expected);
  });

  test("is rejected if it is not plain data", async () => {
    const circular: Record<string, unknown> = { userOperationHash: hash };
    circular.self = new Proxy(circular, {});
    for (const value of [() => ({}), new Proxy(() => ({}), {}), circular]) {
      expect((await signRejected(value as object)).problems[0]?.expected).toContain("plain data");
    }
  });
});
