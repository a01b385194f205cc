import * as ethers from "ethers";
import { concatHex, encodeAbiParameters, parseSignature, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { SigningError } from "../../../src/errors/signing.js";
import type { Hex } from "../../../src/shared/patterns.js";
import { signTypedData, signUserOperation } from "../../../src/signing/index.js";
import { account, createMailTypedData, getRejection, hash, owner } from "../test-signers.js";

const messageSignature = await account.signMessage({ message: { raw: hash } });

const { r, s, yParity } = parseSignature(messageSignature);
const vOffset = 130;
test.each<[string, unknown]>([
  ["hex", messageSignature],
  ["hex in capitals without 0x", messageSignature.slice(2).toUpperCase()],
  ["v of 0 or 1", `${messageSignature.slice(0, vOffset)}0${yParity}`],
  ["bytes", ethers.getBytes(messageSignature)],
  ["a short form (EIP-2098)", ethers.Signature.from(messageSignature).compactSerialized],
  ["{ signature }", { signature: messageSignature }],
  ["{ data }", { data: messageSignature }],
  ["{ result }", { jsonrpc: "2.0", id: 1, result: messageSignature }],
  ["{ data: { signature } }", { data: { signature: messageSignature, encoding: "hex" } }],
  ["{ r, s, yParity }", { r, s, yParity }],
  ["{ r, s, yParity } beside a v of EIP-155", { r, s, v: 309n, yParity }],
  ["{ r, s, v } of viem", { r, s, v: BigInt(yParity + 27) }],
  [
    "{ r, s, v } as bigint and hex",
    { r: BigInt(r), s: BigInt(s), v: `0x${(yParity + 27).toString(16)}` },
  ],
  ["{ signature: { r, s, v } }", { signature: { r, s, v: yParity } }],
])("accepts a wallet that returns %s", async (_, response) => {
  expect(await signUserOperation(hash, { address: owner, signMessage: async () => response })).toBe(
    messageSignature,
  );
});

test("accepts a signature with a high s and either parity, which is converted to the low s", async () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const parities = new Set<number>();
  for (let i = 1; i <= 8; i++) {
    const raw = `0x${`0${i}`.repeat(32)}` as const;
    const low = await account.signMessage({ message: { raw } });
    const parts = parseSignature(low);
    const highS = toHex(order - BigInt(parts.s), { size: 32 });
    const high = { r: parts.r, s: highS, yParity: 1 - parts.yParity };
    parities.add(parts.yParity);
    expect(await signUserOperation(raw, { address: owner, signMessage: async () => high })).toBe(
      low,
    );
  }
  expect([...parities].sort()).toEqual([0, 1]);
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["no bytes", "0x"],
  ["text", "signed"],
  ["64.5 bytes", `${messageSignature.slice(0, -1)}`],
  ["64 bytes that are not hex", `0x${"zz".repeat(64)}`],
  ["66 bytes", `${messageSignature}00`],
  ["a v of 29", `${messageSignature.slice(0, vOffset)}1d`],
  ["a v of EIP-155", `${messageSignature.slice(0, vOffset)}25`],
  ["parts without a parity", { r, s }],
  ["negative parts", { r: -1n, s, yParity }],
  ["a circular object", createCircular()],
])("throws a SigningError if the wallet returns %s", async (_, response) => {
  const error = await getRejection(
    signUserOperation(hash, { address: owner, signMessage: async () => response }),
  );
  expect(error).toBeInstanceOf(SigningError);
  expect(error.message).toContain("not a signature of 65 bytes");
});

function createCircular(): unknown {
  const response: Record<string, unknown> = {};
  response.data = response;
  return response;
}

/** A signature of a wallet that is not deployed: factory, call, signature and a magic suffix. */
const erc6492 = concatHex([
  encodeAbiParameters(
    [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
    [owner, "0x1234", messageSignature],
  ),
  `0x${"6492".repeat(16)}`,
]);

describe("a signature of more than 65 bytes", () => {
  test.each<[string, number, unknown]>([
    ["one byte more", 66, `${messageSignature}00`],
    ["a type of validation before it (ERC-1271)", 66, `0x01${messageSignature.slice(2)}`],
    ["two owners (ERC-1271)", 130, `${messageSignature}${messageSignature.slice(2)}`],
    ["a wallet that is not deployed (ERC-6492)", (erc6492.length - 2) / 2, erc6492],
    ["no 0x", 66, `${messageSignature.slice(2)}00`],
    ["capitals", 66, `${messageSignature.toUpperCase()}00`],
    ["bytes", 66, ethers.getBytes(`${messageSignature}00`)],
    ["{ signature }", 66, { signature: `${messageSignature}00` }],
    ["{ result }", 66, { jsonrpc: "2.0", id: 1, result: `${messageSignature}00` }],
  ])("is rejected as one of a contract wallet: %s", async (_, size, response) => {
    const sign = async () => response as Hex;
    const signer = { address: owner, signMessage: sign, signTypedData: sign };
    for (const signed of [
      () => signUserOperation(hash, signer),
      () => signTypedData(createMailTypedData(), signer),
    ]) {
      const error = await getRejection(signed());
      expect(error).toBeInstanceOf(SigningError);
      expect(error.message).toContain("not a signature of 65 bytes");
      expect(error.message).toContain(
        `it has ${size} bytes, like one of a contract wallet (ERC-1271 or ERC-6492)`,
      );
      expect(error).toMatchObject({
        rejected: false,
        hint: "The owner must be an ordinary account: sign with its key, not with a contract wallet.",
      });
      expect(error.message).not.toContain(messageSignature.slice(2, 40));
    }
  });

  test.each<[string, unknown]>([
    ["63 bytes", messageSignature.slice(0, -4)],
    ["65 bytes with an invalid v", `${messageSignature.slice(0, -2)}1d`],
    ["65.5 bytes", `${messageSignature}0`],
    ["text", "signed by the wallet ".repeat(20)],
    ["nothing", undefined],
  ])("is not what the error says about %s", async (_, response) => {
    const signer = { address: owner, signMessage: async () => response };
    const error = await getRejection(signUserOperation(hash, signer));
    expect(error.message).toMatch(/not a signature of 65 bytes$/);
    expect(error.hint).toBe("Sign with the account that owns the wallet.");
  });
});
