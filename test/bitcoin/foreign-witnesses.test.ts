import { crypto, script } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import { acceptHighS } from "./build-psbt.js";
import {
  build,
  checkChangedScripts,
  complete,
  empty,
  type Form,
  getTransaction,
  multisig,
  opTrue,
  type Scripts,
  signers,
  spendOf,
  unverifiable,
  verifiable,
} from "./final-scripts.js";
import { toHighS } from "./reference-implementation.js";

describe.each(Object.entries(verifiable))("a final input of another owner, %s,", (_name, form) => {
  const { scriptSig, witness } = spendOf(form);

  test("completes the PSBT with valid signatures", () => {
    expect(complete(form, { scriptSig, witness } as Scripts)).toBe(true);
  });

  test("does not complete it with worthless ones", () => {
    const bytes = (length: number) => new Uint8Array(length).fill(1);
    const forged: Scripts[] = [
      { ...(scriptSig && { scriptSig }), witness: [opTrue] },
      { scriptSig: bytes(23), ...(witness && { witness }) },
      { scriptSig: script.compile([multisig]), witness: [empty, multisig] },
      { scriptSig: script.compile([0, bytes(72), bytes(72), multisig]) },
      { witness: [empty, bytes(72), bytes(72), multisig] },
    ];
    if (witness)
      for (const worthless of [[], [bytes(72), bytes(33)]])
        forged.push({ ...(scriptSig && { scriptSig }), witness: worthless });
    for (const scripts of forged) expect(complete(form, scripts)).toBe(false);
  });

  test("does not complete it with signatures of another transaction", () => {
    const other = getTransaction(build(form));
    other.locktime += 1;
    expect(complete(form, form.spend(other))).toBe(false);
  });

  test("does not complete it with keys of another owner, or in another order", () => {
    if (!witness) return;
    expect(
      complete(form, { ...(scriptSig && { scriptSig }), witness: [...witness].reverse() }),
    ).toBe(false);
    expect(
      complete(form, {
        ...(scriptSig && { scriptSig }),
        witness: witness.filter((_, i) => i !== 1),
      }),
    ).toBe(false);
  });
});

test.each(Object.entries(verifiable).filter(([name]) => name.includes("multisig")))(
  "%s needs valid signatures of two keys, in their order",
  (_name, form) => {
    acceptHighS();
    const [a, b, c] = signers;
    const highS = (hash: Uint8Array) => toHighS(c(hash));
    const completeBy = (...signs: (typeof a)[]) =>
      complete(form, form.spend(getTransaction(build(form)), signs));
    for (const signs of [
      [a, b],
      [a, c],
      [b, c],
    ] as const)
      expect(completeBy(...signs)).toBe(true);
    for (const signs of [[b, b], [c, c], [b, a], [c, b], [c], [a, b, c], [b, highS]])
      expect(completeBy(...signs)).toBe(false);
  },
);

test.each([
  [252, [252]],
  [253, [0xfd, 0xfd, 0]],
  [65_535, [0xfd, 0xff, 0xff]],
  [65_536, [0xfe, 0, 0, 1, 0]],
])("a witness item of %i bytes has one encoding of its length: %j", (length, encoding) => {
  const long = new Uint8Array(length).fill(0x61);
  const output = Uint8Array.from([0, 32, ...crypto.sha256(long)]);
  const form = { output, spend: () => ({ witness: [long] }) };
  expect(complete(form, form.spend(), () => encoding)).toBeUndefined();
  const longer = { 252: [0xfd, 252, 0], 65535: [0xfe, 0xff, 0xff, 0, 0] }[length];
  if (longer) expect(complete(form, form.spend(), () => longer)).toBe(false);
});

test.each(Object.entries(unverifiable))(
  "a final input that only a node can verify is unknown, which is not true: %s",
  (_name, form) => {
    expect(complete(form, spendOf(form))).toBeUndefined();
  },
);

test("a witness whose script does not hash to the output does not complete the PSBT", () => {
  const { P2WSH, P2SH } = unverifiable as { P2WSH: Form; P2SH: Form };
  const other = Uint8Array.of(0x52);
  expect(crypto.sha256(other)).not.toEqual(crypto.sha256(opTrue));
  expect(complete(P2WSH, { witness: [other] })).toBe(false);
  expect(complete(P2SH, { scriptSig: script.compile([other]) })).toBe(false);
});

test("no change of a valid witness or script completes the PSBT", () => checkChangedScripts(15));
