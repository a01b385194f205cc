import * as ethers from "ethers";
import { createClient, createWalletClient, custom, http } from "viem";
import { describe, expect, test, vi } from "vitest";
import {
  SignatureMismatchError,
  UnsafeToSignError,
  UnsupportedSignerError,
} from "../../../src/errors/signing.js";
import type { Hex } from "../../../src/shared/patterns.js";
import { type Signer, signTypedData, signUserOperation } from "../../../src/signing/index.js";
import { resolveSigner } from "../../../src/signing/signer/resolve-signer.js";
import {
  account,
  createInjectedWallet,
  createMailTypedData,
  createOrderTypedData,
  createSpySigner,
  getRejection,
  hash,
  key,
  owner,
  signAsInjectedWallet,
  stranger,
  textSigner,
} from "../test-signers.js";

const messageSignature = await account.signMessage({ message: { raw: hash } });
const typedSignature = await signTypedData(createMailTypedData(), account);

async function expectBothSignatures(
  signer: Signer,
  options: { owner?: `0x${string}` } = {},
): Promise<void> {
  expect(await signUserOperation(hash, signer, options)).toBe(messageSignature);
  expect(await signTypedData(createMailTypedData(), signer, options)).toBe(typedSignature);
}

describe("accepts", () => {
  test("a local account", () => expectBothSignatures(account));

  test("a wallet client with a local account, without calling its node", () =>
    expectBothSignatures(createWalletClient({ account, transport: http("http://127.0.0.1:1") })));

  test("a wallet client over an injected wallet, which receives the hash as bytes and valid JSON", async () => {
    const { client, calls } = createInjectedWallet();
    await expectBothSignatures(client);
    expect(calls.mock.calls.map(([{ method }]) => method)).toEqual([
      "personal_sign",
      "eth_signTypedData_v4",
    ]);
    expect(calls.mock.calls[0]?.[0].params).toEqual([hash, owner]);
    expect(JSON.parse(calls.mock.calls[1]?.[0].params[1]).domain.chainId).toBe(1);
  });

  test("a signer whose account has another address than itself: the account signs", () =>
    expectBothSignatures({ ...account, address: stranger.address, account } as Signer));

  test("a client without wallet actions", () =>
    expectBothSignatures(
      createClient({
        account: owner,
        transport: custom(createInjectedWallet().provider as never),
      }) as Signer,
    ));

  test("a client whose account is an address", async () => {
    const { provider, calls } = createInjectedWallet();
    await expectBothSignatures({ account: owner, request: provider.request as never });
    expect(calls.mock.calls.map(([{ params }]) => params)).toEqual([
      [hash, owner],
      [owner, expect.any(String)],
    ]);
  });

  test("a signer that needs its account in each call, and one that does not", async () => {
    const signMessage = vi.fn(account.signMessage);
    const given = [{ account: owner }, { account: { address: owner } }, { address: owner }];
    for (const { address, ...own } of given as { address?: Hex; account?: unknown }[]) {
      const signer = { ...own, ...(address && { address }), signMessage };
      expect(await signUserOperation(hash, signer as never)).toBe(messageSignature);
      expect(signMessage).toHaveBeenLastCalledWith({ ...own, message: { raw: hash } });
    }
  });

  test("a wallet client without an account if the options name the owner", async () => {
    const client = createWalletClient({
      transport: custom(createInjectedWallet().provider as never),
    });
    await expectBothSignatures(client, { owner });
    expect(await getRejection(signUserOperation(hash, client))).toBeInstanceOf(
      UnsupportedSignerError,
    );
  });

  test("a class instance whose methods use this", async () => {
    class Embedded {
      readonly address = owner;
      readonly #account = account;
      getAddress() {
        return Promise.resolve(this.address);
      }
      signMessage(parameters: { message: { raw: Hex } }) {
        return this.#account.signMessage(parameters);
      }
      signTypedData(parameters: object) {
        return this.#account.signTypedData(parameters as never);
      }
    }
    await expectBothSignatures(new Embedded());
  });

  test("an embedded wallet that converts typed data to JSON, because it contains no bigint", async () => {
    const signTypedDataOf = vi.fn((wire: object) =>
      account.signTypedData(JSON.parse(JSON.stringify(wire))),
    );
    const signer = {
      address: owner,
      signMessage: account.signMessage,
      signTypedData: signTypedDataOf,
    };
    const given = createOrderTypedData(
      { nonce: "uint256", delta: "int8" },
      { nonce: 2n ** 200n, delta: -5 },
    );
    expect(await signTypedData(given, signer)).toBe(await signTypedData(given, account));
    expect(signTypedDataOf.mock.calls[0]?.[0]).toMatchObject({
      message: { nonce: `${2n ** 200n}`, delta: "-5" },
    });
  });
});

test("a wallet that fails is called once", async () => {
  const failure = Object.assign(new Error("busy"), { code: -32603 });
  const { provider, calls } = createInjectedWallet(account, () => Promise.reject(failure));
  const client = createClient({ account: owner, transport: custom(provider as never) });
  const error = await getRejection(signUserOperation(hash, client as Signer));
  expect(error).toMatchObject({ kind: "signing", rejected: false });
  expect(calls).toHaveBeenCalledTimes(1);
});

describe("rejects before signing and names a supported signer:", () => {
  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /privateKeyToAccount/],
    ["null", null, /privateKeyToAccount/],
    ["a private key", key, /privateKeyToAccount/],
    ["a function", () => messageSignature, /^Pass \{ address, signMessage \}\./],
    ["an address alone", { address: owner }, /signMessage/],
    ["an injected provider", createInjectedWallet().provider, /createWalletClient/],
    ["a signer of ethers", new ethers.Wallet(key), /fromEthers.*docs\/signers\.md/],
    [
      "a smart account",
      { address: owner, type: "smart", signMessage: async () => messageSignature },
      /plain account/,
    ],
    [
      "a client with a smart account",
      {
        account: { address: owner, type: "smart", signMessage: async () => messageSignature },
        request() {},
      },
      /plain account/,
    ],
    ["a signer without an address", { signMessage: async () => messageSignature }, /owner/],
  ])("%s", async (_, signer, hint) => {
    const error = await getRejection(signUserOperation(hash, signer as Signer));
    expect(error).toBeInstanceOf(UnsupportedSignerError);
    expect(error.hint).toMatch(hint);
    expect(JSON.stringify(error)).not.toContain(key.slice(2));
  });

  test("rejects a signer without signTypedData before the first of two signatures", () => {
    const signMessage = vi.fn(async () => messageSignature);
    expect(() =>
      resolveSigner("test", { address: owner, signMessage }, ["messages", "typed data"]),
    ).toThrow(UnsupportedSignerError);
    expect(signMessage).not.toHaveBeenCalled();
  });
});

describe("the owner", () => {
  test("must be the signer's account, or the error names both before anything is signed", async () => {
    const { signer, calls } = createSpySigner();
    for (const attempt of [
      signUserOperation(hash, signer, { owner: stranger.address }),
      signTypedData(createMailTypedData(), signer, { owner: stranger.address }),
    ]) {
      const error = await getRejection(attempt);
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error.hint).toMatch(
        /^Sign with the account that owns the wallet\. The option owner is its/,
      );
      expect(error.message).toContain(stranger.address);
      expect(error.message).toContain(owner);
    }
    expect(calls).not.toHaveBeenCalled();
  });

  test("may have any letter case", () =>
    expectBothSignatures(account, { owner: owner.toLowerCase() as Hex }));

  test("must have a valid checksum, also if the signer has no address", async () => {
    const mistyped = owner.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase()) as Hex;
    expect(mistyped).not.toBe(owner);
    const { provider, calls } = createInjectedWallet();
    for (const signer of [account, createWalletClient({ transport: custom(provider as never) })]) {
      const error = await getRejection(signUserOperation(hash, signer, { owner: mistyped }));
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error).toMatchObject({ problems: [{ code: "owner", path: "owner" }] });
      expect(error.message).toContain("a valid checksum");
    }
    expect(calls).not.toHaveBeenCalled();
  });

  test("may differ in letter case from the signer's address", async () => {
    const wrongChecksum = owner.replace(/[a-f](?=[^a-f]*$)/, (letter) =>
      letter.toUpperCase(),
    ) as Hex;
    await expectBothSignatures({ ...account, address: wrongChecksum } as Signer, { owner });
    await expectBothSignatures({ ...account, address: wrongChecksum } as Signer);
  });

  test("is not quoted in the error if a private key was passed", async () => {
    for (const error of [
      await getRejection(signUserOperation(hash, account, { owner: key })),
      await getRejection(
        signUserOperation(hash, { address: key, signMessage: account.signMessage }, { owner }),
      ),
    ]) {
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(JSON.stringify(error)).not.toContain(key.slice(2));
    }
  });

  test("is not quoted in the error if it is no address", async () => {
    const secret = "correct horse battery staple";
    const error = await getRejection(signUserOperation(hash, account, { owner: secret as never }));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.message).toContain('"something else"');
    expect(JSON.stringify(error)).not.toContain(secret);
  });

  test("must have made the signature, or the error names both accounts", async () => {
    const otherClient = createInjectedWallet(account, (request) =>
      signAsInjectedWallet(stranger, request),
    ).client;
    // In sequence: a rejection without a handler would fail the test run.
    for (const attempt of [
      () => signUserOperation(hash, otherClient),
      () => signTypedData(createMailTypedData(), otherClient),
    ]) {
      const error = await getRejection(attempt());
      expect(error).toBeInstanceOf(SignatureMismatchError);
      expect(error).toMatchObject({ expected: owner, actual: stranger.address });
      expect(error.message).toContain(owner);
      expect(error.message).toContain(stranger.address);
    }
  });

  test("explains that the wallet signed the text of the hash", async () => {
    const error = await getRejection(signUserOperation(hash, textSigner));
    expect(error).toBeInstanceOf(SignatureMismatchError);
    expect(error.message).toContain("text of the hash");
  });

  test("explains that the wallet signed the bare hash", async () => {
    const error = await getRejection(
      signUserOperation(hash, { address: owner, signMessage: () => account.sign({ hash }) }),
    );
    expect(error).toBeInstanceOf(SignatureMismatchError);
    expect(error.message).toContain("bare hash");
  });

  test("rejects a signature of other typed data", async () => {
    const signer = {
      ...account,
      signTypedData: () =>
        account.signTypedData({
          ...createMailTypedData(),
          message: { ...createMailTypedData().message, contents: "Hello, Eve!" },
        } as never),
    };
    expect(
      await getRejection(signTypedData(createMailTypedData(), signer as Signer)),
    ).toBeInstanceOf(SignatureMismatchError);
  });

  test("rejects 65 bytes that are not a signature", async () => {
    const error = await getRejection(
      signUserOperation(hash, {
        address: owner,
        signMessage: async () => `0x${"ff".repeat(64)}1b`,
      }),
    );
    expect(error).toBeInstanceOf(SignatureMismatchError);
    expect(error.message).toContain("of no account");
  });
});

describe("rejects a malformed hash before signing", () => {
  test.each([
    undefined,
    null,
    "",
    "0x",
    hash.slice(2),
    hash.slice(0, -2),
    `${hash}00`,
    `0X${hash.slice(2)}`,
    `${hash.slice(0, -1)}g`,
    ` ${hash}`,
    7,
    {},
  ])("%j", async (malformed) => {
    const { signer, calls } = createSpySigner();
    const error = await getRejection(signUserOperation(malformed as Hex, signer));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.message).toContain("0x and 64 hex digits");
    expect(calls).not.toHaveBeenCalled();
  });
});
