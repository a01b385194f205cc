import { bech32, bech32m } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bitcoinAddress,
  bitcoinAddressKind,
  checkBitcoinAddress,
  isBitcoinAddress,
} from "../../src/bitcoin/index.js";
import { bitcoinAddressPattern } from "../../src/shared/bitcoin-pattern.js";
import {
  base58check,
  concatBytes,
  deriveAddress,
  getPublicKey,
  hex,
  type Kind,
} from "./reference-implementation.js";

const key = hex.decode(`${"00".repeat(31)}01`);
const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some(Boolean) && (bytes[0] as number) < 0xff);
const encodeSegwit = (
  version: number,
  program: number[] | Uint8Array,
  prefix = "bc",
  codec = version === 0 ? bech32 : bech32m,
): string =>
  codec.encode(prefix as "bc", [version, ...bech32.toWords(Uint8Array.from(program))], 120);
const getCode = (text: unknown, network?: "testnet" | "regtest"): string => {
  const check = checkBitcoinAddress(text, { network });
  return check.valid ? check.kind : check.code;
};

describe("checkBitcoinAddress", () => {
  test.each([
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "P2PKH"],
    ["1111111111111111111114oLvT2", "P2PKH"],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "P2SH"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "P2WPKH"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", "P2TR"],
  ])("accepts %s as %s on mainnet only", (address, kind) => {
    expect(checkBitcoinAddress(address)).toEqual({ valid: true, kind });
    expect(bitcoinAddressKind(address)).toBe(kind);
    expect(isBitcoinAddress(address, { network: "testnet" })).toBe(false);
    expect(getCode(address, "regtest")).toBe("network");
  });

  test.each([
    ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "P2PKH"],
    ["2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc", "P2SH"],
    ["tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7", "P2WSH"],
    ["tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c", "P2TR"],
  ])("accepts %s as %s on testnet only", (address, kind) => {
    expect(getCode(address, "testnet")).toBe(kind);
    expect(getCode(address)).toBe("network");
  });

  test.each([
    ["tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty", "characters"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum"],
    ["BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2", "encoding"],
    ["bc1rw5uspcuh", "form"],
    ["bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj", "encoding"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "encoding"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "encoding"],
    ["bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", "characters"],
    ["BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "program_length"],
    ["tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq", "mixed_case"],
    ["bc1gmk9yu", "form"],
    // Valid by BIP-350, but there are no spending rules yet.
    [
      "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
      "program_length",
    ],
    ["BC1SW50QGDZ25J", "witness_version"],
    ["bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "witness_version"],
    // Valid in Bitcoin, but the pattern of the service requires lower case.
    ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "pattern"],
  ])("rejects %s: %s", (address, code) => {
    expect(getCode(address)).toBe(code);
    expect(isBitcoinAddress(address)).toBe(false);
  });

  test("rejects other types, empty strings, white space and long strings", () => {
    expect([undefined, null, 1, {}, ""].map((value) => getCode(value))).toEqual(
      Array(5).fill("not_text"),
    );
    expect(getCode(" 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toBe("white_space");
    expect(getCode("1".repeat(100_000))).toBe("form");
  });

  test("rejects a taproot address with a key that is not on the curve", () => {
    const offCurve = new Uint8Array(32).fill(0xff);
    expect(bitcoinAddressPattern.test(encodeSegwit(1, offCurve))).toBe(true);
    expect(getCode(encodeSegwit(1, offCurve))).toBe("off_curve");
  });
});

describe("bitcoinAddress", () => {
  test("derives the well-known addresses of the generator point", () => {
    const point = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    expect(bitcoinAddress(point)).toBe("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
    expect(bitcoinAddress(point, { kind: "P2PKH" })).toBe("1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH");
    expect(bitcoinAddress(point, { network: "regtest" })).toBe(
      encodeSegwit(0, hex.decode("751e76e8199196d454941c45d1b3a323f1433bd6"), "bcrt"),
    );
    expect(bitcoinAddress(point, { kind: "P2TR" })).toBe(deriveAddress(key, "P2TR"));
  });

  test("tweaks the key as in the BIP-341 example", () => {
    const internal = "02d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d";
    expect(bitcoinAddress(internal, { kind: "P2TR" })).toBe(
      "bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5",
    );
  });

  test("derives the same addresses of random keys as the reference implementation", () => {
    fc.assert(
      fc.property(secrets, fc.constantFrom<Kind>("P2PKH", "P2WPKH", "P2TR"), (secret, kind) => {
        const address = bitcoinAddress(getPublicKey(secret), { kind });
        expect(address).toBe(deriveAddress(secret, kind));
        expect(checkBitcoinAddress(address)).toEqual({ valid: true, kind });
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    [
      "an uncompressed key",
      `04${"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"}`,
    ],
    ["a key that is not on the curve", `02${"ff".repeat(32)}`],
    ["an x-only key", "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"],
    ["a string that is not hex", "zz"],
  ])("rejects %s", (_, publicKey) => {
    expect(() => bitcoinAddress(publicKey)).toThrow(/compressed public key/);
  });
});

describe("any input", () => {
  const hashes = fc.uint8Array({ minLength: 20, maxLength: 20 });
  const addresses = fc.oneof(
    hashes.map((hash) => base58check.encode(concatBytes([0], hash))),
    hashes.map((hash) => base58check.encode(concatBytes([5], hash))),
    hashes.map((hash) => encodeSegwit(0, hash)),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => encodeSegwit(0, hash)),
    secrets.map((secret) => deriveAddress(secret, "P2TR")),
  );

  test("rejects a valid address with one character replaced", () => {
    const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    fc.assert(
      fc.property(addresses, fc.nat(), fc.constantFrom(...alphabet), (address, offset, char) => {
        const at = offset % address.length;
        fc.pre(address[at] !== char);
        expect(isBitcoinAddress(address)).toBe(true);
        expect(isBitcoinAddress(address.slice(0, at) + char + address.slice(at + 1))).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test("accepts only addresses that match the pattern of the service, and never throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.string(),
          addresses,
          addresses.map((text) => text.toUpperCase()),
        ),
        (value) => {
          const check = checkBitcoinAddress(value);
          if (check.valid) expect(value).toMatch(bitcoinAddressPattern);
          else expect(check.reason).toMatch(/\.$/);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("rejects unknown versions, wrong lengths and wrong encodings with a valid checksum", () => {
    const program = fc.uint8Array({ minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 16 }),
        program,
        fc.boolean(),
        (version, bytes, wrongCodec) => {
          const codec = (version === 0) === wrongCodec ? bech32m : bech32;
          const isPayable =
            !wrongCodec &&
            ((version === 0 && (bytes.length === 20 || bytes.length === 32)) ||
              (version === 1 && bytes.length === 32));
          fc.pre(!(isPayable && version === 1));
          expect(isBitcoinAddress(encodeSegwit(version, bytes, "bc", codec))).toBe(isPayable);
        },
      ),
    );
  });
});
