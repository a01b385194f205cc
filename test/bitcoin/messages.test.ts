import { base64 } from "@scure/base";
import { describe, expect, test } from "vitest";
import {
  readPrivateKey,
  signBitcoinMessage,
  verifyBitcoinMessage,
} from "../../src/bitcoin/index.js";
import { buildVirtualTransactions, hashMessage } from "../../src/bitcoin/messages/bip322.js";
import { signInput } from "../../src/bitcoin/signatures/signatures.js";
import {
  base58check,
  concatBytes,
  deriveAddress,
  deriveScript,
  encodeUtf8,
  getPublicKey,
  hash160,
  hex,
  secp256k1,
  sha256d,
} from "./reference-implementation.js";
import { checkByReference, checkOwnMessage, flipMessageBit } from "./sign-any-message.js";

const address = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l";
const wif = "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k";
const empty =
  "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=";
const hello =
  "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=";

describe("the vectors of BIP-322", () => {
  const script = deriveScript(hex.decode(`${"00".repeat(31)}01`), "P2WPKH");

  test.each([
    [
      "",
      "c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1",
      "c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7",
      "1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6",
    ],
    [
      "Hello World",
      "f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a",
      "b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b",
      "88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf",
    ],
  ])("match the hash and both transactions of %j", (message, hash, toSpend, toSign) => {
    expect(hex.encode(hashMessage(message))).toBe(hash);
    const challenge = concatBytes([0x00, 0x14], hash160(hex.decode(readPrivateKey(wif).publicKey)));
    const transactions = buildVirtualTransactions(message, challenge);
    expect([transactions.toSpend.getId(), transactions.toSign.getId()]).toEqual([toSpend, toSign]);
    expect(buildVirtualTransactions(message, script).toSpend.getId()).not.toBe(toSpend);
  });

  test.each([
    ["", empty],
    ["Hello World", hello],
  ])("verify for %j with and without the prefix", (message, signature) => {
    expect(verifyBitcoinMessage({ message, address, signature })).toBe(true);
    expect(verifyBitcoinMessage({ message, address, signature: `smp${signature}` })).toBe(true);
    for (const prefix of ["ful", "pof", "SMP", "smpsmp", "smp "])
      expect(verifyBitcoinMessage({ message, address, signature: prefix + signature })).toBe(false);
    expect(verifyBitcoinMessage({ message: `${message}.`, address, signature })).toBe(false);
  });

  test("exclude a message or a signature that is not a string", () => {
    for (const message of [undefined, null, [], 0])
      expect(verifyBitcoinMessage({ message: message as never, address, signature: empty })).toBe(
        false,
      );
    for (const signature of [undefined, null, [hello], 0, base64.decode(hello)])
      expect(
        verifyBitcoinMessage({ message: "Hello World", address, signature: signature as never }),
      ).toBe(false);
  });

  test("use the address of the signing key", () => {
    const signed = signBitcoinMessage("Hello World", readPrivateKey(wif));
    expect(signed.address).toBe(address);
    expect(signed.signature).toMatch(/^smp/);
    expect(verifyBitcoinMessage(signed)).toBe(true);
  });

  test("include a taproot signature that verifies for its own message only", () => {
    const taproot = {
      message: "Hello World",
      address: "bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3",
      signature:
        "AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==",
    };
    expect(verifyBitcoinMessage(taproot)).toBe(true);
    expect(verifyBitcoinMessage({ ...taproot, message: "Hello World - This should fail" })).toBe(
      false,
    );
    expect(signBitcoinMessage("Hello World", readPrivateKey(wif), { kind: "P2TR" }).address).toBe(
      taproot.address,
    );
  });

  test.each([
    "",
    "smp",
    "smpAA==",
    "smpAQ==",
    "not-valid-base64!!!",
    "fooAA==",
    `${hello}=`,
    ` ${hello}`,
    hello.replace(/=$/, ""),
  ])("exclude the malformed signature %j", (signature) => {
    expect(verifyBitcoinMessage({ message: "Hello World", address, signature })).toBe(false);
  });
});

test("a signature of another sighash type, or in another encoding, is invalid", () => {
  const secret = hex.decode("11".repeat(32));
  for (const kind of ["P2WPKH", "P2TR"] as const) {
    const challenge = deriveScript(secret, kind);
    const { toSign } = buildVirtualTransactions("hello", challenge);
    const signable = {
      transaction: toSign,
      index: 0,
      spent: [{ script: challenge, value: 0n }],
    };
    const key = readPrivateKey(hex.encode(secret));
    const verify = (...parts: (Uint8Array | number[])[]) =>
      verifyBitcoinMessage({
        message: "hello",
        address: deriveAddress(secret, kind),
        signature: base64.encode(concatBytes(...parts)),
      });
    for (const type of [1, 2, 3, 129]) {
      const signature = signInput(signable, key, type);
      const { length } = signature;
      const rest = kind === "P2TR" ? [] : [33, ...getPublicKey(secret)];
      const count = kind === "P2TR" ? 1 : 2;
      expect(verify([count, length], signature, rest), `type ${type}`).toBe(type === 1);
      expect(verify([count, 0xfd, length, 0], signature, rest)).toBe(false);
      expect(verify([0xfd, count, 0, length], signature, rest)).toBe(false);
      expect(verify([count, length], signature, rest, [0])).toBe(false);
    }
    if (kind === "P2TR") {
      const signature = signInput(signable, key, 0);
      expect(verify([1, 64], signature)).toBe(true);
      expect(verify([1, 65], signature, [0]), "an explicit type 0").toBe(false);
    }
  }
});

describe("a signed message", () => {
  test("verifies for its own address, kind and message only", () => checkOwnMessage(4));

  test("is rejected if one bit of its signature is flipped", () => flipMessageBit(8));

  test("has a signature that the reference implementation verifies", () => checkByReference(3));

  test("must not contain a lone surrogate", () => {
    const key = readPrivateKey(wif);
    expect(() => signBitcoinMessage("a\ud800b", key)).toThrow(/well-formed/);
    const signed = signBitcoinMessage("a\ufffdb", key);
    expect(verifyBitcoinMessage(signed)).toBe(true);
    expect(verifyBitcoinMessage({ ...signed, message: "a\ud800b" })).toBe(false);
  });
});

describe("legacy signatures", () => {
  const secret = hex.decode("11".repeat(32));
  const point = getPublicKey(secret);
  const uncompressedPoint = secp256k1.getPublicKey(secret, false);
  const message = "a legacy message";
  const digest = (text: string, length: number[]): Uint8Array => {
    const prefix = encodeUtf8("Bitcoin Signed Message:\n");
    return sha256d(concatBytes([24], prefix, length, encodeUtf8(text)));
  };
  const hash = digest(message, [message.length]);
  const signByReference = (text: string) =>
    secp256k1.sign(digest(text, [text.length]), secret, {
      prehash: false,
      lowS: true,
      format: "recovered",
    });
  const recovered = signByReference(message);
  const signatureWith = (header: number, [id = 0, ...rest]: Iterable<number> = recovered): string =>
    base64.encode(Uint8Array.of(header + id, ...rest));

  const nested = base58check.encode(
    concatBytes([5], hash160(concatBytes([0x00, 0x14], hash160(point)))),
  );
  const uncompressed = base58check.encode(concatBytes([0], hash160(uncompressedPoint)));
  const owned: [string, number, string][] = [
    ["P2PKH of the uncompressed key", 27, uncompressed],
    ["P2PKH", 31, deriveAddress(secret, "P2PKH")],
    ["P2SH-P2WPKH", 35, nested],
    ["P2WPKH", 39, deriveAddress(secret, "P2WPKH")],
  ];

  test.each(owned)(
    "of the reference implementation for %s verify with header %i for their address only",
    (_, header, address) => {
      expect(verifyBitcoinMessage({ message, address, signature: signatureWith(header) })).toBe(
        true,
      );
      for (const [, otherHeader, otherAddress] of owned) {
        if (otherHeader !== header)
          expect(
            verifyBitcoinMessage({
              message,
              address: otherAddress,
              signature: signatureWith(header),
            }),
          ).toBe(false);
      }
    },
  );

  test.each(owned)("for %s verify with both recovery ids", (_, header, address) => {
    const ids = [..."abcdefgh"].map((message) => {
      const signed = signByReference(message);
      const signature = signatureWith(header, signed);
      expect(verifyBitcoinMessage({ message, address, signature })).toBe(true);
      return signed[0];
    });
    expect(new Set(ids)).toEqual(new Set([0, 1]));
  });

  test.each(owned)("for %s do not verify with the other, high s", (_, header, address) => {
    const order = secp256k1.Point.Fn.ORDER;
    const s = BigInt(`0x${hex.encode(recovered.slice(33))}`);
    const highS = hex.decode((order - s).toString(16).padStart(64, "0"));
    const recoveryId = (recovered[0] as number) ^ 1;
    const bytes = concatBytes([header + recoveryId], recovered.slice(1, 33), highS);
    const point = secp256k1.Signature.fromBytes(
      concatBytes([recoveryId], bytes.slice(1)),
      "recovered",
    ).recoverPublicKey(hash);
    expect(point.toBytes()).toEqual(getPublicKey(secret));
    expect(verifyBitcoinMessage({ message, address, signature: base64.encode(bytes) })).toBe(false);
  });

  test.each([
    [252, "x", [252]],
    [253, "x", [0xfd, 0xfd, 0]],
    [65_535, "x", [0xfd, 0xff, 0xff]],
    [65_536, "x", [0xfe, 0, 0, 1, 0]],
    // Characters of two and of four bytes, which are one and two UTF-16 units.
    [254, "é", [0xfd, 0xfe, 0]],
    [256, "🚀", [0xfd, 0, 1]],
  ])("of a message of %i bytes of %s sign its length, as all wallets do", (count, unit, length) => {
    const text = unit.repeat(count / encodeUtf8(unit).length);
    const key = readPrivateKey(hex.encode(secret));
    const { signature } = signBitcoinMessage(text, key, { kind: "P2PKH" });
    const bytes = base64.decode(signature);
    const options = { prehash: false } as const;
    expect(secp256k1.verify(bytes.slice(1), digest(text, length), point, options)).toBe(true);
  });

  test("equal those of the reference implementation", () => {
    expect(
      signBitcoinMessage(message, readPrivateKey(hex.encode(secret)), { kind: "P2PKH" }),
    ).toEqual({
      message,
      address: deriveAddress(secret, "P2PKH"),
      signature: signatureWith(31),
    });
  });

  test.each([0, 26, 43, 255])("with the header %i are rejected", (header) => {
    const bytes = concatBytes([header], recovered.slice(1));
    for (const [, , address] of owned)
      expect(verifyBitcoinMessage({ message, address, signature: base64.encode(bytes) })).toBe(
        false,
      );
  });
});
