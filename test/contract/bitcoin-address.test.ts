import { bech32, bech32m } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBitcoinAddress as isBitcoinAddressWithPeers } from "../../src/bitcoin/index.js";
import { isBitcoinAddress } from "../../src/index.js";
import { base58check } from "../bitcoin/reference-implementation.js";

const encode = (version: number, program: Uint8Array, codec: typeof bech32) =>
  codec.encode("bc", [version, ...codec.toWords(program)], 120);

/** Valid and invalid addresses of every kind: random programs, versions, lengths and checksums. */
const candidates = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(0, 1),
      fc.constantFrom(20, 32, 2, 40).chain((n) => fc.uint8Array({ minLength: n, maxLength: n })),
      fc.constantFrom(bech32, bech32m),
    )
    .map(([version, program, codec]) => encode(version, program, codec as typeof bech32)),
  fc
    .tuple(fc.constantFrom(0, 5, 111, 196), fc.uint8Array({ minLength: 19, maxLength: 21 }))
    .map(([version, program]) => base58check.encode(Uint8Array.of(version, ...program))),
);

describe("isBitcoinAddress of the root entry", () => {
  test.each([
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "1111111111111111111114oLvT2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ])("accepts %s", (address) => {
    expect(isBitcoinAddress(address)).toBe(true);
    expect(isBitcoinAddressWithPeers(address)).toBe(true);
  });

  test.each([
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
    // bech32 instead of bech32m, and the other way round.
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
    // Not on the curve.
    encode(1, new Uint8Array(32).fill(0xff), bech32m as never),
    encode(1, new Uint8Array(32), bech32m as never),
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
    "",
    null,
    undefined,
    1,
    {},
  ])("rejects %o", (value) => {
    expect(isBitcoinAddress(value)).toBe(false);
    expect(isBitcoinAddressWithPeers(value)).toBe(false);
  });

  test("agrees with bursar/bitcoin, also after one character changed", () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        candidates,
        fc.nat(),
        fc.constantFrom(..."qpzry9x8gf2tvdw0s3jn54khce6mua7l1"),
        (address, at, letter) => {
          const position = at % address.length;
          const changed = address.slice(0, position) + letter + address.slice(position + 1);
          for (const text of [address, changed]) {
            const expected = isBitcoinAddressWithPeers(text);
            if (expected) accepted++;
            expect(isBitcoinAddress(text), text).toBe(expected);
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(30);
  });
});
