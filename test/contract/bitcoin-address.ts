import * as ecc from "@bitcoinerlab/secp256k1";
import { bech32, bech32m } from "@scure/base";
import { address as bitcoinjs, initEccLib } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect } from "vitest";
import { isBitcoinAddress as isBitcoinAddressWithPeers } from "../../src/bitcoin/index.js";
import { isBitcoinAddress } from "../../src/index.js";
import { bitcoinAddressPattern } from "../../src/shared/bitcoin-pattern.js";
import { base58check } from "../bitcoin/reference-implementation.js";
import { chooseSeed } from "../support/random-runs.js";

export const encode = (version: number, program: Uint8Array, codec: typeof bech32) =>
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

/** Whether bitcoinjs-lib can pay to an address that matches the pattern of the service. */
function isPayable(text: string): boolean {
  initEccLib(ecc);
  try {
    return bitcoinAddressPattern.test(text) && bitcoinjs.toOutputScript(text).length > 0;
  } catch {
    return false;
  }
}

/** Asserts that both functions and bitcoinjs-lib accept the same random addresses. */
export function expectAgreement(numRuns: number): void {
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
          const expected = isPayable(text);
          if (expected) accepted++;
          expect(isBitcoinAddress(text), text).toBe(expected);
          expect(isBitcoinAddressWithPeers(text), text).toBe(expected);
        }
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
  expect(accepted).toBeGreaterThan(numRuns / 20);
}
