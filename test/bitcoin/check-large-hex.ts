import { expect } from "vitest";
import { describePsbt } from "../../src/bitcoin/index.js";
import { buildPsbt, receiverScript, secretA } from "./build-psbt.js";
import { hex } from "./reference-implementation.js";

/** Asserts that a PSBT with an unknown field of `size` bytes is parsed only if its hex is valid. */
export function checkLargeHex(size: number): void {
  const { psbt } = buildPsbt(
    [{ secret: secretA, kind: "P2WPKH", value: 100_000n }],
    [{ script: receiverScript, value: 99_000n }],
  );
  const large = psbt.clone();
  large.data.addUnknownKeyValToGlobal({
    key: Uint8Array.of(0xf0, 1),
    value: new Uint8Array(size),
  });
  const digits = hex.encode(large.toBuffer());
  expect(describePsbt(digits)).toEqual(describePsbt(psbt));
  expect(() => describePsbt(`${digits.slice(0, -1)}g`)).toThrow(/the PSBT cannot be parsed/);
  expect(() => describePsbt(digits.slice(0, -1))).toThrow(/the PSBT cannot be parsed/);
}
