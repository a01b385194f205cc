import { bech32m } from "@scure/base";
import { describe, expect, test } from "vitest";
import { isBitcoinAddress as isBitcoinAddressWithPeers } from "../../src/bitcoin/index.js";
import { isBitcoinAddress } from "../../src/index.js";

const taproot = (byte: number) =>
  bech32m.encode("bc", [1, ...bech32m.toWords(new Uint8Array(32).fill(byte))], 120);

// test/fuzz compares it with bitcoinjs-lib.
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
    taproot(0xff),
    taproot(0),
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
});
