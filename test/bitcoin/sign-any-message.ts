import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import fc from "fast-check";
import { expect } from "vitest";
import {
  readPrivateKey,
  signBitcoinMessage,
  verifyBitcoinMessage,
} from "../../src/bitcoin/index.js";
import { chooseSeed } from "../support/random-runs.js";
import {
  concatBytes,
  deriveAddress,
  deriveScript,
  encodeUtf8,
  getTaprootKey,
  type Kind,
  littleEndian,
  schnorr,
  sha256d,
  taggedHash,
  toWif,
} from "./reference-implementation.js";

const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some(Boolean) && (bytes[0] as number) < 0xff);
const kinds = fc.constantFrom<Kind>("P2PKH", "P2WPKH", "P2TR");
const messages = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.string({ minLength: 250, maxLength: 260 }),
);

/** Asserts that a signed message verifies for its own address, kind and message only. */
export function checkOwnMessage(numRuns: number): void {
  fc.assert(
    fc.property(secrets, kinds, messages, messages, (secret, kind, message, other) => {
      const key = readPrivateKey(toWif(secret));
      const signed = signBitcoinMessage(message, key, { kind });
      expect(signed.address).toBe(deriveAddress(secret, kind));
      expect(verifyBitcoinMessage(signed)).toBe(true);
      // Signing is deterministic: callers may compare and store signatures.
      expect(signBitcoinMessage(message, key, { kind })).toEqual(signed);
      if (other !== message)
        expect(verifyBitcoinMessage({ ...signed, message: other })).toBe(false);
      for (const wrong of ["P2PKH", "P2WPKH", "P2TR"] as const) {
        if (wrong !== kind)
          expect(verifyBitcoinMessage({ ...signed, address: deriveAddress(secret, wrong) })).toBe(
            false,
          );
      }
      expect(verifyBitcoinMessage(signed, { network: "testnet" })).toBe(false);
    }),
    { numRuns, seed: chooseSeed() },
  );
}

/** Asserts that a signature with a flipped bit is rejected. */
export function flipMessageBit(numRuns: number): void {
  fc.assert(
    fc.property(secrets, kinds, fc.nat(), (secret, kind, at) => {
      const signed = signBitcoinMessage("hello", readPrivateKey(toWif(secret)), { kind });
      const prefix = kind === "P2PKH" ? "" : "smp";
      const bytes = base64.decode(signed.signature.slice(prefix.length));
      const bit = at % (bytes.length * 8);
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(verifyBitcoinMessage({ ...signed, signature: prefix + base64.encode(bytes) })).toBe(
        false,
      );
    }),
    { numRuns, seed: chooseSeed() },
  );
}

/** Asserts that the reference implementation verifies taproot signatures. */
export function checkByReference(numRuns: number): void {
  fc.assert(
    fc.property(secrets, messages, (secret, message) => {
      const key = readPrivateKey(toWif(secret));
      const script = deriveScript(secret, "P2TR");
      const toSpend = sha256d(
        concatBytes(
          littleEndian(0, 4),
          [1],
          new Uint8Array(32),
          littleEndian(0xffffffff, 4),
          [34, 0x00, 0x20],
          taggedHash("BIP0322-signed-message", encodeUtf8(message)),
          littleEndian(0, 4),
          [1],
          littleEndian(0, 8),
          [34],
          script,
          littleEndian(0, 4),
        ),
      );
      const outpoint = concatBytes(toSpend, littleEndian(0, 4));
      const hash = taggedHash(
        "TapSighash",
        concatBytes(
          [0, 0],
          littleEndian(0, 4),
          littleEndian(0, 4),
          sha256(outpoint),
          sha256(littleEndian(0, 8)),
          sha256(concatBytes([34], script)),
          sha256(littleEndian(0, 4)),
          sha256(concatBytes(littleEndian(0, 8), [1, 0x6a])),
          [0],
          littleEndian(0, 4),
        ),
      );
      const { signature } = signBitcoinMessage(message, key, { kind: "P2TR" });
      const stack = base64.decode(signature.slice(3));
      expect([...stack.slice(0, 2)]).toEqual([1, 64]);
      expect(schnorr.verify(stack.slice(2), hash, getTaprootKey(secret))).toBe(true);
    }),
    { numRuns, seed: chooseSeed() },
  );
}
