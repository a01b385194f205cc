import type { Hex } from "viem";
import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import { type SwapQuote, UnsupportedSignerError } from "../../../src/index.js";
import { checkQuote, signOperation, signQuote } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createLimitOrderQuote, createMarketQuote, stranger } from "./test-quotes.js";

const other = `0x${"ab".repeat(32)}` as Hex;
const parts = { chainId: 137, address: stranger as Hex, nonce: 0 };
const authorization = { ...parts, hash: hashAuthorization(parts) };

/** A quote with an approval, for a wallet that is the owner's own account, so that it can be delegated. */
async function withApproval(approval: object, good: typeof createMarketQuote = createMarketQuote) {
  const { quote, options } = await good();
  const own = { walletAddress: owner.address, toAddress: owner.address };
  const approved = {
    ...quote,
    ...own,
    typedData: null,
    rwaApproveUserOperation: { userOperationHash: other, ...approval },
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

const problemsOf = ({ quote, options }: Awaited<ReturnType<typeof withApproval>>) =>
  checkQuote(quote, options).map(({ code, path }) => `${code} ${path}`);

describe("an approval", () => {
  test("is signed with its authorization, as what it is", async () => {
    const { quote, options } = await withApproval({ authorization });
    const { approval } = await signQuote(quote, owner, options);
    expect(approval).toEqual({
      userOperationHash: other,
      signature: await owner.signMessage({ message: { raw: other } }),
      authorization: await owner.sign({ hash: authorization.hash }),
    });
  });

  test("is another operation than the swap", async () => {
    const { quote } = await createMarketQuote();
    expect(problemsOf(await withApproval({ userOperationHash: quote.userOperationHash }))).toEqual([
      "hash rwaApproveUserOperation.userOperationHash",
    ]);
  });

  test("that does not add up is named by where it stands", async () => {
    expect(problemsOf(await withApproval({ userOperationHash: "0x12" }))).toEqual([
      "hash rwaApproveUserOperation.userOperationHash",
    ]);
    expect(
      problemsOf(await withApproval({ authorization: { ...authorization, nonce: 1 } })),
    ).toEqual(["hash rwaApproveUserOperation.authorization.hash"]);
    expect(
      problemsOf(await withApproval({ authorization: { ...authorization, chainId: 1 } })),
    ).toEqual([
      "chain rwaApproveUserOperation.authorization.chainId",
      "hash rwaApproveUserOperation.authorization.hash",
    ]);
  });
});

describe("a signer that cannot sign all of it is asked for nothing", () => {
  const signMessage = vi.fn(owner.signMessage.bind(owner));
  const refused = async (attempt: Promise<unknown>) => {
    await expect(attempt).rejects.toBeInstanceOf(UnsupportedSignerError);
    expect(signMessage).not.toHaveBeenCalled();
  };

  test("where the approval alone brings an authorization", async () => {
    const { quote, options } = await withApproval({ authorization });
    await refused(signQuote(quote, { address: owner.address, signMessage } as never, options));
  });

  test("where an order is signed as typed data", async () => {
    const { quote, options } = await createLimitOrderQuote();
    await refused(signQuote(quote, { address: owner.address, signMessage } as never, options));
  });

  test("where an operation brings an authorization", async () => {
    const terms = {
      owner: owner.address,
      walletAddress: owner.address,
      chainId: 137,
      delegates: [stranger as Hex],
    };
    const operation = { userOperationHash: other, authorization };
    await refused(
      signOperation(operation as never, { address: owner.address, signMessage } as never, terms),
    );
  });
});

test("whatever is added to an operation that is no swap is not signed", async () => {
  const typedData = {
    domain: { name: "LightAccount", version: "1", chainId: 137, verifyingContract: owner.address },
    types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
    primaryType: "LightAccountMessage",
    message: { message: other },
  };
  const terms = {
    owner: owner.address,
    walletAddress: owner.address,
    chainId: 137,
    delegates: [stranger as Hex],
  };
  const honest: Readonly<Record<string, [operation: object, asked: number]>> = {
    "a hash": [{ userOperationHash: other }, 1],
    "a withdrawal": [{ withdrawalInstructions: { userOperationHash: other } }, 1],
    "a lending quote": [
      { walletAddress: owner.address, signData: [{ type: "USER_OPERATION", hash: other }] },
      1,
    ],
    "a lending quote with an order": [
      {
        walletAddress: owner.address,
        signData: [
          { type: "USER_OPERATION", hash: other },
          { type: "LIMIT_ORDER", typedData },
        ],
      },
      2,
    ],
  };
  const additions = {
    typedData,
    order: typedData,
    approval: { userOperationHash: other, authorization },
    rwaApproveUserOperation: { userOperationHash: other },
  };
  for (const [name, [operation, asked]] of Object.entries(honest)) {
    for (const [field, added] of Object.entries(additions)) {
      const places: object[] = [{ ...operation, [field]: added }];
      if ("withdrawalInstructions" in operation) {
        places.push({
          withdrawalInstructions: {
            ...(operation.withdrawalInstructions as object),
            [field]: added,
          },
        });
      }
      if ("signData" in operation) {
        places.push({
          ...operation,
          signData: (operation.signData as object[]).map((entry) => ({ [field]: added, ...entry })),
        });
      }
      for (const place of places) {
        const calls = vi.fn();
        const spied = (method: "signMessage" | "signTypedData" | "sign") => (parameters: never) => {
          calls(method);
          return owner[method](parameters);
        };
        const signer = {
          address: owner.address,
          signMessage: spied("signMessage"),
          signTypedData: spied("signTypedData"),
          sign: spied("sign"),
        };
        const error = await signOperation(place as never, signer as never, terms).then(
          () => undefined,
          (thrown) => thrown,
        );
        expect(calls.mock.calls.length, `${name}, ${field}: ${error}`).toBe(error ? 0 : asked);
      }
    }
  }
});
