import { address as addresses, Psbt, payments, Transaction } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import { signPsbt } from "../../src/bitcoin/index.js";
import {
  acceptHighS,
  buildPreviousTransaction,
  buildPsbt,
  keyA,
  keyB,
  receiverScript,
  secretA,
  secretB,
} from "./build-psbt.js";
import {
  computeSegwitV0Sighash,
  computeTaprootSighash,
  deriveAddress,
  deriveScript,
  getPublicKey,
  getTaprootKey,
  schnorr,
  secp256k1,
  toCompactSignature,
  toHighS,
  verifyEcdsa,
} from "./reference-implementation.js";
import {
  buildSingle,
  checkMixedInputs,
  flipBits,
  getTransaction,
  getWitness,
  witnessKinds,
} from "./sign-any-psbt.js";

describe("signPsbt", () => {
  test("signs the BIP-143 hash of a P2WPKH input", () => {
    const { psbt, plain, spent } = buildSingle("P2WPKH");
    const [der, point] = getWitness(getTransaction(signPsbt(psbt, keyA))) as [
      Uint8Array,
      Uint8Array,
    ];
    expect(point).toEqual(getPublicKey(secretA));
    expect(der.at(-1)).toBe(1);
    expect(
      verifyEcdsa(toCompactSignature(der), computeSegwitV0Sighash(plain, 0, spent), point),
    ).toBe(true);
  });

  test.each([
    [undefined, 64, 0],
    [0, 64, 0],
    [1, 65, 1],
  ] as const)(
    "signs the BIP-341 hash of a P2TR input with sighash type %s in %i bytes",
    (sighash, length, type) => {
      const { psbt, plain, spent } = buildSingle("P2TR", sighash);
      const [signature] = getWitness(getTransaction(signPsbt(psbt, keyA))) as [Uint8Array];
      expect(signature).toHaveLength(length);
      if (length === 65) expect(signature[64]).toBe(1);
      const hash = computeTaprootSighash(plain, 0, spent, type);
      expect(schnorr.verify(signature.slice(0, 64), hash, getTaprootKey(secretA))).toBe(true);
      expect(schnorr.verify(signature.slice(0, 64), hash, getPublicKey(secretA).slice(1))).toBe(
        false,
      );
    },
  );

  test("includes the Merkle root in the tweak of a P2TR input", () => {
    const merkleRoot = new Uint8Array(32).fill(9);
    const { psbt, plain, spent } = buildPsbt(
      [{ secret: secretA, kind: "P2TR", value: 100_000n, merkleRoot }],
      [{ script: receiverScript, value: 99_000n }],
    );
    const signed = signPsbt(psbt, keyA);
    expect(signed.summary).toMatchObject({ spent: 100_000n, inputs: [{ ours: true }] });
    const [signature] = getWitness(getTransaction(signed)) as [Uint8Array];
    expect(
      schnorr.verify(
        signature,
        computeTaprootSighash(plain, 0, spent, 0),
        getTaprootKey(secretA, merkleRoot),
      ),
    ).toBe(true);
  });

  test.each([undefined, 0, 1])(
    "states the exact size of taproot inputs with sighash type %s",
    (sighash) => {
      const input = { secret: secretA, kind: "P2TR", value: 100_000n, sighash } as const;
      const { psbt } = buildPsbt(Array(4).fill(input), [
        { script: receiverScript, value: 399_000n },
      ]);
      const { summary, transaction } = signPsbt(psbt, keyA);
      expect(summary.virtualSize).toBe(transaction?.virtualSize);
      expect(summary.smallestVirtualSize).toBe(transaction?.virtualSize);
    },
  );

  test("completes any mix of inputs, and returns the id and size of the transaction", () =>
    checkMixedInputs(3));

  test.each(witnessKinds)("rejects a witness of %s with a flipped bit", (kind) =>
    flipBits(kind, 29),
  );

  test("signs a PSBT of several hundred kilobytes", () => {
    const { psbt } = buildSingle("P2WPKH");
    const plain = signPsbt(psbt, keyA).transaction;
    psbt.data.addUnknownKeyValToGlobal({
      key: Uint8Array.of(0xf0, 1),
      value: new Uint8Array(400_000),
    });
    const signed = signPsbt(psbt, keyA);
    expect(signed.psbt.length).toBeGreaterThan(400_000);
    expect(signed.transaction).toEqual(plain);
    expect(signPsbt(psbt.toBuffer(), keyA).psbt).toBe(signed.psbt);
  });

  test("returns the same for base64, hex, bytes and an object", () => {
    const { psbt } = buildSingle("P2TR");
    const [first, ...rest] = [
      psbt.toBase64(),
      `\n${psbt.toBase64()} \n`,
      psbt.toHex(),
      psbt.toHex().toUpperCase(),
      psbt.toBuffer(),
      psbt,
      { toBase64: () => psbt.toBase64() },
    ].map((form) => signPsbt(form, keyA).transaction);
    for (const other of rest) expect(other).toEqual(first);
  });
});

describe("several owners", () => {
  const shared = () =>
    buildPsbt(
      [
        { secret: secretA, kind: "P2WPKH", value: 50_000n, give: "both" },
        { secret: secretB, kind: "P2TR", value: 60_000n, give: "both" },
        { secret: secretB, kind: "P2PKH", value: 70_000n },
      ],
      [{ script: receiverScript, value: 178_000n }],
    );

  test("sign one after the other, and the last result is complete", () => {
    const first = signPsbt(shared().psbt, keyA);
    expect(first).toMatchObject({ signedInputs: [0], complete: false, transaction: undefined });
    const second = signPsbt(first.psbt, keyB);
    expect(second).toMatchObject({ signedInputs: [1, 2], complete: true });
    expect(getTransaction(second).ins[0]?.witness).toHaveLength(2);
  });

  test("leave the transaction incomplete if another signature is invalid", () => {
    const first = signPsbt(shared().psbt, keyB);
    const tampered = Psbt.fromBase64(first.psbt);
    const signature = (tampered.data.inputs[1] as { tapKeySig: Uint8Array }).tapKeySig;
    signature[10] = (signature[10] as number) ^ 1;
    expect(signPsbt(tampered, keyA)).toMatchObject({
      signedInputs: [0],
      complete: false,
      transaction: undefined,
    });
  });

  test("leave the transaction incomplete if another signature has the other, high s", () => {
    acceptHighS();
    const first = Psbt.fromBase64(signPsbt(shared().psbt, keyA).psbt);
    const [theirs] = (first.data.inputs[0] as { partialSig: { signature: Uint8Array }[] })
      .partialSig;
    const { signature } = theirs as { signature: Uint8Array };
    Object.assign(theirs as object, { signature: toHighS(signature) });
    expect(signPsbt(first, keyB)).toMatchObject({ signedInputs: [1, 2], complete: false });
    Object.assign(theirs as object, { signature });
    expect(signPsbt(first, keyB)).toMatchObject({ signedInputs: [1, 2], complete: true });
  });

  test("keep a signature of another key at their own input, and use their own", () => {
    const first = Psbt.fromBase64(signPsbt(shared().psbt, keyA).psbt);
    const [input] = first.data.inputs as unknown as [{ partialSig: { pubkey: Uint8Array }[] }];
    const [own] = input.partialSig;
    const strange = { ...own, pubkey: getPublicKey(secretB) };
    input.partialSig = [strange as never];
    const { psbt, signedInputs } = signPsbt(first, keyA);
    expect(signedInputs).toEqual([0]);
    const { partialSig } = Psbt.fromBase64(psbt).data.inputs[0] as { partialSig: object[] };
    expect(partialSig).toEqual([strange, own]);
    expect(() => signPsbt(psbt, keyA)).toThrow("an unsigned input of the key");
    const signed = signPsbt(psbt, keyB);
    expect(signed).toMatchObject({ signedInputs: [1, 2], complete: true });
    expect(getTransaction(signed).ins[0]?.witness[1]).toEqual(getPublicKey(secretA));
  });

  test("do not sign an input of their own that is final", () => {
    const { psbt } = buildPsbt(
      [
        { secret: secretA, kind: "P2PKH", value: 50_000n },
        { secret: secretA, kind: "P2WPKH", value: 50_000n, give: "both" },
      ],
      [{ script: receiverScript, value: 99_000n }],
    );
    const { transaction } = signPsbt(psbt, keyA);
    const { script } = Transaction.fromHex(transaction?.hex ?? "").ins[0] as { script: Uint8Array };
    Object.assign(psbt.data.inputs[0] as object, { finalScriptSig: script });
    expect(signPsbt(psbt, keyA)).toMatchObject({ signedInputs: [1], complete: true, transaction });
  });

  test("include a multisig, which is finalized only with valid signatures", () => {
    const point = getPublicKey(secretB);
    const multisig = payments.p2ms({ m: 1, pubkeys: [point] });
    const wrapped = payments.p2wsh({ redeem: multisig });
    const { psbt } = buildPsbt(
      [{ secret: secretA, kind: "P2WPKH", value: 50_000n }],
      [{ script: receiverScript, value: 89_000n }],
    );
    psbt.addInput({
      ...buildPreviousTransaction({ script: wrapped.output as Uint8Array, value: 40_000n }),
      witnessScript: multisig.output as Uint8Array,
    });
    expect(signPsbt(psbt, keyA)).toMatchObject({ signedInputs: [0], complete: false });
    psbt.signInput(1, {
      publicKey: point,
      sign: (hash) => secp256k1.sign(hash, secretB, { prehash: false, lowS: true }),
    });
    const signed = signPsbt(psbt, keyA);
    expect(signed).toMatchObject({ signedInputs: [0], complete: true });
    expect(getTransaction(signed).ins[1]?.witness).toHaveLength(3);
    const [theirs] = (psbt.data.inputs[1] as { partialSig: { signature: Uint8Array }[] })
      .partialSig;
    const { signature } = theirs as { signature: Uint8Array };
    acceptHighS();
    Object.assign(theirs as object, { signature: toHighS(signature) });
    expect(signPsbt(psbt, keyA)).toMatchObject({ signedInputs: [0], complete: false });
    Object.assign(theirs as object, { signature });
    signature[20] = (signature[20] as number) ^ 1;
    expect(signPsbt(psbt, keyA)).toMatchObject({ signedInputs: [0], complete: false });
  });

  test("replace an invalid signature of their own", () => {
    const tampered = Psbt.fromBase64(signPsbt(shared().psbt, keyA).psbt);
    const [ours] = (tampered.data.inputs[0] as { partialSig: { signature: Uint8Array }[] })
      .partialSig;
    (ours as { signature: Uint8Array }).signature[20] = 0;
    const again = signPsbt(tampered, keyA);
    expect(again.signedInputs).toEqual([0]);
    expect(again.psbt).toBe(signPsbt(shared().psbt, keyA).psbt);
  });
});

test("derives the same scripts in the reference implementation as in bitcoinjs-lib", () => {
  for (const kind of ["P2PKH", "P2WPKH"] as const)
    expect(addresses.toOutputScript(deriveAddress(secretA, kind))).toEqual(
      deriveScript(secretA, kind),
    );
});
