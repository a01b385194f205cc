import { address as addresses, Psbt, payments, script, Transaction } from "bitcoinjs-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signPsbt } from "../../src/bitcoin/index.js";
import { isValidWitness } from "../../src/bitcoin/shared/signatures.js";
import {
  buildPreviousTransaction,
  buildPsbt,
  inputPlans,
  keyA,
  keyB,
  receiverAddress,
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
  hex,
  schnorr,
  secp256k1,
  sha256d,
  toCompactSignature,
  verifyEcdsa,
} from "./reference-implementation.js";

const one = (kind: "P2WPKH" | "P2TR" | "P2PKH", sighash?: number) =>
  buildPsbt(
    [{ secret: secretA, kind, value: 100_000n, sighash }],
    [{ script: receiverScript, value: 99_000n }],
  );
const finished = (signed: ReturnType<typeof signPsbt>): Transaction =>
  Transaction.fromHex((signed.transaction as { hex: string }).hex);
const witnessOf = (transaction: Transaction): Uint8Array[] => transaction.ins[0]?.witness ?? [];

describe("a signed PSBT, checked by another implementation", () => {
  test("P2WPKH: the signature is of BIP-143's hash", () => {
    const { psbt, plain, spent } = one("P2WPKH");
    const [der, point] = witnessOf(finished(signPsbt(psbt, keyA))) as [Uint8Array, Uint8Array];
    expect(point).toEqual(getPublicKey(secretA));
    expect(der.at(-1)).toBe(1);
    expect(
      verifyEcdsa(
        toCompactSignature(der),
        computeSegwitV0Sighash(plain, 0, spent[0] as never),
        point,
      ),
    ).toBe(true);
  });

  test.each([
    [undefined, 64, 0],
    [0, 64, 0],
    [1, 65, 1],
  ] as const)(
    "P2TR with sighash type %s: %i bytes, by the tweaked key and of BIP-341's hash",
    (sighash, length, type) => {
      const { psbt, plain, spent } = one("P2TR", sighash);
      const [signature] = witnessOf(finished(signPsbt(psbt, keyA))) as [Uint8Array];
      expect(signature).toHaveLength(length);
      if (length === 65) expect(signature[64]).toBe(1);
      const hash = computeTaprootSighash(plain, 0, spent, type);
      expect(schnorr.verify(signature.slice(0, 64), hash, getTaprootKey(secretA))).toBe(true);
      expect(schnorr.verify(signature.slice(0, 64), hash, getPublicKey(secretA).slice(1))).toBe(
        false,
      );
    },
  );

  test("P2TR with a Merkle root: the tweak covers the scripts", () => {
    const merkleRoot = new Uint8Array(32).fill(9);
    const { psbt, plain, spent } = buildPsbt(
      [{ secret: secretA, kind: "P2TR", value: 100_000n, merkleRoot }],
      [{ script: receiverScript, value: 99_000n }],
    );
    const [signature] = witnessOf(finished(signPsbt(psbt, keyA))) as [Uint8Array];
    expect(
      schnorr.verify(
        signature,
        computeTaprootSighash(plain, 0, spent, 0),
        getTaprootKey(secretA, merkleRoot),
      ),
    ).toBe(true);
  });

  test("any mix of inputs is signed whole, and its id and size are those of the finished transaction", () => {
    fc.assert(
      fc.property(inputPlans, (inputs) => {
        const total = inputs.reduce((sum, { value }) => sum + value, 0n);
        const { psbt, plain, spent } = buildPsbt(inputs, [
          { script: receiverScript, value: total - 2_000n },
        ]);
        const before = psbt.toBase64();
        const signed = signPsbt(psbt, keyA, {
          expect: { outputs: [{ address: receiverAddress, value: total - 2_000n }] },
        });
        expect(psbt.toBase64()).toBe(before);
        expect(signed.complete).toBe(true);
        expect(signed.signedInputs).toEqual(inputs.map((_, i) => i));
        const transaction = finished(signed);
        expect(transaction.getId()).toBe(signed.transaction?.txid);
        expect(
          hex.encode(sha256d(transaction.clone().toBuffer()).reverse()) ===
            signed.transaction?.txid,
        ).toBe(inputs.every(({ kind }) => kind === "P2PKH"));
        // A signature of ECDSA is now and then a few bytes shorter than it may be; a fee rate must not be shown too low.
        const shorter = signed.summary.virtualSize - (signed.transaction?.virtualSize ?? 0);
        expect(shorter).toBeGreaterThanOrEqual(-1);
        expect(shorter).toBeLessThanOrEqual(inputs.length * 4);
        inputs.forEach(({ kind }, index) => {
          const { witness, script: scriptSig } = transaction.ins[
            index
          ] as Transaction["ins"][number];
          if (kind === "P2TR")
            expect(
              schnorr.verify(
                witness[0] as Uint8Array,
                computeTaprootSighash(plain, index, spent, 0),
                getTaprootKey(secretA),
              ),
            ).toBe(true);
          if (kind === "P2WPKH")
            expect(
              verifyEcdsa(
                toCompactSignature(witness[0] as Uint8Array),
                computeSegwitV0Sighash(plain, index, spent[index] as never),
                getPublicKey(secretA),
              ),
            ).toBe(true);
          if (kind === "P2PKH")
            expect((script.decompile(scriptSig) as Uint8Array[])[1]).toEqual(getPublicKey(secretA));
        });
        // bitcoinjs-lib's own finaliser accepts the PSBT that is handed out.
        expect(
          Psbt.fromBase64(signed.psbt).data.inputs.every(
            ({ partialSig, tapKeySig }) => partialSig?.length === 1 || tapKeySig,
          ),
        ).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test("any flipped bit of a witness is refused by the check that every signature passes", () => {
    fc.assert(
      fc.property(fc.constantFrom<"P2WPKH" | "P2TR">("P2WPKH", "P2TR"), fc.nat(), (kind, at) => {
        const { psbt, spent } = one(kind);
        const transaction = finished(signPsbt(psbt, keyA));
        const witness = witnessOf(transaction).map((item) => item.slice());
        expect(isValidWitness(witness, transaction, 0, spent)).toBe(true);
        const item = witness[at % witness.length] as Uint8Array;
        const bit = Math.floor(at / 2) % (item.length * 8);
        item[bit >> 3] = (item[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(isValidWitness(witness, transaction, 0, spent)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test("a PSBT of several hundred kilobytes is read and signed, in a page too", () => {
    const { psbt } = one("P2WPKH");
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

  test("base64, hex, bytes and an object give the same, byte for byte, every time", () => {
    const { psbt } = one("P2TR");
    const [first, ...rest] = [
      psbt.toBase64(),
      psbt.toHex(),
      psbt.toHex().toUpperCase(),
      psbt.toBuffer(),
      psbt,
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

  test("each signs its own inputs, and the last one's result is complete", () => {
    const first = signPsbt(shared().psbt, keyA);
    expect(first).toMatchObject({ signedInputs: [0], complete: false, transaction: undefined });
    const second = signPsbt(first.psbt, keyB);
    expect(second).toMatchObject({ signedInputs: [1, 2], complete: true });
    expect(finished(second).ins[0]?.witness).toHaveLength(2);
  });

  test("another's signature that does not fit leaves the transaction incomplete", () => {
    const first = signPsbt(shared().psbt, keyB);
    const spoilt = Psbt.fromBase64(first.psbt);
    const signature = (spoilt.data.inputs[1] as { tapKeySig: Uint8Array }).tapKeySig;
    signature[10] = (signature[10] as number) ^ 1;
    expect(signPsbt(spoilt, keyA)).toMatchObject({
      signedInputs: [0],
      complete: false,
      transaction: undefined,
    });
  });

  test("a multisig of others is put together where its signatures fit, and only there", () => {
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
    expect(finished(signed).ins[1]?.witness).toHaveLength(3);
    const [theirs] = (psbt.data.inputs[1] as { partialSig: { signature: Uint8Array }[] })
      .partialSig;
    const { signature } = theirs as { signature: Uint8Array };
    signature[20] = (signature[20] as number) ^ 1;
    expect(signPsbt(psbt, keyA)).toMatchObject({ signedInputs: [0], complete: false });
  });

  test("a spoilt signature of our own is made anew", () => {
    const spoilt = Psbt.fromBase64(signPsbt(shared().psbt, keyA).psbt);
    const [ours] = (spoilt.data.inputs[0] as { partialSig: { signature: Uint8Array }[] })
      .partialSig;
    (ours as { signature: Uint8Array }).signature[20] = 0;
    const again = signPsbt(spoilt, keyA);
    expect(again.signedInputs).toEqual([0]);
    expect(again.psbt).toBe(signPsbt(shared().psbt, keyA).psbt);
  });
});

test("the kit's addresses and scripts agree with bitcoinjs-lib", () => {
  for (const kind of ["P2PKH", "P2WPKH"] as const)
    expect(addresses.toOutputScript(deriveAddress(secretA, kind))).toEqual(
      deriveScript(secretA, kind),
    );
});
