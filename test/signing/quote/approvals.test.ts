import type { Hex } from "viem";
import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import {
  type SigningProblemCode,
  type SwapQuote,
  UnsupportedSignerError,
} from "../../../src/index.js";
import { checkQuote, signOperation, signQuote } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { expectFatal } from "./expect-problems.js";
import { createLimitOrderQuote, createMarketQuote, partner, stranger } from "./test-quotes.js";

const otherHash = `0x${"ab".repeat(32)}` as Hex;
const parts = { chainId: 137, address: stranger as Hex, nonce: 0 };
const authorize = (changes: object = {}) => {
  const changed = { ...parts, ...changes };
  return { ...changed, hash: hashAuthorization(changed) };
};
const authorization = authorize();

/** A quote of a wallet that is the owner's own account, which can be delegated. */
async function createOwnQuote(changes: object) {
  const { quote, options } = await createMarketQuote();
  const own = { walletAddress: owner.address, toAddress: owner.address };
  return {
    quote: { ...quote, ...own, typedData: null, ...changes } as SwapQuote,
    options: {
      ...options,
      expect: { ...options.expect, ...own, individualId: "1" } as never,
      approval: true,
      delegates: [stranger as Hex],
    },
  };
}

const createApprovedQuote = (approval: object) =>
  createOwnQuote({ rwaApproveUserOperation: { userOperationHash: otherHash, ...approval } });

const changes: readonly [string, unknown, SigningProblemCode, string][] = [
  ["without its fields", { chainId: 137 }, "malformed", ".address"],
  ["with another hash", { ...authorization, hash: otherHash }, "hash", ".hash"],
  ["with another nonce than its hash", { ...authorization, nonce: 1 }, "hash", ".hash"],
  ["for every chain", authorize({ chainId: 0 }), "chain", ".chainId"],
  ["for another chain", authorize({ chainId: 1 }), "chain", ".chainId"],
  ["for another contract", authorize({ address: partner }), "delegate", ".address"],
];

describe.each([
  ["the wallet", "authorization", (given: unknown) => createOwnQuote({ authorization: given })],
  [
    "an approval",
    "rwaApproveUserOperation.authorization",
    (given: unknown) => createApprovedQuote({ authorization: given }),
  ],
] as const)("an authorization of %s", (_what, path, create) => {
  test("has no problem for a contract in delegates", async () => {
    const { quote, options } = await create(authorization);
    expect(checkQuote(quote, options)).toEqual([]);
  });

  test.each(changes)("is never signed %s", async (_how, given, code, field) => {
    const { quote, options } = await create(given);
    await expectFatal(quote, options, code, path + field);
  });

  test.each([undefined, []])("is never signed with the delegates %j", async (delegates) => {
    const { quote, options } = await create(authorization);
    await expectFatal(quote, { ...options, delegates }, "delegate", `${path}.address`);
  });

  test("is never signed for a wallet that is not the owner's account", async () => {
    const { quote, options } = await create(authorization);
    const wallet = { walletAddress: partner, toAddress: partner };
    const given = { ...options, expect: { ...Object(options.expect), ...wallet } };
    await expectFatal({ ...quote, ...wallet }, given, "wallet", path);
  });
});

describe("an approval", () => {
  test("is signed with its authorization", async () => {
    const { quote, options } = await createApprovedQuote({ authorization });
    const { approval } = await signQuote(quote, owner, options);
    expect(approval).toEqual({
      userOperationHash: otherHash,
      signature: await owner.signMessage({ message: { raw: otherHash } }),
      authorization: await owner.sign({ hash: authorization.hash }),
      digests: { userOperationHash: otherHash, authorization: authorization.hash },
    });
  });

  test("is never signed if the request is not for a real-world asset", async () => {
    const { quote, options } = await createApprovedQuote({});
    const given = { ...options, expect: { ...Object(options.expect), individualId: undefined } };
    await expectFatal(quote, given, "not_asked", "rwaApproveUserOperation");
  });

  test.each([undefined, null, false])(
    "is never signed with the option approval %o",
    async (approval) => {
      const { quote, options } = await createApprovedQuote({});
      const given = { ...options, approval: approval as never };
      await expectFatal(quote, given, "not_asked", "rwaApproveUserOperation");
    },
  );

  test("is never signed without a hash, or with that of the swap", async () => {
    const path = "rwaApproveUserOperation.userOperationHash";
    const { quote: swap } = await createMarketQuote();
    const upper = swap.userOperationHash?.toUpperCase().replace("X", "x");
    for (const userOperationHash of ["0x12", swap.userOperationHash, upper]) {
      const { quote, options } = await createApprovedQuote({ userOperationHash });
      await expectFatal(quote, options, "hash", path);
    }
    const { quote, options } = await createApprovedQuote({
      userOperationHash: null,
      authorization,
    });
    await expectFatal(quote, options, "hash", path);
  });
});

describe("a signer that cannot make all signatures is not called", () => {
  const signMessage = vi.fn(owner.signMessage.bind(owner));
  const messageSigner = { address: owner.address, signMessage } as never;
  const expectUnsupported = async (attempt: Promise<unknown>) => {
    await expect(attempt).rejects.toBeInstanceOf(UnsupportedSignerError);
    expect(signMessage).not.toHaveBeenCalled();
  };

  test("if only the approval has an authorization", async () => {
    const { quote, options } = await createApprovedQuote({ authorization });
    await expectUnsupported(signQuote(quote, messageSigner, options));
  });

  test("if an order is signed as typed data", async () => {
    const { quote, options } = await createLimitOrderQuote();
    await expectUnsupported(signQuote(quote, messageSigner, options));
  });

  test("if an operation has an authorization", async () => {
    const ownAccount = { owner: owner.address, walletAddress: owner.address };
    const given = { ...ownAccount, chainId: 137, delegates: [stranger as Hex] };
    const operation = { userOperationHash: otherHash, authorization } as never;
    await expectUnsupported(signOperation(operation, messageSigner, given));
  });
});
