import { inspect } from "node:util";
import { toAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { SigningError } from "../../../src/errors/signing.js";
import { type Signer, signTypedData, signUserOperation } from "../../../src/signing/index.js";
import {
  account,
  createInjectedWallet,
  createMailTypedData,
  getRejection,
  hash,
  owner,
} from "../test-signers.js";

describe("an error thrown by a wallet", () => {
  const userRejection = Object.assign(new Error("User rejected the request."), { code: 4001 });
  const rejectInside = () => {
    const cause = new Error("no", { cause: userRejection });
    return Promise.reject(new Error("failed", { cause }));
  };
  const rejectAsEthers = () =>
    Promise.reject(Object.assign(new Error("user denied"), { code: "ACTION_REJECTED" }));

  test.each<[string, Signer]>([
    [
      "an injected wallet",
      createInjectedWallet(account, () => Promise.reject(userRejection)).client,
    ],
    [
      "an embedded wallet",
      {
        address: owner,
        signMessage: () => Promise.reject(userRejection),
        signTypedData: () => Promise.reject(userRejection),
      },
    ],
    [
      "a wallet of ethers",
      { address: owner, signMessage: rejectAsEthers, signTypedData: rejectAsEthers },
    ],
    [
      "a wallet that throws at once",
      {
        address: owner,
        signMessage: () => {
          throw userRejection;
        },
        signTypedData: () => {
          throw userRejection;
        },
      },
    ],
    [
      "a library that wraps it",
      toAccount({
        address: owner,
        signMessage: rejectInside,
        signTypedData: rejectInside,
        signTransaction: () => Promise.reject(userRejection),
      }),
    ],
  ])("is marked as rejected by the user: %s", async (_, signer) => {
    for (const attempt of [
      signUserOperation(hash, signer),
      signTypedData(createMailTypedData(), signer),
    ]) {
      const error = await getRejection(attempt);
      expect(error).toBeInstanceOf(SigningError);
      expect(error).toMatchObject({ kind: "signing", rejected: true });
      expect(error.message).toContain("declined");
      expect(error.hint).toBe("Ask again only if the user wants to.");
      expect(error.cause).toMatchObject({ name: expect.any(String), message: expect.any(String) });
    }
  });

  test("keeps only name, code and the first line of the message", async () => {
    const cause = Object.assign(
      new TypeError("the device is locked\nURL: https://node.test/secret-key"),
      {
        code: -32603,
        url: "secret-key",
      },
    );
    const error = await getRejection(
      signUserOperation(hash, { address: owner, signMessage: () => Promise.reject(cause) }),
    );
    expect(error).toMatchObject({ name: "SigningError", rejected: false });
    expect(error.cause).toEqual({
      name: "TypeError",
      code: -32603,
      message: "the device is locked",
    });
    expect(error.message).toContain("the device is locked");
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("secret-key");
  });

  test.each([undefined, null, "no", 7])("may be %j", async (cause) => {
    expect(
      await getRejection(
        signUserOperation(hash, { address: owner, signMessage: () => Promise.reject(cause) }),
      ),
    ).toBeInstanceOf(SigningError);
  });
});
