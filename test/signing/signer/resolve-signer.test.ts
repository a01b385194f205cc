import { inspect } from "node:util";
import * as ethers from "ethers";
import { createClient, createWalletClient, custom, http, parseSignature } from "viem";
import { toAccount } from "viem/accounts";
import { describe, expect, test, vi } from "vitest";
import type { Hex } from "../../../src/contract/shared/primitives.js";
import {
  SignatureMismatchError,
  SigningError,
  UnsafeToSignError,
  UnsupportedSignerError,
} from "../../../src/errors/signing.js";
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

const message = await account.signMessage({ message: { raw: hash } });
const typed = await signTypedData(createMailTypedData(), account);

async function signsBoth(signer: Signer, options: { owner?: `0x${string}` } = {}): Promise<void> {
  expect(await signUserOperation(hash, signer, options)).toBe(message);
  expect(await signTypedData(createMailTypedData(), signer, options)).toBe(typed);
}

describe("what can sign", () => {
  test("a local account", () => signsBoth(account));

  test("a wallet client around a local account, which never asks its node", () =>
    signsBoth(createWalletClient({ account, transport: http("http://127.0.0.1:1") })));

  test("a wallet client over an injected wallet, which gets the bytes of the hash and JSON that it can read", async () => {
    const { client, asked } = createInjectedWallet();
    await signsBoth(client);
    expect(asked.mock.calls.map(([{ method }]) => method)).toEqual([
      "personal_sign",
      "eth_signTypedData_v4",
    ]);
    expect(asked.mock.calls[0]?.[0].params).toEqual([hash, owner]);
    expect(JSON.parse(asked.mock.calls[1]?.[0].params[1]).domain.chainId).toBe(1);
  });

  test("a client without wallet actions", () =>
    signsBoth(
      createClient({
        account: owner,
        transport: custom(createInjectedWallet().provider as never),
      }) as Signer,
    ));

  test("a wallet client without an account of its own, once the owner is named", async () => {
    const client = createWalletClient({
      transport: custom(createInjectedWallet().provider as never),
    });
    await signsBoth(client, { owner });
    expect(await getRejection(signUserOperation(hash, client))).toBeInstanceOf(
      UnsupportedSignerError,
    );
  });

  test("a signer with methods that need their this", async () => {
    class Embedded {
      readonly address = owner;
      readonly #account = account;
      signMessage(parameters: { message: { raw: Hex } }) {
        return this.#account.signMessage(parameters);
      }
      signTypedData(parameters: object) {
        return this.#account.signTypedData(parameters as never);
      }
    }
    await signsBoth(new Embedded());
  });

  test("an embedded wallet that sends typed data as JSON gets no bigint", async () => {
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

  const { r, s, yParity } = parseSignature(message);
  const upTo = 130;
  test.each<[string, unknown]>([
    ["hex", message],
    ["hex in capitals without 0x", message.slice(2).toUpperCase()],
    ["v of 0 or 1", `${message.slice(0, upTo)}0${yParity}`],
    ["bytes", ethers.getBytes(message)],
    ["a short form (EIP-2098)", ethers.Signature.from(message).compactSerialized],
    ["{ signature }", { signature: message }],
    ["{ data }", { data: message }],
    ["{ result }", { jsonrpc: "2.0", id: 1, result: message }],
    ["{ data: { signature } }", { data: { signature: message, encoding: "hex" } }],
    ["{ r, s, yParity }", { r, s, yParity }],
    ["{ r, s, v } of viem", { r, s, v: BigInt(yParity + 27) }],
    [
      "{ r, s, v } as bigint and hex",
      { r: BigInt(r), s: BigInt(s), v: `0x${(yParity + 27).toString(16)}` },
    ],
    ["{ signature: { r, s, v } }", { signature: { r, s, v: yParity } }],
  ])("a wallet that answers with %s", async (_, answer) => {
    expect(await signUserOperation(hash, { address: owner, signMessage: async () => answer })).toBe(
      message,
    );
  });

  test("a signature with a high s is turned into the low one, the only one that contracts take", async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = { r, s: `0x${(order - BigInt(s)).toString(16)}`, yParity: 1 - yParity };
    expect(await signUserOperation(hash, { address: owner, signMessage: async () => high })).toBe(
      message,
    );
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["no bytes", "0x"],
    ["words", "signed"],
    ["64.5 bytes", `${message.slice(0, -1)}`],
    ["64 bytes that are no hex", `0x${"zz".repeat(64)}`],
    ["66 bytes", `${message}00`],
    ["a v of 29", `${message.slice(0, upTo)}1d`],
    ["a v of EIP-155", `${message.slice(0, upTo)}25`],
    ["parts without a parity", { r, s }],
    ["parts that are negative", { r: -1n, s, yParity }],
    ["an object in an object without end", circular()],
  ])("an answer of %s is an error of signing, not a signature", async (_, answer) => {
    const error = await getRejection(
      signUserOperation(hash, { address: owner, signMessage: async () => answer }),
    );
    expect(error).toBeInstanceOf(SigningError);
    expect(error.message).toContain("not a signature of 65 bytes");
  });
});

function circular(): unknown {
  const answer: Record<string, unknown> = {};
  answer.data = answer;
  return answer;
}

describe("what cannot sign is told what to use instead, before anything is signed", () => {
  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /privateKeyToAccount/],
    ["null", null, /privateKeyToAccount/],
    ["a private key", key, /privateKeyToAccount/],
    ["a function", () => message, /privateKeyToAccount/],
    ["an address alone", { address: owner }, /signMessage/],
    ["an injected provider", createInjectedWallet().provider, /createWalletClient/],
    ["a signer of ethers", new ethers.Wallet(key), /privateKeyToAccount/],
    [
      "a smart account",
      { address: owner, type: "smart", signMessage: async () => message },
      /plain account/,
    ],
    [
      "a client with a smart account",
      {
        account: { address: owner, type: "smart", signMessage: async () => message },
        request() {},
      },
      /plain account/,
    ],
    ["a signer without an address", { signMessage: async () => message }, /owner/],
  ])("%s", async (_, signer, hint) => {
    const error = await getRejection(signUserOperation(hash, signer as Signer));
    expect(error).toBeInstanceOf(UnsupportedSignerError);
    expect(error.hint).toMatch(hint);
    expect(JSON.stringify(error)).not.toContain(key.slice(2));
  });

  test("a signer that signs no typed data is refused when it is opened, before the first of two signatures", () => {
    const signMessage = vi.fn(async () => message);
    expect(() =>
      resolveSigner("test", { address: owner, signMessage }, ["messages", "typed data"]),
    ).toThrow(UnsupportedSignerError);
    expect(signMessage).not.toHaveBeenCalled();
  });
});

describe("the owner", () => {
  test("an owner that is not the signer's account is refused before anything is signed, and both are named", async () => {
    const { signer, asked } = createSpySigner();
    for (const attempt of [
      signUserOperation(hash, signer, { owner: stranger.address }),
      signTypedData(createMailTypedData(), signer, { owner: stranger.address }),
    ]) {
      const error = await getRejection(attempt);
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error.hint).toBe("Sign with the account that owns the wallet.");
      expect(error.message).toContain(stranger.address);
      expect(error.message).toContain(owner);
    }
    expect(asked).not.toHaveBeenCalled();
  });

  test("letter case makes no other account", () =>
    signsBoth(account, { owner: owner.toLowerCase() as Hex }));

  test("an owner with a mistyped checksum is refused before anything is asked, also where the signer has no address of its own", async () => {
    const mistyped = owner.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase()) as Hex;
    expect(mistyped).not.toBe(owner);
    const { provider, asked } = createInjectedWallet();
    for (const signer of [account, createWalletClient({ transport: custom(provider as never) })]) {
      const error = await getRejection(signUserOperation(hash, signer, { owner: mistyped }));
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error.message).toContain("EIP-55");
    }
    expect(asked).not.toHaveBeenCalled();
  });

  test("a signer may write its own address in any letter case", async () => {
    const unsummed = owner.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase()) as Hex;
    await signsBoth({ ...account, address: unsummed } as Signer, { owner });
    await signsBoth({ ...account, address: unsummed } as Signer);
  });

  test("a key passed as owner or as address is refused and not quoted", async () => {
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

  test("a wallet that signs with another key hands nothing out, and both accounts are named", async () => {
    const other = createInjectedWallet(account, (request) =>
      signAsInjectedWallet(stranger, request),
    ).client;
    // One after the other: a rejection that nobody waits for yet is an error of its own.
    for (const attempt of [
      () => signUserOperation(hash, other),
      () => signTypedData(createMailTypedData(), other),
    ]) {
      const error = await getRejection(attempt());
      expect(error).toBeInstanceOf(SignatureMismatchError);
      expect(error).toMatchObject({ expected: owner, actual: stranger.address });
      expect(error.message).toContain(owner);
      expect(error.message).toContain(stranger.address);
    }
  });

  test("a wallet that signs the text of the hash is found out, and told so", async () => {
    const error = await getRejection(signUserOperation(hash, textSigner));
    expect(error).toBeInstanceOf(SignatureMismatchError);
    expect(error.message).toContain("text of the hash");
  });

  test("a wallet that signs the bare hash is found out, and told so", async () => {
    const error = await getRejection(
      signUserOperation(hash, { address: owner, signMessage: () => account.sign({ hash }) }),
    );
    expect(error).toBeInstanceOf(SignatureMismatchError);
    expect(error.message).toContain("bare hash");
  });

  test("a wallet that signs other typed data than it was given is found out", async () => {
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

  test("65 bytes that are nobody's signature recover to no account", async () => {
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

describe("a hash that is none is refused before anything is signed", () => {
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
  ])("%j", async (bad) => {
    const { signer, asked } = createSpySigner();
    const error = await getRejection(signUserOperation(bad as Hex, signer));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.message).toContain("0x and 64 hex digits");
    expect(asked).not.toHaveBeenCalled();
  });
});

describe("a wallet that throws", () => {
  const declined = Object.assign(new Error("User rejected the request."), { code: 4001 });

  test.each<[string, Signer]>([
    ["an injected wallet", createInjectedWallet(account, () => Promise.reject(declined)).client],
    [
      "an embedded wallet",
      {
        address: owner,
        signMessage: () => Promise.reject(declined),
        signTypedData: () => Promise.reject(declined),
      },
    ],
    [
      "a wallet that throws at once",
      {
        address: owner,
        signMessage: () => {
          throw declined;
        },
        signTypedData: () => {
          throw declined;
        },
      },
    ],
    [
      "a library that wraps it",
      toAccount({
        address: owner,
        signMessage: () => Promise.reject(new Error("failed", { cause: declined })),
        signTypedData: () => Promise.reject(new Error("failed", { cause: declined })),
        signTransaction: () => Promise.reject(declined),
      }),
    ],
  ])("a person who declines is told apart from a failure: %s", async (_, signer) => {
    for (const attempt of [
      signUserOperation(hash, signer),
      signTypedData(createMailTypedData(), signer),
    ]) {
      const error = await getRejection(attempt);
      expect(error).toBeInstanceOf(SigningError);
      expect(error).toMatchObject({ kind: "signing", rejected: true });
      expect(error.message).toContain("declined");
      expect(error.cause).toMatchObject({ name: expect.any(String), message: expect.any(String) });
    }
  });

  test("a failure tells its name, its code and its first line, and no more", async () => {
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

  test.each([undefined, null, "no", 7])("even %j", async (cause) => {
    expect(
      await getRejection(
        signUserOperation(hash, { address: owner, signMessage: () => Promise.reject(cause) }),
      ),
    ).toBeInstanceOf(SigningError);
  });
});
