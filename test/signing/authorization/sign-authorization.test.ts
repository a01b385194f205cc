import { createWalletClient, http } from "viem";
import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import type { Authorization } from "../../../src/contract/shared/records.js";
import {
  type MalformedDetail,
  SignatureMismatchError,
  type SigningProblemCode,
  UnsafeToSignError,
  UnsupportedSignerError,
} from "../../../src/errors/signing.js";
import type { Address } from "../../../src/shared/patterns.js";
import {
  type SignAuthorizationOptions,
  type Signer,
  signAuthorization,
} from "../../../src/signing/index.js";
import {
  account,
  createInjectedWallet,
  createSpySigner,
  getRejection,
  hash,
  owner,
  stranger,
} from "../test-signers.js";

const delegate: Address = "0xd6CEDDe84be40893d153Be9d467CD6aD37875b28";

function authorization(over: Authorization = {}, chainId = 137, nonce = 0): Authorization {
  return {
    chainId,
    nonce,
    address: delegate,
    hash: hashAuthorization({ chainId, nonce, address: delegate }),
    ...over,
  };
}

const signature = await account.sign({ hash: authorization().hash as `0x${string}` });

describe("accepts", () => {
  test.each<[string, Signer]>([
    ["a local account", account],
    [
      "a wallet client around one",
      createWalletClient({ account, transport: http("http://127.0.0.1:1") }),
    ],
    [
      "an embedded wallet with sign",
      {
        address: owner,
        signMessage: account.signMessage,
        sign: async ({ hash }) => ({ data: { signature: await account.sign({ hash }) } }),
      },
    ],
    [
      "an embedded wallet with signAuthorization",
      {
        address: owner,
        signMessage: account.signMessage,
        signAuthorization: (parts) => account.signAuthorization(parts),
      },
    ],
  ])("%s", async (_, signer) => {
    expect(
      await signAuthorization(authorization(), signer, {
        owner,
        chainId: 137,
        delegates: [delegate],
      }),
    ).toBe(signature);
  });

  test("rejects an injected wallet without calling it, and names a supported signer", async () => {
    const { client, calls } = createInjectedWallet();
    const error = await getRejection(
      signAuthorization(authorization(), client, { delegates: [delegate] }),
    );
    expect(error).toBeInstanceOf(UnsupportedSignerError);
    expect(error.message).toMatch(/^authorization: .*; nothing was signed$/);
    expect(error.hint).toContain("privateKeyToAccount");
    expect(calls).not.toHaveBeenCalled();
  });

  test("rejects an embedded wallet that has neither method", async () => {
    const signMessage = vi.fn(account.signMessage);
    expect(
      await getRejection(
        signAuthorization(authorization(), { address: owner, signMessage } as Signer, {
          delegates: [delegate],
        }),
      ),
    ).toBeInstanceOf(UnsupportedSignerError);
    expect(signMessage).not.toHaveBeenCalled();
  });
});

type Options = SignAuthorizationOptions;
/** The code, or how the authorization is malformed. */
type Code = SigningProblemCode | MalformedDetail;
// biome-ignore format: a table
const refusals: [string, Authorization, Options, Code, string, string][] = [
  ["a hash of other fields", authorization({ hash }), {}, "hash", authorization().hash as string,
    hash],
  ["a hash of another delegate", authorization({ address: stranger.address }), {}, "hash",
    "the hash of these fields", authorization().hash as string],
  ["a hash of another nonce", authorization({ nonce: 1 }), {}, "hash", "the hash of these fields",
    authorization().hash as string],
  ["a hash of another chain", authorization({ chainId: "138" }), {}, "hash",
    "the hash of these fields", authorization().hash as string],
  ["no hash", authorization({ hash: null }), {}, "hash", authorization().hash as string, "null"],
  ["a hash that is undefined", authorization({ hash: undefined }), {}, "hash",
    authorization().hash as string, "nothing"],
  ["chain 0", authorization({}, 0), {}, "chain", "the id of one chain (0 is valid on every chain)",
    "0"],
  ["chain 0 as a string", authorization({ chainId: "0" }, 0), {}, "chain",
    "the id of one chain (0 is valid on every chain)", "0"],
  ["chain 0 if another chain is expected", authorization({}, 0), { chainId: 137 }, "chain",
    "chain 137 (0 is valid on every chain)", "0"],
  ["another chain", authorization(), { chainId: 1 }, "chain", "chain 1", "137"],
  ["one chain if chain 0 is expected", authorization(), { chainId: 0 }, "chain", "chain 0", "137"],
  ["a delegate that is not on the list", authorization(), { delegates: [stranger.address] },
    "delegate", stranger.address, delegate],
  ["any delegate with an empty list", authorization(), { delegates: [] }, "delegate", "none",
    delegate],
  ["no chain", authorization({ chainId: null }), {}, "wrong_type", "whole number", "null"],
  ["a chain that is not a number", authorization({ chainId: "polygon" }), {}, "wrong_type",
    "whole number", "polygon"],
  ["a chain that was rounded", authorization({ chainId: 2 ** 53 }), {}, "rounded_number", "2^53",
    "9007199254740992"],
  ["a chain above 2^53", authorization({ chainId: "9007199254740993" }), {}, "out_of_range",
    "2^53 - 1", "9007199254740993"],
  ["no nonce", authorization({ nonce: undefined }), {}, "wrong_type", "whole number", "nothing"],
  ["a negative nonce", authorization({ nonce: -1 }), {}, "out_of_range", "0 to 2^53", "-1"],
  ["a nonce above 64 bits", authorization({ nonce: "18446744073709551616" }), {}, "out_of_range",
    "2^53 - 1", "18446744073709551616"],
  ["an empty nonce", authorization({ nonce: "" }), {}, "wrong_type", "whole number", '""'],
  ["no delegate", authorization({ address: null }), {}, "wrong_type", "an address", "null"],
  ["an owner that is not the signer", authorization(), { owner: stranger.address }, "owner",
    stranger.address, owner],
];

describe("rejects without calling the signer, and names the expected and the actual value of", () => {
  test.each(refusals)("%s", async (_, given, options, code, expected, actual) => {
    const { signer, calls } = createSpySigner();
    const error = await getRejection(
      signAuthorization(given, signer, { delegates: [delegate], ...options }),
    );
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(calls).not.toHaveBeenCalled();
    const found = (error as unknown as UnsafeToSignError).problems.find(
      (each) => (each.detail ?? each.code) === code,
    );
    expect(found, error.message).toMatchObject({
      code: found?.detail ? "malformed" : code,
      severity: "fatal",
    });
    expect(found?.expected).toContain(expected);
    expect(found?.received).toContain(actual);
    expect(error.message).toContain(found?.message);
  });

  test.each([null, undefined, {}, "0x", []])("no authorization: %j", async (value) => {
    const { signer, calls } = createSpySigner();
    expect(await getRejection(signAuthorization(value as Authorization, signer))).toBeInstanceOf(
      UnsafeToSignError,
    );
    expect(calls).not.toHaveBeenCalled();
  });
});

test("ignores the letter case of the delegate in the authorization", async () => {
  const given = authorization({ address: delegate.replace("CEDD", "cEDD") as Address });
  expect(await signAuthorization(given, account, { delegates: [delegate] })).toBe(
    await signAuthorization(authorization(), account, { delegates: [delegate] }),
  );
});

test("signs for chain 0 only if that chain is expected", async () => {
  const every = authorization({}, 0);
  const expected = await account.sign({ hash: every.hash as `0x${string}` });
  expect(
    await signAuthorization(every, account, {
      chainId: 0,
      delegates: [delegate],
    }),
  ).toBe(expected);
});

test("ignores the letter case of the hash and of the allowed delegates", async () => {
  const given = authorization({ hash: `0x${authorization().hash?.slice(2).toUpperCase()}` });
  expect(
    await signAuthorization(given, account, { delegates: [delegate.toLowerCase() as Address] }),
  ).toBe(signature);
});

test("rejects a signature of another key", async () => {
  const signer = { address: owner, signMessage: account.signMessage, sign: stranger.sign };
  const error = await getRejection(
    signAuthorization(authorization(), signer, { delegates: [delegate] }),
  );
  expect(error).toBeInstanceOf(SignatureMismatchError);
  expect(error).toMatchObject({ expected: owner, actual: stranger.address });
});

test("rejects the signature of a wallet that adds the EIP-191 prefix", async () => {
  const signer: Signer = {
    address: owner,
    signMessage: account.signMessage,
    sign: ({ hash }) => account.signMessage({ message: { raw: hash } }),
  };
  expect(
    await getRejection(signAuthorization(authorization(), signer, { delegates: [delegate] })),
  ).toBeInstanceOf(SignatureMismatchError);
});
