import type { Hex } from "viem";
import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import { type SwapQuote, UnsupportedSignerError } from "../../../src/index.js";
import { checkQuote, signOperation, signQuote } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createLimitOrderQuote, createMarketQuote, stranger } from "./test-quotes.js";

const otherHash = `0x${"ab".repeat(32)}` as Hex;
const parts = { chainId: 137, address: stranger as Hex, nonce: 0 };
const authorization = { ...parts, hash: hashAuthorization(parts) };

/** A quote with an approval. The wallet is the owner's own account, which can be delegated. */
async function createApprovedQuote(
  approval: object,
  createQuote: typeof createMarketQuote = createMarketQuote,
) {
  const { quote, options } = await createQuote();
  const own = { walletAddress: owner.address, toAddress: owner.address };
  const approved = {
    ...quote,
    ...own,
    typedData: null,
    rwaApproveUserOperation: { userOperationHash: otherHash, ...approval },
  } as SwapQuote;
  return {
    quote: approved,
    options: {
      ...options,
      expect: { ...options.expect, ...own, individualId: "1" } as never,
      delegates: [stranger as Hex],
    },
  };
}

const listProblems = ({ quote, options }: Awaited<ReturnType<typeof createApprovedQuote>>) =>
  checkQuote(quote, options).map(({ code, path }) => `${code} ${path}`);

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

  test("must be another operation than the swap", async () => {
    const { quote } = await createMarketQuote();
    expect(
      listProblems(await createApprovedQuote({ userOperationHash: quote.userOperationHash })),
    ).toEqual(["hash rwaApproveUserOperation.userOperationHash"]);
  });

  test("is reported with its path if it is invalid", async () => {
    expect(listProblems(await createApprovedQuote({ userOperationHash: "0x12" }))).toEqual([
      "hash rwaApproveUserOperation.userOperationHash",
    ]);
    expect(
      listProblems(await createApprovedQuote({ authorization: { ...authorization, nonce: 1 } })),
    ).toEqual(["hash rwaApproveUserOperation.authorization.hash"]);
    expect(
      listProblems(await createApprovedQuote({ authorization: { ...authorization, chainId: 1 } })),
    ).toEqual([
      "chain rwaApproveUserOperation.authorization.chainId",
      "hash rwaApproveUserOperation.authorization.hash",
    ]);
  });
});

describe("a signer that cannot make all signatures is not called", () => {
  const signMessage = vi.fn(owner.signMessage.bind(owner));
  const expectUnsupported = async (attempt: Promise<unknown>) => {
    await expect(attempt).rejects.toBeInstanceOf(UnsupportedSignerError);
    expect(signMessage).not.toHaveBeenCalled();
  };

  test("if only the approval has an authorization", async () => {
    const { quote, options } = await createApprovedQuote({ authorization });
    await expectUnsupported(
      signQuote(quote, { address: owner.address, signMessage } as never, options),
    );
  });

  test("if an order is signed as typed data", async () => {
    const { quote, options } = await createLimitOrderQuote();
    await expectUnsupported(
      signQuote(quote, { address: owner.address, signMessage } as never, options),
    );
  });

  test("if an operation has an authorization", async () => {
    const signOptions = {
      owner: owner.address,
      walletAddress: owner.address,
      chainId: 137,
      delegates: [stranger as Hex],
    };
    const operation = { userOperationHash: otherHash, authorization };
    await expectUnsupported(
      signOperation(
        operation as never,
        { address: owner.address, signMessage } as never,
        signOptions,
      ),
    );
  });
});

test("does not sign fields that are added to an operation", async () => {
  const typedData = {
    domain: { name: "LightAccount", version: "1", chainId: 137, verifyingContract: owner.address },
    types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
    primaryType: "LightAccountMessage",
    message: { message: otherHash },
  };
  const signOptions = {
    owner: owner.address,
    walletAddress: owner.address,
    chainId: 137,
    delegates: [stranger as Hex],
  };
  const operations: Readonly<Record<string, [operation: object, expectedCalls: number]>> = {
    "a hash": [{ userOperationHash: otherHash }, 1],
    "a withdrawal": [{ withdrawalInstructions: { userOperationHash: otherHash } }, 1],
    "a lending quote": [
      { walletAddress: owner.address, signData: [{ type: "USER_OPERATION", hash: otherHash }] },
      1,
    ],
    "a lending quote with an order": [
      {
        walletAddress: owner.address,
        signData: [
          { type: "USER_OPERATION", hash: otherHash },
          { type: "LIMIT_ORDER", typedData },
        ],
      },
      2,
    ],
  };
  const additions = {
    typedData,
    order: typedData,
    approval: { userOperationHash: otherHash, authorization },
    rwaApproveUserOperation: { userOperationHash: otherHash },
  };
  for (const [name, [operation, expectedCalls]] of Object.entries(operations)) {
    for (const [field, added] of Object.entries(additions)) {
      const variants: object[] = [{ ...operation, [field]: added }];
      if ("withdrawalInstructions" in operation) {
        variants.push({
          withdrawalInstructions: {
            ...(operation.withdrawalInstructions as object),
            [field]: added,
          },
        });
      }
      if ("signData" in operation) {
        variants.push({
          ...operation,
          signData: (operation.signData as object[]).map((entry) => ({ [field]: added, ...entry })),
        });
      }
      for (const variant of variants) {
        const calls = vi.fn();
        const spy = (method: "signMessage" | "signTypedData" | "sign") => (parameters: never) => {
          calls(method);
          return owner[method](parameters);
        };
        const signer = {
          address: owner.address,
          signMessage: spy("signMessage"),
          signTypedData: spy("signTypedData"),
          sign: spy("sign"),
        };
        const error = await signOperation(variant as never, signer as never, signOptions).then(
          () => undefined,
          (thrown) => thrown,
        );
        expect(calls.mock.calls.length, `${name}, ${field}: ${error}`).toBe(
          error ? 0 : expectedCalls,
        );
      }
    }
  }
});
